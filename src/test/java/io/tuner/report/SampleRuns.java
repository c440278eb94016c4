package io.tuner.report;

import io.tuner.plan.Change;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.RunResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Content;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs that hold everything a report can be asked to show, by the name of their golden files. */
final class SampleRuns {

  private static final String RUN = "20261130T120000Z-3f2a";
  private static final Optional<String> RESTORE =
      Optional.of("tuner rollback " + RUN + " -i inventories/hosts.yml");
  private static final Optional<String> NONE = Optional.empty();

  private static final Source PLAYBOOK =
      new Source(
          "playbooks/ob.yml",
          """
          - hosts: observers
            tasks:
              - name: no scheduler under hardware RAID
                block_queue: {devices: sdb, scheduler: none}
              - sysctl: {settings: {vm.nr_hugepages: 90000}}
          """);

  private static final Span SCHEDULER = new Span(PLAYBOOK, 4, 7, 11);
  private static final Span PAGES = new Span(PLAYBOOK, 5, 7, 6);
  private static final String ESCAPES = "\u001b[2Jgone\r\u009b31m \u202etxt\u0000 naïve ☃ 𝛑";

  private SampleRuns() {}

  static Map<String, RunResult> all() {
    Map<String, RunResult> runs = new TreeMap<>();
    runs.put("planned", run("apply", true, 0, planned(), conflicts(false)));
    runs.put("applied", run("apply", false, 5, applied(), List.of()));
    runs.put("failed", run("apply", false, 1, failed(), conflicts(true)));
    runs.put("verified", run("verify", true, 3, planned(), List.of()));
    runs.put("restored", run("rollback", false, 0, List.of(host("db1", scheduler())), List.of()));
    runs.put("converged", run("apply", false, 0, List.of(host("db1", ok())), List.of()));
    runs.put("hostile", run("apply", true, 4, hostile(), List.of()));
    List<HostResult> fleet =
        IntStream.rangeClosed(1, 60).mapToObj(i -> host("db" + i, pendingOnly())).toList();
    runs.put("fleet", run("apply", true, 3, fleet, List.of()));
    runs.put("empty", run("apply", true, 0, List.of(), List.of()));
    return runs;
  }

  private static List<HostResult> planned() {
    TaskResult unknown =
        TaskResult.of(
            "ethtool_ring[eth0]", "", PAGES, Status.UNKNOWN, "ethtool is not installed yet");
    TaskResult skipped =
        TaskResult.of("kernel_cmdline[x]", "arm only", PAGES, Status.SKIPPED, "`when` is false");
    TaskResult[] same = {scheduler(), limits(), commandLine(), irreversible(), unknown, skipped};
    return List.of(
        host("db1", same), host("db2", same), host("db3", ok()), host("db4", oddValues(), ok()));
  }

  private static List<HostResult> applied() {
    List<TaskResult> tasks = List.of(scheduler(), pendingOnly(), warned());
    return List.of(
        new HostResult("db1", 9, tasks, NONE, NONE, RESTORE), host("db2", ok(), pendingOnly()));
  }

  private static List<HostResult> failed() {
    TaskResult failure =
        new TaskResult(
            "sysctl[vm.nr_hugepages]",
            "huge pages",
            PAGES,
            Status.FAILED,
            Optional.of("command failed with exit 1\nsh: write error: Invalid argument"),
            List.of(),
            Map.of(),
            NONE,
            List.of(change("live", "vm.nr_hugepages", Settles.When.NOW, "0", "90000")),
            List.of("printf '%s\\n' 90000 > /proc/sys/vm/nr_hugepages"));
    TaskResult later = TaskResult.of("mount[/data]", "", PAGES, Status.NOT_STARTED, null);
    List<TaskResult> tasks = List.of(scheduler(), failure, later, later);
    String holder = "locked by run 20261130T115900Z-0001\nheld by pid 77 since 11:59:00";
    return List.of(
        new HostResult("db1", 7, tasks, NONE, NONE, RESTORE),
        new HostResult("db2", 0, List.of(), Optional.of("connection refused"), NONE, NONE),
        new HostResult("db3", 1, List.of(later), NONE, Optional.of(holder), NONE));
  }

  private static List<HostResult> hostile() {
    Content before = Content.of(ESCAPES + "\r\n");
    TaskResult task =
        new TaskResult(
            "sysfs[" + ESCAPES + "]",
            ESCAPES,
            SCHEDULER,
            Status.CHANGED,
            Optional.of(ESCAPES),
            List.of(ESCAPES + "\nsecond line"),
            Map.of(Risk.DATA, ESCAPES),
            Optional.of(ESCAPES),
            List.of(
                change("live", ESCAPES, Settles.When.NOW, ESCAPES, "x".repeat(5000)),
                change("live", "binary", Settles.When.NOW, before, Content.of("b\n")),
                change("live", "text", Settles.When.NOW, "a\u0007\r\n", "b\n")),
            List.of("printf " + ESCAPES));
    Optional<String> why = Optional.of(ESCAPES);
    return List.of(host("web", task), new HostResult("h" + ESCAPES, 0, List.of(), why, NONE, NONE));
  }

  private static TaskResult scheduler() {
    Map<Risk, String> risks = new LinkedHashMap<>();
    risks.put(Risk.LINK_FLAP, "eth0 is away for some seconds");
    risks.put(Risk.LIVE, "");
    return new TaskResult(
        "block_queue[sdb]",
        "no scheduler under hardware RAID",
        SCHEDULER,
        Status.CHANGED,
        NONE,
        List.of("`elevator=` on the kernel command line does nothing on blk-mq"),
        risks,
        NONE,
        List.of(
            change("live", "sdb.scheduler", Settles.When.NOW, "mq-deadline", "none"),
            change("live", "sdb.nr_requests", Settles.When.NOW, 0, 256),
            change("persistent", "sdb.scheduler", Settles.When.NOW, null, "none"),
            change("persistent", "sdc.scheduler", Settles.When.NOW, "bfq", null)),
        List.of("printf '%s\\n' none > /sys/block/sdb/queue/scheduler"));
  }

  private static TaskResult limits() {
    String before = "# limits\nold soft nofile 1024\n" + "#\n".repeat(9) + "end";
    String after = "# limits\nob soft nofile 655350\n" + "#\n".repeat(9) + "end\n";
    Content binary = Content.of(new byte[] {0, 1, 2});
    Content other = Content.of(new byte[] {(byte) 0xff, 0});
    return changed(
        "template[/etc/security/limits.d/ob.conf]",
        change("file", "content", Settles.When.NOW, Content.of(before), Content.of(after)),
        change("file", "mode", Settles.When.NOW, "0600", "0644"),
        change("other", "content", Settles.When.NOW, null, Content.of("one\ntwo\n")),
        change("binary", "content", Settles.When.NOW, binary, other));
  }

  private static TaskResult commandLine() {
    return changed(
        "kernel_cmdline[skew_tick,pci]",
        change("file", "skew_tick", Settles.When.NOW, List.of("1"), null),
        change("boot", "skew_tick", Settles.When.BOOT, List.of("1"), null),
        change("boot", "pci", Settles.When.BOOT, null, List.of("pcie_bus_perf", "noaer")));
  }

  private static TaskResult irreversible() {
    return new TaskResult(
        "package[ethtool]",
        "",
        PAGES,
        Status.CHANGED,
        NONE,
        List.of(),
        Map.of(Risk.IRREVERSIBLE, "said once"),
        Optional.of("its scripts leave what they made"),
        List.of(change("installed", "", Settles.When.NOW, null, "1:6.1-1")),
        List.of());
  }

  private static TaskResult oddValues() {
    return changed(
        "sysfs[/sys/odd]",
        change("live", "blank", Settles.When.NOW, "", " x "),
        change("live", "truth", Settles.When.NOW, true, false),
        change("live", "write_cache", Settles.When.NEVER, "WT", "WB"),
        change("live", "buffer", Settles.When.RESTART, 1L, 4294967296L));
  }

  private static TaskResult pendingOnly() {
    TaskResult task = TaskResult.of("kernel_cmdline[skew_tick]", "", PAGES, Status.PENDING, null);
    return withChanges(task, change("boot", "skew_tick", Settles.When.BOOT, "1", null));
  }

  private static TaskResult warned() {
    TaskResult task = TaskResult.of("mount[/data]", "data disk", PAGES, Status.OK, null);
    return new TaskResult(
        task.address(),
        task.name(),
        task.source(),
        task.status(),
        NONE,
        List.of("a mount that is not the root lacks nofail"),
        Map.of(),
        NONE,
        List.of(),
        List.of());
  }

  private static TaskResult ok() {
    return TaskResult.of("sysctl[vm.swappiness]", "swap late", SCHEDULER, Status.OK, null);
  }

  private static TaskResult changed(String address, Change... changes) {
    return withChanges(TaskResult.of(address, "", SCHEDULER, Status.CHANGED, null), changes);
  }

  private static TaskResult withChanges(TaskResult task, Change... changes) {
    return new TaskResult(
        task.address(),
        task.name(),
        task.source(),
        task.status(),
        task.message(),
        List.of(),
        Map.of(),
        NONE,
        List.of(changes),
        List.of());
  }

  static Change change(String aspect, String path, Object from, Object to) {
    return change(aspect, path, Settles.When.NOW, from, to);
  }

  private static Change change(
      String aspect, String path, Settles.When when, Object from, Object to) {
    String reason = when == Settles.When.NEVER ? "the controller's battery is missing" : "";
    return new Change(aspect, path, when, reason, from, to);
  }

  private static List<Conflict> conflicts(boolean won) {
    return Stream.of("db1", "db2")
        .map(
            host ->
                new Conflict(
                    host,
                    "/sys/block/sdb/queue/scheduler",
                    "block_queue[sdb]",
                    "none",
                    "/etc/udev/rules.d/60-io.rules:3",
                    "mq-deadline",
                    won))
        .toList();
  }

  private static RunResult run(
      String command, boolean dry, int exit, List<HostResult> hosts, List<Conflict> conflicts) {
    return new RunResult(RUN, command, dry, exit, hosts, conflicts);
  }

  private static HostResult host(String name, TaskResult... tasks) {
    return new HostResult(name, 1, List.of(tasks), NONE, NONE, NONE);
  }
}
