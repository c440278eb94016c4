package io.tuner.host;

import io.tuner.host.Unreachable.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
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
          hint());
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

  private String hint() {
    boolean there = settings.sandboxTree().map(Files::exists).orElse(true);
    return there
        ? ""
        : "a relative sandbox_tree begins at the working directory: start tuner there, or write the"
            + " whole path";
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
      new SandboxTree(settings.sandboxTree().get()).copyTo(whole);
    } else {
      Files.createDirectory(whole);
    }
    Files.move(whole, directory, StandardCopyOption.ATOMIC_MOVE);
    Files.delete(making);
  }

  private static String words(IOException e) {
    return e instanceof NoSuchFileException
        ? "there is no " + e.getMessage()
        : String.valueOf(e.getMessage());
  }
}
