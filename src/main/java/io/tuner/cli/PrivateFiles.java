package io.tuner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files of the control machine that only their owner may read. */
final class PrivateFiles {

  private PrivateFiles() {}

  /** Writes a file whole, or leaves the old one as it was. */
  static void write(Path file, String text) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path fresh =
        Files.createTempFile(
            directory,
            "." + file.getFileName(),
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
