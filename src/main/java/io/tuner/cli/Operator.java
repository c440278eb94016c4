package io.tuner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who runs tuner, and from which commit of the playbook's repository: for the hosts' journals. */
final class Operator {

  private Operator() {}

  /** User and machine: {@code ada@desk}. */
  static String name() {
    return System.getProperty("user.name", "?") + "@" + machine();
  }

  private static String machine() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException notLinux) {
      return System.getenv().getOrDefault("HOSTNAME", "?");
    }
  }

  /** The commit that is checked out where the playbook lies; empty where there is no repository. */
  static String commit(Path playbook) {
    for (Path at = playbook.toAbsolutePath().getParent(); at != null; at = at.getParent()) {
      Path git = at.resolve(".git");
      if (Files.isDirectory(git)) {
        return head(git);
      }
    }
    return "";
  }

  private static String head(Path git) {
    try {
      String head = Files.readString(git.resolve("HEAD")).strip();
      if (!head.startsWith("ref: ")) {
        return head;
      }
      Path loose = git.resolve(head.substring(5));
      if (Files.exists(loose)) {
        return Files.readString(loose).strip();
      }
      return Files.readString(git.resolve("packed-refs"))
          .lines()
          .filter(line -> line.endsWith(" " + head.substring(5)))
          .map(line -> line.substring(0, line.indexOf(' ')))
          .findFirst()
          .orElse("");
    } catch (IOException unreadable) {
      return "";
    }
  }
}
