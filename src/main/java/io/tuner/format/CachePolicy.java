package io.tuner.format;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A virtual drive's cache policy, as the column `Cache` of storcli has it: {@code RWBD}, {@code
 * NRWTD}, {@code RaAWBD}.
 *
 * @param read ahead or not
 * @param write back or through
 * @param direct false where reads go through the controller's memory as well (cached)
 */
public record CachePolicy(Read read, Write write, boolean direct) {

  /**
   * Read first what is longer: {@code RAWBD} is R, AWB and D (the legend below the tool's tables),
   * and {@code Ra} with a small letter is the adaptive read ahead of older controllers.
   */
  private static final Pattern FORM = Pattern.compile("(Ra|R|NR)(AWB|FWB|WB|WT)(D|C)");

  /** Read ahead. */
  public enum Read {
    /** Only where reads follow each other; no tool of today sets it. */
    ADRA,
    /** Always. */
    RA,
    /** Never. */
    NORA
  }

  /** When a write is done. */
  public enum Write {
    /** In the controller's memory, whatever its battery says; Dell calls it force write back. */
    AWB,
    /** In the controller's memory while its battery or CacheVault is well, else on the disks. */
    WB,
    /** On the disks. */
    WT
  }

  /** The policy of a column's text; empty where it is none. */
  public static Optional<CachePolicy> of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    Read read =
        switch (form.group(1)) {
          case "Ra" -> Read.ADRA;
          case "R" -> Read.RA;
          default -> Read.NORA;
        };
    Write write =
        switch (form.group(2)) {
          case "WT" -> Write.WT;
          case "WB" -> Write.WB;
          default -> Write.AWB;
        };
    return Optional.of(new CachePolicy(read, write, form.group(3).equals("D")));
  }

  /** The policy in words, as the property `Write Cache(initial setting)` has it. */
  static Optional<Write> write(String words) {
    String word = words.replaceAll("[\\s_-]", "").toLowerCase(java.util.Locale.ROOT);
    return switch (word) {
      case "writethrough" -> Optional.of(Write.WT);
      case "writeback" -> Optional.of(Write.WB);
      case "alwayswriteback", "forcewriteback", "forcedwriteback", "awb", "fwb" ->
          Optional.of(Write.AWB);
      default -> Optional.empty();
    };
  }
}
