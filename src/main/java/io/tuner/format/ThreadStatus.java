package io.tuner.format;

import io.tuner.text.CpuSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What {@code /proc/PID/task/TID/status} says of one thread (proc_pid_status(5)).
 *
 * @param process its process, {@code Tgid}; the main thread has the same number
 * @param thread its own number, {@code Pid}
 * @param name at most 15 characters, as the thread named itself
 * @param cpus where it may run; with offline ones, where the kernel remembers them
 */
public record ThreadStatus(int process, int thread, String name, CpuSet cpus) {

  /**
   * Reads the file. Kernels without {@code Cpus_allowed_list} have the mask alone.
   *
   * @throws Refusal where it names no thread or no CPUs
   */
  public static ThreadStatus of(String text) throws Refusal {
    Map<String, String> fields = new HashMap<>();
    for (Line line : Line.split(text)) {
      int colon = line.text().indexOf(':');
      if (colon > 0) {
        fields.putIfAbsent(
            line.text().substring(0, colon), line.text().substring(colon + 1).strip());
      }
    }
    try {
      String list = fields.get("Cpus_allowed_list");
      CpuSet cpus =
          list != null
              ? CpuSet.parse(list)
              : CpuSet.parseMask(fields.getOrDefault("Cpus_allowed", ""));
      int thread = Integer.parseInt(fields.getOrDefault("Pid", ""));
      int process = Integer.parseInt(fields.getOrDefault("Tgid", "" + thread));
      return new ThreadStatus(process, thread, fields.getOrDefault("Name", ""), cpus);
    } catch (IllegalArgumentException e) {
      throw new Refusal("the status of a thread does not say on which CPUs it may run");
    }
  }

  /** True for the first thread of its process. */
  public boolean isMain() {
    return process == thread;
  }
}
