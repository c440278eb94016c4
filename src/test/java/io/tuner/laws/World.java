package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.apply.TestHost;
import io.tuner.plan.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A generated host and tasks of one type for it: files (kernel attributes are plain files here, and
 * tools are models that keep their state in files), and what a reboot of that host would do.
 */
public final class World {

  private static final Path MODELS = Path.of("src/test/resources/models");

  /** Makes a world; the same random numbers give the same world. */
  @FunctionalInterface
  public interface Maker {
    World make(Random random);
  }

  /** What makes something of the files: a part of a host's past, or of its next boot. */
  @FunctionalInterface
  public interface Event {
    void on(Path root) throws IOException, InterruptedException;
  }

  private final Map<String, String> files = new LinkedHashMap<>();
  private final Map<String, String> modes = new LinkedHashMap<>();
  private final Map<String, String> links = new LinkedHashMap<>();
  private final List<Subject> tasks = new ArrayList<>();
  private final List<Event> past = new ArrayList<>();
  private final List<Event> boot = new ArrayList<>();
  private final List<String> lasting = new ArrayList<>();

  /** A file with mode 0644. */
  public World file(String path, String content) {
    files.put(path, content);
    return this;
  }

  /** A file with permissions such as {@code rwxr-x---}. */
  public World file(String path, String content, String permissions) {
    modes.put(path, permissions);
    return file(path, content);
  }

  /** A tool: an executable model of one. */
  public World tool(String path, String script) {
    return file(path, script, "rwxr-xr-x");
  }

  /** The models of these tools, in /usr/bin. */
  public World tools(String... names) {
    for (String name : names) {
      file("/usr/bin/" + name, model(name), "rwxr-xr-x");
    }
    return this;
  }

  /** The text of a model, or of a file that models work on. */
  static String model(String name) {
    try {
      return Files.readString(MODELS.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a file that models work on lies on the control machine. */
  static Path modelPath(String name) {
    return MODELS.resolve(name);
  }

  public World link(String path, String target) {
    links.put(path, target);
    return this;
  }

  /** A tool's command that made this host what it is, once the files were there. */
  public World past(String tool, String... arguments) {
    return past(root -> run(command(tool, arguments), root));
  }

  /** A part of what made this host what it is. */
  public World past(Event event) {
    past.add(event);
    return this;
  }

  public World task(String type, Map<String, ?> parameters) {
    tasks.add(TestHost.task(type, parameters));
    return this;
  }

  /** A tool's command that stands for a part of a reboot, with every service started again. */
  public World boot(String tool, String... arguments) {
    return boot(root -> run(command(tool, arguments), root));
  }

  /** A part of a reboot. */
  public World boot(Event model) {
    boot.add(model);
    return this;
  }

  /** A path that a rollback does not give back, so that the plan must call it irreversible. */
  public World lasts(String path) {
    lasting.add(path);
    return this;
  }

  Subject[] tasks() {
    return tasks.toArray(Subject[]::new);
  }

  List<String> lasting() {
    return lasting;
  }

  /** What is written on this host: words a reading may be made of. */
  List<String> texts() {
    List<String> texts = new ArrayList<>(files.keySet());
    files.forEach((path, text) -> texts.add(path.contains("/bin/") ? path : text));
    return texts;
  }

  void boot(Path root) throws IOException, InterruptedException {
    for (Event model : boot) {
      model.on(root);
    }
  }

  /** Lays the files out below a directory. */
  Path layOut(Path root) throws IOException, InterruptedException {
    Files.createDirectories(root.resolve("var/lib"));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = root.resolve(file.getKey().substring(1));
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
      String mode = modes.getOrDefault(file.getKey(), "rw-r--r--");
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
      if (file.getKey().startsWith("/etc/") && Files.getOwner(root).getName().equals("root")) {
        // Only root may give a file away; elsewhere all belong to whoever tests.
        Files.setAttribute(path, "unix:uid", 7);
        Files.setAttribute(path, "unix:gid", 9);
      }
    }
    for (Map.Entry<String, String> link : links.entrySet()) {
      Path path = root.resolve(link.getKey().substring(1));
      Files.createDirectories(path.getParent());
      Files.createSymbolicLink(path, Path.of(link.getValue()));
    }
    for (Event event : past) {
      event.on(root);
    }
    return root;
  }

  private static List<String> command(String tool, String... arguments) {
    List<String> words = new ArrayList<>(List.of(tool));
    words.addAll(List.of(arguments));
    return words;
  }

  private static void run(List<String> command, Path root)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(command);
    Path tool = root.resolve("usr/bin").resolve(command.get(0));
    Path systemTool = root.resolve("usr/sbin").resolve(command.get(0));
    words.set(0, (Files.exists(tool) ? tool : systemTool).toString());
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("R", root.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
  }
}
