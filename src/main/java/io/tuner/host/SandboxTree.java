package io.tuner.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a new sandbox begins with. A relative link that leads out of the tree stands for what it
 * leads to, so that several trees can share a part, and a tool that is a model; every other link is
 * a link of the host.
 */
public record SandboxTree(Path directory) {

  /** Copies it; the directory must not be there yet. */
  public void copyTo(Path root) throws IOException {
    copy(directory, root, root);
  }

  private static void copy(Path from, Path to, Path root) throws IOException {
    if (Files.isSymbolicLink(from)) {
      Path link = Files.readSymbolicLink(from);
      boolean leadsOut =
          !link.isAbsolute() && !to.getParent().resolve(link).normalize().startsWith(root);
      if (leadsOut) {
        copy(from.toRealPath(), to, root);
      } else {
        Files.createSymbolicLink(to, link);
      }
    } else if (Files.isDirectory(from)) {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(from);
      Files.createDirectory(to);
      List<Path> members;
      try (Stream<Path> list = Files.list(from)) {
        members = list.sorted().toList();
      }
      for (Path member : members) {
        copy(member, to.resolve(member.getFileName()), root);
      }
      // Modes of directories come last, for some cannot be written into.
      Files.setPosixFilePermissions(to, mode);
    } else if (Files.isRegularFile(from)) {
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    } else if (Files.exists(from)) {
      throw new IOException(from + " is neither file nor directory nor link");
    } else {
      throw new NoSuchFileException(from.toString());
    }
  }
}
