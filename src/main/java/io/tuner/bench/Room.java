package io.tuner.bench;

import io.tuner.format.DiskFree;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.text.ByteSize;
import io.tuner.text.Shell;
import java.util.Optional;
import java.util.OptionalLong;

/** How much room the file system of a directory has (df(1), POSIX output). */
final class Room {

  private Room() {}

  static Probe probe(String directory) {
    return Probe.NOTHING.ask(command(directory));
  }

  /** Below {@code $R}, where the host's files are: another file system may lie there. */
  static String command(String directory) {
    return "df -P -k \"${R-}\"" + Shell.quote(directory);
  }

  /** Why so many bytes do not go there; empty where they do. */
  static Optional<String> refusal(String directory, long bytes, Readings readings)
      throws ProbeFailed {
    Readings.Output output =
        readings
            .ask(command(directory))
            .known("the answer of df")
            .orElseThrow(() -> new ProbeFailed("the host has no shell"));
    OptionalLong free = DiskFree.bytes(output.stdout());
    if (output.exit() != 0 || free.isEmpty()) {
      return Optional.of(
          "cannot tell how much room `" + directory + "` has: " + output.stderr().strip());
    }
    return free.getAsLong() >= bytes
        ? Optional.empty()
        : Optional.of(
            "`"
                + directory
                + "` has room for "
                + new ByteSize(free.getAsLong()).rounded()
                + ", and "
                + new ByteSize(bytes).rounded()
                + " are needed");
  }
}
