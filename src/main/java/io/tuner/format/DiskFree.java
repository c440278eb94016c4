package io.tuner.format;

import java.util.OptionalLong;

/** How much room a file system has, as {@code df -P -k PATH} says (df(1), POSIX output). */
public final class DiskFree {

  private DiskFree() {}

  /** Bytes that an ordinary user may still write; empty where the text does not say. */
  public static OptionalLong bytes(String text) {
    return text.lines()
        .skip(1)
        .map(
            line ->
                line.replaceFirst("^.*?\\s(?=[0-9]+\\s+[0-9]+\\s+-?[0-9]+\\s+[0-9-]+%?\\s)", ""))
        .map(line -> line.strip().split("\\s+"))
        .filter(fields -> fields.length >= 3 && fields[2].matches("[0-9]{1,15}"))
        .mapToLong(fields -> Long.parseLong(fields[2]) << 10)
        .findFirst();
  }
}
