package io.tuner.format;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What dd tells last, on standard error: {@code 1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.0012 s,
 * 873 MB/s} (coreutils; before 8.24 without the second size), {@code … (1.0MB) copied, 0.0012
 * seconds, 833.3MB/s} (busybox). Only with {@code LC_ALL=C}.
 *
 * @param bytes copied
 * @param seconds it took
 */
public record DdReport(long bytes, double seconds) {

  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^([0-9]{1,18}) bytes?\\b(?: \\([^)\\n]*\\))? copied, "
              + "([0-9]{1,12}(?:\\.[0-9]{1,12})?(?:e[+-]?[0-9]{1,3})?) (?:s|seconds?)\\b");

  /** The last one of a text; empty where there is none. */
  public static Optional<DdReport> parse(String text) {
    Optional<DdReport> last = Optional.empty();
    for (Matcher line = LINE.matcher(text); line.find(); ) {
      last =
          Optional.of(
              new DdReport(Long.parseLong(line.group(1)), Double.parseDouble(line.group(2))));
    }
    return last;
  }

  /** Bytes a second, from the two numbers: dd's own third one is rounded to two digits. */
  public double bandwidth() {
    return bytes / seconds;
  }
}
