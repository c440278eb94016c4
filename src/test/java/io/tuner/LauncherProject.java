package io.tuner;

import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project with the launcher {@code ./tuner}, run by a real shell with a Java and a Maven that
 * only say what was asked of them, and with no other tool than the launcher may use.
 */
abstract class LauncherProject {

  private static final List<String> TOOLS =
      List.of(
          "cat",
          "cp",
          "date",
          "find",
          "flock",
          "id",
          "mkdir",
          "mkfifo",
          "mv",
          "readlink",
          "rm",
          "rmdir",
          "sed",
          "sh",
          "bash",
          "touch");

  @TempDir Path directory;
  Path project;
  Path installed;
  Path bin;
  Path mavenRuns;

  record Ended(int code, String out, String err) {}

  @BeforeEach
  void layOutAProject() throws IOException {
    project = Files.createDirectories(directory.resolve("check out"));
    installed = Files.createDirectories(directory.resolve("jvm"));
    bin = Files.createDirectories(directory.resolve("bin"));
    mavenRuns = directory.resolve("maven-runs");
    Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(project.resolve("src/main/java/Main.java"), "class Main {}");
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    age(project.resolve("pom.xml"), 60);
    age(project.resolve("src/main/java/Main.java"), 60);
    age(project.resolve("src/main/java"), 60);
    age(project.resolve("src/main"), 60);
    String launcher =
        Files.readString(Path.of("tuner"))
            .replace("/usr/lib/jvm", installed.toString())
            .replace("/etc/os-release", directory.resolve("os-release").toString());
    script(project.resolve("tuner"), launcher);
    distribution("ID=debian\nVERSION_ID=\"12\"\n");
    for (String tool : TOOLS) {
      script(bin.resolve(tool), "#!/bin/sh\nexec " + find(tool) + " \"$@\"\n");
    }
    maven("");
  }

  Ended launch() throws Exception {
    return launch(Map.of());
  }

  Ended launch(Map<String, String> environment) throws Exception {
    return end(start(environment, List.of("sh", project.resolve("tuner").toString(), "x")));
  }

  Process start(Map<String, String> environment, List<String> command) throws IOException {
    List<String> full = new ArrayList<>(command);
    full.set(
        0, command.get(0).contains("/") ? command.get(0) : bin.resolve(command.get(0)).toString());
    ProcessBuilder builder = new ProcessBuilder(full).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    return builder.start();
  }

  static Ended end(Process process) throws Exception {
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes());
    String err = new String(process.getErrorStream().readAllBytes());
    return new Ended(process.waitFor(), out, err);
  }

  Path current() throws IOException {
    Path runs = project.toRealPath().resolve("target/run");
    return runs.resolve(Files.readString(runs.resolve("current")).strip());
  }

  /** A Java that prints itself and its arguments, and makes the archive that it is asked for. */
  Path java(Path home, String version) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"Some\"\nJAVA_VERSION=\"" + version + "\"\nOS=\"x\"\n");
    script(home.resolve("bin/javac"), "#!/bin/sh\n");
    script(
        home.resolve("bin/java"),
        """
        #!/bin/sh
        case $1 in -XshowSettings*)
          printf '    java.home = %s\\n    java.version = %s\\n' 'HOME' 'VERSION' >&2
          exit
        esac
        for word; do
          case $word in -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*)
            printf '%s' "$PWD" >>'DIRECTORY/trainings'
            printf ' %s' * "${word%%=*}" >>'DIRECTORY/trainings'
            echo >>'DIRECTORY/trainings'
            [ -n "${NO_ARCHIVE-}" ] || echo archive >"${word#*=}"
            exit
          esac
        done
        printf 'java=%s\\nprogram=%s\\nprocess=%s\\n' 'VERSION' "$0" "$$"
        printf '<%s>' "$@"
        echo
        exit "${EXIT:-0}"
        """
            .replace("HOME", home.toString())
            .replace("VERSION", version)
            .replace("DIRECTORY", directory.toString()));
    return home;
  }

  /** A Maven that notes its run, does as told, and leaves what a build leaves. */
  void maven(String then) throws IOException {
    script(
        bin.resolve("mvn"),
        """
        #!/bin/sh
        echo "home=$JAVA_HOME" >>'%s'
        %s
        for word; do
          case $word in -Dtuner.target=*)
            mkdir -p "${word#*=}/lib"
            touch "${word#*=}/tuner.jar" "${word#*=}/lib/one.jar"
          esac
        done
        """
            .formatted(mavenRuns, then));
  }

  void distribution(String osRelease) throws IOException {
    Files.writeString(directory.resolve("os-release"), osRelease);
  }

  Path fifo(String name) throws Exception {
    Path fifo = directory.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    return fifo;
  }

  static void script(Path path, String text) throws IOException {
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, fromString("rwxr-xr-x"));
  }

  private static Path find(String tool) {
    for (String folder : System.getenv("PATH").split(":")) {
      Path candidate = Path.of(folder, tool);
      if (Files.isExecutable(candidate)) {
        return candidate;
      }
    }
    throw new AssertionError(tool + " is not on PATH");
  }

  static void age(Path path, int seconds) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(seconds)));
  }
}
