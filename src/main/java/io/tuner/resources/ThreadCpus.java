package io.tuner.resources;

import io.tuner.format.ThreadStatus;
import io.tuner.text.CpuSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the threads of some processes may run: a set for most of them, and those that have another.
 * A database has hundreds of threads, and nearly all agree.
 *
 * @param most the CPUs of most threads
 * @param others the CPUs of the others, by thread name; the second of a name is {@code name#2}, for
 *     numbers of threads mean nothing to people
 */
public record ThreadCpus(CpuSet most, SortedMap<String, CpuSet> others) {

  private static final String BUT = ", but ";

  /** All threads on one set. */
  static ThreadCpus all(CpuSet cpus) {
    return new ThreadCpus(cpus, new TreeMap<>());
  }

  /** Of these threads; there must be one. */
  static ThreadCpus of(List<ThreadStatus> threads) {
    Map<CpuSet, Integer> counts = new LinkedHashMap<>();
    threads.forEach(thread -> counts.merge(thread.cpus(), 1, Integer::sum));
    CpuSet most =
        counts.entrySet().stream()
            .max(
                Map.Entry.<CpuSet, Integer>comparingByValue()
                    .thenComparing(entry -> entry.getKey().toString()))
            .orElseThrow()
            .getKey();
    SortedMap<String, CpuSet> others = new TreeMap<>();
    keys(threads)
        .forEach(
            (key, thread) -> {
              if (!thread.cpus().equals(most)) {
                others.put(key, thread.cpus());
              }
            });
    return new ThreadCpus(most, others);
  }

  /** The threads by the names that {@link #others} has. */
  static Map<String, ThreadStatus> keys(List<ThreadStatus> threads) {
    Map<String, Integer> seen = new HashMap<>();
    Map<String, ThreadStatus> keys = new LinkedHashMap<>();
    threads.stream()
        .sorted(Comparator.comparingInt(ThreadStatus::thread))
        .forEach(
            thread -> {
              String name = thread.name().replaceAll("[^A-Za-z0-9_.:/@+()-]", "_");
              int number = seen.merge(name, 1, Integer::sum);
              keys.put(number == 1 ? name : name + "#" + number, thread);
            });
    return keys;
  }

  /** The CPUs of the thread of that name. */
  CpuSet cpus(String key) {
    return others.getOrDefault(key, most);
  }

  /** True where all threads agree. */
  boolean isUniform() {
    return others.isEmpty();
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException where that is not its form
   */
  public static ThreadCpus parse(String text) {
    int but = text.indexOf(BUT);
    SortedMap<String, CpuSet> others = new TreeMap<>();
    if (but >= 0) {
      for (String other : text.substring(but + BUT.length()).split("; ")) {
        int on = other.lastIndexOf(" on ");
        if (on < 0) {
          throw new IllegalArgumentException("`" + text + "` does not say where threads may run");
        }
        others.put(other.substring(0, on), CpuSet.parse(other.substring(on + 4)));
      }
    }
    return new ThreadCpus(CpuSet.parse(but < 0 ? text : text.substring(0, but)), others);
  }

  /** As plans show it: {@code 0-95, but flush on 3; io_worker#2 on 4}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(most.toString());
    String before = BUT;
    for (Map.Entry<String, CpuSet> other : others.entrySet()) {
      text.append(before).append(other.getKey()).append(" on ").append(other.getValue());
      before = "; ";
    }
    return text.toString();
  }
}
