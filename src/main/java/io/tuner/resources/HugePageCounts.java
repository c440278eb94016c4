package io.tuner.resources;

import io.tuner.format.HugePageSize;
import io.tuner.resource.Bound;
import io.tuner.resource.Knob;
import io.tuner.resource.Problems;
import io.tuner.text.ByteSize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many huge pages a task wants, in the one of four ways that it says so.
 *
 * @param count of pages, or a bound
 * @param memory that they make up; the last page is a whole one
 * @param percent of RAM
 * @param nodes number of pages or memory, by number of the NUMA node
 */
record HugePageCounts(
    Optional<Bound> count,
    Optional<ByteSize> memory,
    Optional<Integer> percent,
    Map<String, String> nodes) {

  /** Says what no host could satisfy. */
  void validate(Problems problems) {
    long ways = Stream.of(count, memory, percent).filter(Optional::isPresent).count();
    if (ways + (nodes.isEmpty() ? 0 : 1) != 1) {
      problems.error("count", "one of count, memory, percent and nodes is needed");
    }
    if (count.isPresent() && !isCount(count.get().value().strip())) {
      problems.error("count", "`" + count.get() + "` is no number of pages");
    }
    if (percent.isPresent() && (percent.get() < 1 || percent.get() > 99)) {
      problems.error("percent", "`percent` is between 1 and 99");
    }
    nodes.forEach((node, amount) -> validate(node, amount, problems));
  }

  private static void validate(String node, String amount, Problems problems) {
    if (!node.matches("0|[1-9][0-9]{0,3}")) {
      problems.error("nodes." + node, "`" + node + "` is not the number of a NUMA node");
    }
    try {
      pages(amount, new HugePageSize(1024));
    } catch (IllegalArgumentException e) {
      problems.error("nodes." + node, "`" + amount + "` is neither a number of pages nor a size");
    }
  }

  /**
   * The knobs that are set, as far as that is known without a host.
   *
   * @param size empty for the default one of the kernel
   */
  Map<Knob, String> claims(Optional<HugePageSize> size) {
    Map<Knob, String> claims = new LinkedHashMap<>();
    String whole =
        size.map(pages -> HugePagesState.path(HugePagesState.pool(pages, Optional.empty())))
            .orElse("/proc/sys/vm/nr_hugepages");
    count
        .flatMap(Bound::exact)
        .map(number -> Long.parseLong(number.strip()))
        .or(() -> memory.flatMap(bytes -> size.map(page -> pages(bytes, page))))
        .ifPresent(pages -> claims.put(Knob.of(whole), pages.toString()));
    size.map(this::byNode)
        .orElse(Map.of())
        .forEach(
            (node, pages) -> {
              String pool = HugePagesState.pool(size.get(), Optional.of(node));
              claims.put(Knob.of(HugePagesState.path(pool)), pages.toString());
            });
    return claims;
  }

  /**
   * The pages wanted of a host that has some.
   *
   * <p>Percents keep a count within a hundredth of what they give: how much RAM there is differs a
   * little from kernel to kernel, and no boot shall make work of that.
   *
   * @param ram bytes
   */
  long wanted(HugePageSize size, long ram, long found) {
    if (count.isPresent()) {
      return Long.parseLong(count.get().target(Long.toString(found)).strip());
    }
    if (memory.isPresent()) {
      return pages(memory.get(), size);
    }
    long share = ram / 100 * percent.orElse(0) / size.bytes();
    return Math.abs(found - share) <= share / 100 ? found : share;
  }

  /** The pages wanted of each node, by number. */
  Map<String, Long> byNode(HugePageSize size) {
    Map<String, Long> pages = new LinkedHashMap<>();
    nodes.forEach((node, amount) -> pages.put(node, pages(amount, size)));
    return pages;
  }

  private static boolean isCount(String amount) {
    return amount.matches("[0-9]{1,12}");
  }

  private static long pages(String amount, HugePageSize size) {
    return isCount(amount) ? Long.parseLong(amount) : pages(ByteSize.parse(amount), size);
  }

  private static long pages(ByteSize memory, HugePageSize size) {
    return (memory.bytes() + size.bytes() - 1) / size.bytes();
  }
}
