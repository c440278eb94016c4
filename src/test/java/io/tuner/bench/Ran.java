package io.tuner.bench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tuner.bench.statistics.Cell;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs benchmarks' commands on this machine, as a host does: by `sh -c`, from the root. */
final class Ran {

  private Ran() {}

  /** What the command of a cell left behind. */
  static Finished cell(Path root, Benchmark benchmark, Cell cell) throws Exception {
    return finished(start(root, benchmark.command(cell), Map.of()));
  }

  /** The same, with its result read. */
  static Outcome outcome(Path root, Benchmark benchmark, Cell cell) throws Exception {
    return benchmark.outcome(cell, cell(root, benchmark, cell));
  }

  /** Started; {@code $R} is the root. */
  static Process start(Path root, String command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command).directory(new java.io.File("/"));
    builder.redirectInput(new java.io.File("/dev/null"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("R", root.toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Its end. */
  static Finished finished(Process process) throws Exception {
    var errors = new java.util.concurrent.FutureTask<>(() -> text(process.getErrorStream()));
    new Thread(errors).start();
    String output = text(process.getInputStream());
    return new Finished(process.waitFor(), output, errors.get(), Duration.ofSeconds(1));
  }

  /** Leaves the test out where a program is not installed. */
  static void needs(String program) {
    boolean there =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    assumeTrue(there, "left out: " + program + " is not installed; ./test installs it as root");
  }

  private static String text(InputStream stream) throws IOException {
    return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
  }
}
