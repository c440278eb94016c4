package io.tuner.bench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A PostgreSQL of one test, on a socket in a directory of its own: no port is listened on. */
final class PostgresServer implements AutoCloseable {

  /** The server refuses to run as root. */
  private static final boolean ROOT = System.getProperty("user.name").equals("root");

  private final Path programs;
  private final Path directory;

  private PostgresServer(Path programs, Path directory) {
    this.programs = programs;
    this.directory = directory;
  }

  /** One that runs; the test is left out where there is none. */
  static PostgresServer start() throws Exception {
    Optional<Path> programs = programs();
    assumeTrue(
        programs.isPresent(), "left out: postgresql is not installed; the real hosts have it");
    PostgresServer server =
        new PostgresServer(programs.get(), Files.createTempDirectory("tuner-postgres"));
    if (ROOT) {
      var users = server.directory.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(server.directory, users.lookupPrincipalByName("postgres"));
    }
    server.run("initdb", "-D", server.data(), "-U", "bench", "-A", "trust", "--no-sync");
    server.run(
        "pg_ctl",
        "-w",
        "-D",
        server.data(),
        "-l",
        server.directory.resolve("log").toString(),
        "-o",
        "-c listen_addresses= -c fsync=off -k " + server.directory,
        "start");
    return server;
  }

  /** Where its socket is. */
  String host() {
    return directory.toString();
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private static Optional<Path> programs() throws IOException {
    Path versions = Path.of("/usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(versions)) {
      return all.map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.naturalOrder());
    }
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    if (ROOT) {
      words.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    }
    words.add(programs.resolve(program).toString());
    words.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(words)
            .directory(new java.io.File("/"))
            .redirectErrorStream(true)
            .redirectInput(new java.io.File("/dev/null"))
            .start();
    String told = new String(process.getInputStream().readAllBytes());
    if (process.waitFor() != 0) {
      throw new IllegalStateException(program + " failed: " + told);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      run("pg_ctl", "-w", "-m", "immediate", "-D", data(), "stop");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
