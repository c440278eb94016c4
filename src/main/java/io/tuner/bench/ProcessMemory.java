package io.tuner.bench;

import io.tuner.format.Meminfo;
import io.tuner.resource.Content;
import io.tuner.resource.Read.Selector;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What processes hold in memory, from {@code /proc/PID/status} (proc_pid_status(5)). Its values may
 * be off by what the kernel has not added up yet, some dozen pages a CPU; the exact ones of {@code
 * smaps} make the kernel walk all page tables, which a large process feels.
 */
final class ProcessMemory {

  static final String FILE = "status";

  private static final String PEAK = "VmHWM";

  /** The lines that are told, each under its own name. */
  private static final Map<String, String> LINES = lines();

  private ProcessMemory() {}

  private static Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("VmRSS", "rss");
    lines.put("RssAnon", "rss_anon");
    lines.put("RssFile", "rss_file");
    lines.put("RssShmem", "rss_shmem");
    lines.put("VmSwap", "swap");
    lines.put("HugetlbPages", "hugetlb");
    return lines;
  }

  /** Adds the largest of what was seen of the processes that a selector finds. */
  static void add(String name, Selector selector, List<Readings> all, Tally tally) {
    Optional<String> subject = Optional.of(name);
    boolean found = false;
    boolean several = false;
    Map<String, Long> largest = new TreeMap<>();
    for (Readings readings : all) {
      Map<Integer, Meminfo> processes = processes(selector, readings);
      found |= !processes.isEmpty();
      several |= processes.size() > 1;
      for (String line : LINES.keySet()) {
        sum(line, processes).ifPresent(bytes -> largest.merge(line, bytes, Math::max));
      }
    }
    LINES.forEach(
        (line, quantity) -> {
          Long bytes = largest.get(line);
          if (bytes != null) {
            tally.lower(subject, quantity, "B", bytes);
          }
        });
    peak(selector, all).ifPresent(bytes -> tally.lower(subject, "rss_peak", "B", bytes));
    if (!found) {
      tally.warn("no process of `" + name + "` was seen");
    }
    if (several) {
      tally.detail(name, "several processes; what they share is counted more than once");
    }
  }

  /**
   * The peak of the one process there was; empty where it is older than the stretch, or where there
   * are others: their peaks are of different moments.
   */
  private static OptionalLong peak(Selector selector, List<Readings> all) {
    Map<Integer, Meminfo> first = processes(selector, all.get(0));
    Map<Integer, Meminfo> last = processes(selector, all.get(all.size() - 1));
    if (last.size() != 1) {
      return OptionalLong.empty();
    }
    Map.Entry<Integer, Meminfo> process = last.entrySet().iterator().next();
    OptionalLong now = process.getValue().bytes(PEAK);
    Meminfo before = first.get(process.getKey());
    boolean rose =
        before == null
            || now.isPresent()
                && before.bytes(PEAK).isPresent()
                && now.getAsLong() > before.bytes(PEAK).getAsLong();
    return rose ? now : OptionalLong.empty();
  }

  private static Map<Integer, Meminfo> processes(Selector selector, Readings readings) {
    Map<Integer, Meminfo> processes = new TreeMap<>();
    for (Readings.Found process : readings.processes(selector, FILE)) {
      // One that ended while it was read is absent, and no process any more.
      if (process.files().get(FILE) instanceof Reading.Present<Content> status) {
        processes.put(process.pid(), Meminfo.parse(Readings.decode(status.value())));
      }
    }
    return processes;
  }

  /** Empty where no process tells it: kernels before 4.5 do not split the RSS. */
  private static OptionalLong sum(String line, Map<Integer, Meminfo> processes) {
    return processes.values().stream()
        .flatMap(process -> process.bytes(line).stream().boxed())
        .mapToLong(Long::longValue)
        .reduce(Long::sum);
  }
}
