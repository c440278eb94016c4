package io.tuner.bench;

import io.tuner.format.HugePageSize;
import io.tuner.format.Meminfo;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What is in a host's memory: from {@code /proc/meminfo} (proc_meminfo(5)), and of each size of
 * huge pages from sysfs (Documentation/admin-guide/mm/hugetlbpage.rst).
 */
final class HostMemory {

  private static final String FILE = "/proc/meminfo";
  private static final String SIZES = "/sys/kernel/mm/hugepages/*/";

  static final Probe PROBE =
      Probe.NOTHING
          .file(FILE)
          .glob(SIZES + "nr_hugepages")
          .glob(SIZES + "free_hugepages")
          .glob(SIZES + "resv_hugepages");

  private HostMemory() {}

  /** Adds the largest of what was seen. */
  static void add(List<Readings> all, Tally tally) throws ProbeFailed {
    Map<String, Long> states = new TreeMap<>();
    Map<HugePageSize, Pages> sizes = new TreeMap<>();
    for (Readings readings : all) {
      Meminfo memory = Meminfo.parse(readings.text(FILE).orElse(""));
      memory.bytes("Dirty").ifPresent(bytes -> states.merge("dirty", bytes, Math::max));
      memory.bytes("Writeback").ifPresent(bytes -> states.merge("writeback", bytes, Math::max));
      memory
          .bytes("AnonHugePages")
          .ifPresent(bytes -> states.merge("anon_huge_pages", bytes, Math::max));
      swapUsed(memory).ifPresent(bytes -> states.merge("swap_used", bytes, Math::max));
      pages(readings, memory).forEach((size, pages) -> sizes.merge(size, pages, Pages::max));
    }
    states.forEach((state, bytes) -> tell(Optional.empty(), state, bytes, tally));
    sizes.forEach(
        (size, pages) -> {
          Optional<String> subject = Optional.of("huge_pages_" + size);
          tally.neither(subject, "total", "B", (double) pages.total * size.bytes());
          tally.neither(subject, "used", "B", (double) pages.used() * size.bytes());
          tally.neither(subject, "reserved", "B", (double) pages.reserved * size.bytes());
        });
  }

  /** Huge pages are wanted by whoever asks for them; the others cost something. */
  private static void tell(Optional<String> subject, String state, long bytes, Tally tally) {
    if (state.equals("anon_huge_pages")) {
      tally.neither(subject, state, "B", bytes);
    } else {
      tally.lower(subject, state, "B", bytes);
    }
  }

  private static OptionalLong swapUsed(Meminfo memory) {
    OptionalLong total = memory.bytes("SwapTotal");
    OptionalLong free = memory.bytes("SwapFree");
    return total.isPresent() && free.isPresent()
        ? OptionalLong.of(total.getAsLong() - free.getAsLong())
        : OptionalLong.empty();
  }

  /**
   * Huge pages of one size.
   *
   * @param total in the pool, surplus ones included
   * @param free in the pool and taken by nobody; reserved ones are among them
   * @param reserved promised to a mapping that has not touched them yet
   */
  private record Pages(long total, long free, long reserved) {

    long used() {
      return total - free;
    }

    static Pages max(Pages one, Pages other) {
      return one.used() + one.reserved >= other.used() + other.reserved ? one : other;
    }
  }

  /** By size from sysfs; where there is none, of the default size. */
  private static Map<HugePageSize, Pages> pages(Readings readings, Meminfo memory) {
    Map<HugePageSize, Pages> pages = new TreeMap<>();
    Map<String, Reading<Content>> totals = readings.glob(SIZES + "nr_hugepages");
    totals.forEach(
        (path, total) -> {
          String directory = path.substring(0, path.lastIndexOf('/') + 1);
          OptionalLong free =
              number(readings.glob(SIZES + "free_hugepages").get(directory + "free_hugepages"));
          OptionalLong reserved =
              number(readings.glob(SIZES + "resv_hugepages").get(directory + "resv_hugepages"));
          String[] parts = path.split("/");
          HugePageSize.ofDirectory(parts[parts.length - 2])
              .ifPresent(size -> put(size, number(total), free, reserved, pages));
        });
    if (pages.isEmpty()) {
      memory
          .bytes("Hugepagesize")
          .ifPresent(
              bytes ->
                  put(
                      new HugePageSize(bytes),
                      memory.count("HugePages_Total"),
                      memory.count("HugePages_Free"),
                      memory.count("HugePages_Rsvd"),
                      pages));
    }
    return pages;
  }

  private static void put(
      HugePageSize size,
      OptionalLong total,
      OptionalLong free,
      OptionalLong reserved,
      Map<HugePageSize, Pages> pages) {
    if (total.isPresent() && free.isPresent() && reserved.isPresent()) {
      pages.put(size, new Pages(total.getAsLong(), free.getAsLong(), reserved.getAsLong()));
    }
  }

  private static OptionalLong number(Reading<Content> reading) {
    if (reading instanceof Reading.Present<Content> present) {
      String text = Readings.decode(present.value()).strip();
      return text.matches("[0-9]{1,15}")
          ? OptionalLong.of(Long.parseLong(text))
          : OptionalLong.empty();
    }
    return OptionalLong.empty();
  }
}
