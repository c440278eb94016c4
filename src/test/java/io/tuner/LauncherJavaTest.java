package io.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which Java the launcher takes, and what it says where something is missing. */
class LauncherJavaTest extends LauncherProject {

  @Test
  void runsTheJavaOfJavaHomeElseTheNewestOfThatOnPathAndThoseInstalled() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    java(installed.resolve("java-25"), "25.0.3");
    java(installed.resolve("java-9"), "9.0.4");
    Path onPath = java(directory.resolve("on-path"), "18.0.2");
    Files.createSymbolicLink(bin.resolve("java"), onPath.resolve("bin/java"));
    assertThat(launch().out()).contains("java=25.0.3");

    Path home = java(directory.resolve("home"), "17.0.15");
    assertThat(launch(Map.of("JAVA_HOME", home.toString())).out()).contains("java=17.0.15");
  }

  @Test
  void runsTheJavaOnPathWhereNoNewerOneIsInstalled() throws Exception {
    java(installed.resolve("java-25"), "25.0.3");
    Path onPath = java(directory.resolve("on-path"), "25.0.1");
    Files.createSymbolicLink(bin.resolve("java"), onPath.resolve("bin/java"));
    assertThat(launch().out()).contains("java=25.0.1");
  }

  @Test
  void passesOverAJavaThatIsTooOld() throws Exception {
    Path home = java(directory.resolve("home"), "1.8.0_392");
    Path onPath = java(directory.resolve("on-path"), "11.0.20");
    Files.createSymbolicLink(bin.resolve("java"), onPath.resolve("bin/java"));
    java(installed.resolve("java-21"), "21-ea");
    assertThat(launch(Map.of("JAVA_HOME", home.toString())).out()).contains("java=21-ea");
  }

  @Test
  void asksAJavaThatHasNoReleaseFileForItsVersion() throws Exception {
    Path home = java(directory.resolve("home"), "19.0.1");
    Files.delete(home.resolve("release"));
    assertThat(launch(Map.of("JAVA_HOME", home.toString())).out()).contains("java=19.0.1");
  }

  @Test
  void followsAJavaOnPathThatIsAScriptToTheJavaItStarts() throws Exception {
    Path real = java(directory.resolve("real"), "20.0.2");
    script(bin.resolve("java"), "#!/bin/sh\nexec '" + real.resolve("bin/java") + "' \"$@\"\n");
    assertThat(launch().out()).contains("java=20.0.2").contains("program=" + real);
  }

  @Test
  void namesAMissingJavaWithTheCommandThatInstallsIt() throws Exception {
    java(installed.resolve("java-11"), "11.0.20");
    Ended ended = launch();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("tuner: error: no Java 17 or newer in JAVA_HOME, on PATH or in")
        .endsWith("apt-get install openjdk-17-jdk-headless\n");
    Files.delete(bin.resolve("mvn"));
    assertThat(launch().err())
        .contains("and no Maven (mvn) on PATH")
        .endsWith("apt-get install openjdk-17-jdk-headless maven\n");
  }

  @Test
  void namesAMissingMaven() throws Exception {
    java(installed.resolve("java-17"), "17.0.1");
    Files.delete(bin.resolve("mvn"));
    Ended ended = launch();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("tuner: error: no Maven (mvn) on PATH to build tuner with\nhint: ")
        .endsWith("apt-get install maven\n");
  }

  @Test
  void namesAMissingCompilerAndUsesThatOfAnotherJavaWhereThereIsOne() throws Exception {
    Path runtime = java(installed.resolve("java-21"), "21.0.1");
    Files.delete(runtime.resolve("bin/javac"));
    Ended ended = launch();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("tuner: error: no Java compiler (javac, 17 or newer) to build tuner with\n")
        .endsWith("apt-get install openjdk-17-jdk-headless\n");

    Path jdk = java(installed.resolve("java-17"), "17.0.1");
    assertThat(launch().out()).contains("java=21.0.1");
    assertThat(mavenRuns).content().contains("home=" + jdk + "\n");
  }

  @ParameterizedTest
  @CsvSource({
    "debian, , 13, apt-get install openjdk-21-jdk-headless maven",
    "ubuntu, debian, 22.04, apt-get install openjdk-17-jdk-headless maven",
    "ubuntu, debian, 24.04, apt-get install openjdk-21-jdk-headless maven",
    "rocky, rhel centos fedora, 9.4, dnf install java-17-openjdk-devel maven",
    "rhel, fedora, 10.0, dnf install java-21-openjdk-devel maven",
    "fedora, , 43, dnf install java-latest-openjdk-devel maven",
    "openEuler, , 22.03, dnf install java-17-openjdk-devel maven",
    "opensuse-leap, suse opensuse, 15.6, zypper install java-17-openjdk-devel maven",
    "alpine, , 3.20.1, apk add openjdk17-jdk maven",
  })
  void knowsWhatInstallsOnOtherDistributions(String id, String like, String version, String command)
      throws Exception {
    script(bin.resolve("dnf"), "#!/bin/sh\n");
    Files.delete(bin.resolve("mvn"));
    distribution(
        "ID="
            + id
            + "\nID_LIKE=\""
            + (like == null ? "" : like)
            + "\"\nVERSION_ID="
            + version
            + "\n");
    assertThat(launch().err()).endsWith(command + "\n");
  }

  @Test
  void saysWhatIsNeededWhereTheDistributionIsUnknown() throws Exception {
    Files.delete(directory.resolve("os-release"));
    Files.delete(bin.resolve("mvn"));
    assertThat(launch().err())
        .endsWith("hint: install a JDK of version 17 or newer and Apache Maven 3.6.3 or newer\n");
  }
}
