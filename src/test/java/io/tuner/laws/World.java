package io.tuner.laws;

import io.tuner.apply.TestHost;
import io.tuner.plan.Subject;
import java.io.IOException;
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

  /** Makes a world; the same random numbers give the same world. */
  @FunctionalInterface
  public interface Maker {
    World make(Random random);
  }

  /** What a reboot, with every service started again, makes of the files. */
  @FunctionalInterface
  public interface Boot {
    void on(Path root) throws IOException;
  }

  private final Map<String, String> files = new LinkedHashMap<>();
  private final Map<String, String> modes = new LinkedHashMap<>();
  private final Map<String, String> links = new LinkedHashMap<>();
  private final List<Subject> tasks = new ArrayList<>();
  private Boot boot = root -> {};

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

  public World link(String path, String target) {
    links.put(path, target);
    return this;
  }

  public World task(String type, Map<String, ?> parameters) {
    tasks.add(TestHost.task(type, parameters));
    return this;
  }

  public World boot(Boot model) {
    boot = model;
    return this;
  }

  Subject[] tasks() {
    return tasks.toArray(Subject[]::new);
  }

  void boot(Path root) throws IOException {
    boot.on(root);
  }

  /** Lays the files out below a directory. */
  Path layOut(Path root) throws IOException {
    Files.createDirectories(root.resolve("var/lib"));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = root.resolve(file.getKey().substring(1));
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
      String mode = modes.getOrDefault(file.getKey(), "rw-r--r--");
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
    for (Map.Entry<String, String> link : links.entrySet()) {
      Path path = root.resolve(link.getKey().substring(1));
      Files.createDirectories(path.getParent());
      Files.createSymbolicLink(path, Path.of(link.getValue()));
    }
    return root;
  }
}
