package io.tuner.bench;

import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Read.Selector;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is in the memory of a host, and of some of its processes. */
@Type(
    name = "memory",
    summary = "Watches the memory of processes, swap, what is to be written back, and huge pages",
    guide =
        """
        Of the host, in bytes: `swap_used`, `dirty` and `writeback` (what a crash would lose and a stop has to write), \
        `anon_huge_pages` (transparent ones), and of each size of huge pages `total`, `used` (taken by somebody) and `reserved` \
        (promised, and not taken yet). Of the processes of a unit, a command or a file with a number: `rss` and what it is made of, \
        `rss_anon` (their own; what `mapped_private` changes), `rss_file` and `rss_shmem` (files and tmpfs mapped; what `mapped` \
        holds), `swap`, `hugetlb` (huge pages, which are in no RSS), and `rss_peak`.

        These are states, not counters: the largest of what was seen at the start, at the end and every five minutes in between. \
        `rss_peak` is the kernel's own (VmHWM) and misses nothing, but counts from the start of a process: it is told where it rose \
        meanwhile. Where a unit has several processes their sum is told, in which memory that they share is counted more than once.
        """)
public record Memory(
    @Parameter(value = "Units whose processes are watched.", example = "nodeos") List<String> units,
    @Parameter(value = "Processes by their command's name.", example = "[postgres]")
        List<String> commands,
    @Parameter(
            value = "Processes by a file with their number.",
            name = "pid_files",
            example = "/run/nodeos.pid")
        List<String> pidFiles)
    implements Observer {

  /** Of a name the kernel keeps so much (proc_pid_comm(5)). */
  private static final int COMMAND_LENGTH = 15;

  private static final String UNIT =
      ".*\\.(service|socket|device|mount|automount|swap|target|path|timer|slice|scope)";

  @Override
  public void validate(Problems problems) {
    units.stream()
        .filter(unit -> !unit.matches("[A-Za-z0-9:_.\\\\@-]{1,255}"))
        .forEach(unit -> problems.error("units", "`" + unit + "` is not the name of a unit"));
    commands.stream()
        .filter(name -> name.isBlank() || name.contains("/"))
        .forEach(
            name ->
                problems.error(
                    "commands",
                    "`" + name + "` is not the name of a command",
                    "as `ps -o comm` shows it, without a path"));
    pidFiles.stream()
        .filter(path -> !path.matches("(/[^/\\x00-\\x1f]+)+"))
        .forEach(path -> problems.error("pid_files", "`" + path + "` is not an absolute path"));
  }

  @Override
  public Probe probe() {
    Probe probe = HostMemory.PROBE;
    for (Selector selector : selectors().values()) {
      probe = probe.process(selector, ProcessMemory.FILE);
    }
    return probe;
  }

  @Override
  public Probe sample() {
    return probe();
  }

  @Override
  public Outcome between(Observed observed) throws ProbeFailed {
    Tally tally = new Tally("memory");
    List<Readings> all = observed.all().toList();
    HostMemory.add(all, tally);
    selectors().forEach((name, selector) -> ProcessMemory.add(name, selector, all, tally));
    tally.detail("seen", all.size() + " times");
    return tally.outcome();
  }

  /** How the processes are found, by what reports call them: as the playbook does. */
  private Map<String, Selector> selectors() {
    Map<String, Selector> selectors = new LinkedHashMap<>();
    for (String unit : units) {
      String full = unit.matches(UNIT) ? unit : unit + ".service";
      selectors.put(unit, new Selector(Selector.Kind.UNIT, full));
    }
    for (String name : commands) {
      String kept = name.substring(0, Math.min(COMMAND_LENGTH, name.length()));
      selectors.putIfAbsent(name, new Selector(Selector.Kind.COMMAND, kept));
    }
    for (String path : pidFiles) {
      selectors.putIfAbsent(path, new Selector(Selector.Kind.PID_FILE, path));
    }
    return selectors;
  }
}
