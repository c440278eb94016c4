package io.tuner.lab;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a finished process left.
 *
 * @param exit its exit code, 128 + the signal where one ended it
 * @param stdout its standard output, as UTF-8
 * @param stderr its standard error, as UTF-8
 */
public record Outcome(int exit, String stdout, String stderr) {
  private static final long LIMIT_SECONDS = 600;

  /**
   * Runs a process to its end.
   *
   * @param input its whole standard input
   * @throws AssertionError where it outlives ten minutes; it is ended then
   */
  public static Outcome of(ProcessBuilder builder, String input) {
    try {
      Process process = builder.start();
      CompletableFuture<String> stdout = drain(process.getInputStream());
      CompletableFuture<String> stderr = drain(process.getErrorStream());
      feed(process, input);
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError(
            String.join(" ", builder.command()) + " still runs after " + LIMIT_SECONDS + " s");
      }
      return new Outcome(process.exitValue(), stdout.join(), stderr.join());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /**
   * The outcome, if the process ended well.
   *
   * @throws AssertionError with all its output, if it did not
   */
  public Outcome succeeded() {
    if (exit != 0) {
      throw new AssertionError("exit " + exit + "\n" + stderr + stdout);
    }
    return this;
  }

  /**
   * The JSON document on standard output, as maps, lists, text, numbers, truth values and nulls.
   */
  public Map<String, Object> json() {
    try {
      return JSON.std.mapFrom(stdout);
    } catch (IOException e) {
      throw new AssertionError("not one JSON document: " + e.getMessage() + "\n" + this, e);
    }
  }

  private static void feed(Process process, String input) throws IOException {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // A process may end, or close its input, without reading all of it: its exit code tells.
      if (!e.getMessage().contains("Broken pipe") && !e.getMessage().contains("Stream closed")) {
        throw e;
      }
    }
  }

  private static CompletableFuture<String> drain(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        task -> {
          Thread reader = new Thread(task, "drain");
          reader.setDaemon(true);
          reader.start();
        });
  }
}
