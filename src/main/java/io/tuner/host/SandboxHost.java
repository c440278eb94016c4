package io.tuner.host;

import io.tuner.host.Unreachable.Kind;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A directory below the working directory that stands for a host, reached over SSH all the same.
 */
record SandboxHost(String name, ConnectionSettings settings, Sandboxes sandboxes, Watch watch)
    implements Host {

  @Override
  public Connection connect() throws Unreachable {
    Path directory =
        settings.directory().toAbsolutePath().normalize().resolve(".tuner/sandbox").resolve(name);
    try {
      create(directory);
      directory = directory.toRealPath();
    } catch (IOException e) {
      throw new Unreachable(
          Kind.CONFIGURATION,
          name + ": cannot make the sandbox " + directory + ": " + words(e),
          "");
    }
    Duration limit = settings.connectTimeout().orElse(Duration.ofSeconds(30));
    SshLink link = sandboxes.connect(name, directory, limit);
    return new SshConnection(
        name,
        directory.toString(),
        settings.commandTimeout(),
        new Starter(name, Optional.empty(), settings),
        sandboxes.client(),
        link,
        watch);
  }

  /** Made whole or not at all: it appears under its name when all of it is there. */
  private void create(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Files.createDirectories(directory.getParent());
    Path making = Files.createTempDirectory(directory.getParent(), "." + name + ".");
    Path whole = making.resolve("root");
    if (settings.sandboxTree().isPresent()) {
      copy(settings.sandboxTree().get(), whole);
    } else {
      Files.createDirectory(whole);
    }
    Files.move(whole, directory, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(making);
  }

  private static void copy(Path from, Path to) throws IOException {
    Deque<Path> directories = new ArrayDeque<>();
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectory(to.resolve(from.relativize(path)));
            directories.push(path);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isOther()) {
              throw new IOException(path + " is neither file nor directory nor link");
            }
            Files.copy(
                path,
                to.resolve(from.relativize(path)),
                StandardCopyOption.COPY_ATTRIBUTES,
                LinkOption.NOFOLLOW_LINKS);
            return FileVisitResult.CONTINUE;
          }
        });
    // Modes of directories come last, the innermost first, for some cannot be written into.
    for (Path path : directories) {
      Files.setPosixFilePermissions(
          to.resolve(from.relativize(path)), Files.getPosixFilePermissions(path));
    }
  }

  private static String words(IOException e) {
    return e instanceof NoSuchFileException
        ? "there is no " + e.getMessage()
        : String.valueOf(e.getMessage());
  }
}
