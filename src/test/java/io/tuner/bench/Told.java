package io.tuner.bench;

import io.tuner.format.Glob;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a host tells, written down: its files, the outputs of its commands, its processes. */
final class Told {

  private final TreeMap<String, Content> files = new TreeMap<>();
  private final Map<String, Readings.Output> outputs = new TreeMap<>();
  private final Map<Read.Selector, List<Integer>> processes = new java.util.HashMap<>();

  /** A host that has been up for so many seconds. */
  static Told at(double uptime) {
    return new Told().file("/proc/uptime", uptime + " 1.0\n").boot("one");
  }

  Told boot(String identifier) {
    return file("/proc/sys/kernel/random/boot_id", identifier + "\n");
  }

  Told file(String path, String text) {
    return file(path, Content.of(text));
  }

  Told file(String path, Content content) {
    files.put(path, content);
    return this;
  }

  /** A disk with a device behind it. */
  Told disk(String name) {
    return file("/sys/block/" + name + "/size", "1\n")
        .file("/sys/block/" + name + "/device/uevent", "");
  }

  Told output(String command, int exit, String stdout) {
    outputs.put(command, new Readings.Output("sh", exit, stdout, exit == 0 ? "" : "no route\n"));
    return this;
  }

  Told process(Read.Selector.Kind kind, String value, int pid, String status) {
    processes.computeIfAbsent(new Read.Selector(kind, value), key -> new ArrayList<>()).add(pid);
    return file("/proc/" + pid + "/status", status);
  }

  private Reading<Content> reading(String path) {
    Content content = files.get(path);
    return content == null ? new Reading.Absent<>() : new Reading.Present<>(content);
  }

  /** Its answer to a probe. */
  Readings read(Probe probe) {
    Readings.Builder readings = new Readings.Builder();
    for (Read read : probe.reads()) {
      if (read instanceof Read.File file) {
        readings.file(file, reading(file.path()));
      } else if (read instanceof Read.Glob glob) {
        SortedMap<String, Reading<Content>> found = new TreeMap<>();
        Glob pattern = Glob.of(glob.pattern());
        files.keySet().stream()
            .filter(path -> pattern.matches(path) && depth(path) == depth(glob.pattern()))
            .forEach(path -> found.put(path, reading(path)));
        readings.glob(glob, found);
      } else if (read instanceof Read.Ask ask) {
        Readings.Output output = outputs.get(ask.command());
        readings.output(
            ask, output == null ? new Reading.Absent<>() : new Reading.Present<>(output));
      } else if (read instanceof Read.Process process) {
        List<Readings.Found> found = new ArrayList<>();
        for (int pid : processes.getOrDefault(process.selector(), List.of())) {
          Map<String, Reading<Content>> each = new TreeMap<>();
          process.files().forEach(name -> each.put(name, reading("/proc/" + pid + "/" + name)));
          found.add(new Readings.Found(pid, each));
        }
        readings.processes(process, found);
      } else {
        throw new IllegalStateException("nothing is told of " + read);
      }
    }
    return readings.build();
  }

  private static long depth(String path) {
    return path.chars().filter(c -> c == '/').count();
  }
}
