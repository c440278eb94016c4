package io.tuner.apply;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A whole directory tree as one value: kinds, modes, owners, contents, links; no times. */
public final class HostTree {

  private HostTree() {}

  /** Everything below a root but tuner's own state. */
  public static Map<String, String> of(Path root) {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      paths.forEach(
          path -> {
            String name = "/" + root.relativize(path);
            if (!name.startsWith("/var/lib/tuner")) {
              tree.put(name, describe(path));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // The parents of tuner's own state are made with it, and stay.
    tree.remove("/var/lib");
    tree.remove("/var");
    return tree;
  }

  /** Text where it is some, for people who read what differs. */
  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean same = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
    return same ? "`" + text + "`" : HexFormat.of().formatHex(bytes);
  }

  private static String describe(Path path) {
    try {
      if (Files.isSymbolicLink(path)) {
        return "link " + Files.readSymbolicLink(path);
      }
      Set<PosixFilePermission> mode =
          Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
      String owner = Files.getAttribute(path, "unix:uid") + ":" + Files.getAttribute(path, "unix:gid");
      String head = PosixFilePermissions.toString(mode) + " " + owner + " ";
      return Files.isDirectory(path)
          ? head + "directory"
          : head + text(Files.readAllBytes(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
