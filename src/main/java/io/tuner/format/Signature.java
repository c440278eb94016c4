package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code blkid -p -o export} found at the beginning of a device or file (blkid(8)).
 *
 * @param type {@code swap}, {@code xfs}, {@code LVM2_member}; for a disk with partitions {@code
 *     dos} or {@code gpt}
 * @param uuid of the file system or swap space
 * @param label of the same
 */
public record Signature(String type, Optional<String> uuid, Optional<String> label) {

  /** What is found where several signatures contradict each other. */
  public static final Signature AMBIGUOUS =
      new Signature("several signatures", Optional.empty(), Optional.empty());

  /** Reads the output, a {@code NAME=value} a line; empty where it names no type. */
  public static Optional<Signature> parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Line line : Line.split(text)) {
      int equals = line.text().indexOf('=');
      if (equals > 0) {
        String value = line.text().substring(equals + 1).replaceAll("\\\\(.)", "$1");
        values.putIfAbsent(line.text().substring(0, equals), value);
      }
    }
    return Optional.ofNullable(values.getOrDefault("TYPE", values.get("PTTYPE")))
        .map(
            type ->
                new Signature(
                    type,
                    Optional.ofNullable(values.get("UUID")),
                    Optional.ofNullable(values.get("LABEL"))));
  }

  /** Whether this is swap space that swapon(8) takes; a hibernated system's is not. */
  public boolean isSwap() {
    return type.equals("swap");
  }
}
