package io.tuner.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reports kept on the control machine, for their owner alone. */
public final class Reports {

  private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY = mode("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> FILE = mode("rw-------");

  private Reports() {}

  /**
   * Writes every form ({@link ReportForm#file}), in full, in a directory that is made where there
   * is none. The one that can be read back comes first.
   */
  public static void write(Path directory, RunReport report) throws IOException {
    Files.createDirectories(directory, DIRECTORY);
    write(directory.resolve(ReportForm.JSON.file()), ReportForm.JSON.of(report));
    for (ReportForm form : ReportForm.values()) {
      if (form != ReportForm.JSON) {
        write(directory.resolve(form.file()), form.of(report));
      }
    }
  }

  /** Why {@link #write} would fail, tried with a file that goes away again; empty: it would not. */
  public static Optional<String> obstacle(Path directory) {
    Path there = directory.toAbsolutePath().normalize();
    while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      return Optional.of("`" + there + "` is no directory");
    }
    try {
      Files.delete(Files.createTempFile(there, ".report", null, FILE));
      return Optional.empty();
    } catch (AccessDeniedException denied) {
      return Optional.of("`" + there + "` may not be written by this user");
    } catch (FileSystemException fault) {
      return Optional.of(
          "`" + there + "`: " + String.valueOf(fault.getReason()).toLowerCase(Locale.ROOT));
    } catch (IOException fault) {
      return Optional.of("`" + there + "` cannot be written");
    }
  }

  /** Who reads meanwhile finds the old file or the new one, and never half of it. */
  private static void write(Path file, String text) throws IOException {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    // A file of an earlier report may have had another mode.
    Files.deleteIfExists(beside);
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (OutputStream out = Channels.newOutputStream(Files.newByteChannel(beside, options, FILE))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static FileAttribute<Set<PosixFilePermission>> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }
}
