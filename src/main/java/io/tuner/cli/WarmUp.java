package io.tuner.cli;

import io.tuner.host.Hosts;
import io.tuner.load.Become;
import io.tuner.plan.HostResult;
import io.tuner.plan.Planner;
import io.tuner.plan.RunResult;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.report.JsonReport;
import io.tuner.report.RunReport;
import io.tuner.report.Style;
import io.tuner.report.TextReport;
import io.tuner.resource.Binder;
import io.tuner.resource.Content;
import io.tuner.resource.Described;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resources.Resources;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Does once what a run is going to do, while it reads files and waits for hosts: a new process
 * takes its time to load each thing it does for the first time. What comes out is thrown away.
 */
final class WarmUp implements Runnable {

  private static final String NAME = "vm.swappiness";

  private final boolean json;

  private WarmUp(boolean json) {
    this.json = json;
  }

  /** Begins, in a thread of its own that the end of the process does not wait for. */
  static void start(boolean json) {
    Thread thread = new Thread(new WarmUp(json), "tuner warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  /** In the order in which a run needs them. */
  @Override
  public void run() {
    Described type = Resources.find("sysctl").orElseThrow();
    Hosts.warmUp();
    Map<String, Object> parameters = Map.of("settings", Map.of(NAME, "1"), "persist", "false");
    Binder.bind(type, Tree.of(parameters, Span.NONE), new Diagnostics())
        .ifPresent(resource -> report(plan((Resource<?>) resource)));
  }

  private static TaskPlan plan(Resource<?> resource) {
    Subject subject =
        new Subject(
            "sysctl[" + NAME + "]",
            "sysctl",
            "",
            Span.NONE,
            resource,
            Map.of(),
            List.of(),
            false,
            new Become(false, "root"),
            Optional.empty());
    Readings readings =
        new Readings.Builder()
            .file(
                new Read.File("/proc/sys/vm/swappiness"), new Reading.Present<>(Content.of("60\n")))
            .build();
    return Planner.plan(subject, readings, false);
  }

  private void report(TaskPlan plan) {
    HostResult host =
        new HostResult(
            "", 1, List.of(plan.result()), Optional.empty(), Optional.empty(), Optional.empty());
    RunReport run = RunReport.of(new RunResult("", "verify", true, 0, List.of(host), List.of()));
    if (json) {
      JsonReport.of(run);
    } else {
      TextReport.of(run, Style.PLAIN, false);
    }
  }
}
