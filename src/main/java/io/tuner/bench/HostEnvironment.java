package io.tuner.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a host was like around what was measured on it.
 *
 * @param host its inventory name
 * @param blocks the first block of runs and the last; one where there was only one
 * @param unexplained of what is another in the last block, that which the play did not make, by the
 *     names that {@link Environment.Difference} has
 */
public record HostEnvironment(String host, List<Seen> blocks, List<String> unexplained) {

  /** A block of a host that others are measured against. */
  public static final String REFERENCE = "reference";

  /**
   * What it was like when a block began.
   *
   * @param state that the block measured: {@code before}, {@code after}, {@value #REFERENCE}
   * @param environment of the host
   */
  public record Seen(String state, Environment environment) {}

  public HostEnvironment {
    blocks = List.copyOf(blocks);
    unexplained = List.copyOf(unexplained);
  }

  /**
   * Of all blocks of a host.
   *
   * @param seen at least one, in the order they were measured
   * @param changed the types of the tasks that changed the host in between
   */
  public static HostEnvironment of(String host, List<Seen> seen, Set<String> changed) {
    List<Seen> ends = seen.size() < 2 ? seen : List.of(seen.get(0), seen.get(seen.size() - 1));
    List<String> unexplained =
        differences(ends).stream()
            .map(Environment.Difference::what)
            .filter(what -> !isMadeBy(changed, what))
            .toList();
    return new HostEnvironment(host, ends, unexplained);
  }

  /** What is another in the last block, whoever made it. */
  public List<Environment.Difference> differences() {
    return differences(blocks);
  }

  /** A sentence for each difference that the play did not make. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Environment.Difference other : differences()) {
      if (unexplained.contains(other.what())) {
        notes.add(host + ": " + other + ", which the play did not make");
      }
    }
    return notes;
  }

  private static List<Environment.Difference> differences(List<Seen> blocks) {
    return blocks.isEmpty()
        ? List.of()
        : blocks.get(0).environment().differences(blocks.get(blocks.size() - 1).environment());
  }

  private static boolean isMadeBy(Set<String> types, String what) {
    return switch (what) {
      case "governor" -> types.contains("cpu_frequency") || types.contains("tuned_profile");
      case "transparent huge pages" ->
          types.contains("transparent_huge_pages") || types.contains("tuned_profile");
      default -> what.startsWith(Environment.RAID) && types.contains("storcli_cache");
    };
  }
}
