package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Parameter;
import io.tuner.resource.Problems;
import io.tuner.resource.Type;
import io.tuner.text.Durations;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How long a service takes to stop and to start, and what its stop writes. */
@Type(
    name = "start_stop",
    summary = "Stops and starts a service, and times it",
    example =
        """
        service: nodeos
        ready: curl -sf http://127.0.0.1:8888/v1/chain/get_info
        ready_timeout: 1h
        drop_caches: true
        """,
    guide =
        """
        One run stops the service, flushes what it left to be written (`sync`), starts it, stops it again and starts it again. \
        `stop` is the first stop, after real work; `first_start` follows it, with `drop_caches: true` out of the disk alone; \
        `later_start` follows at once, with all in memory. All in seconds by the host's own clock. `flushed` is what the disks \
        wrote from the first stop to the end of the `sync`, in bytes; what others wrote meanwhile is in it. How long the `sync` took \
        is a detail, and no part of `stop`.

        The service must run beforehand, and runs afterwards. `ready` decides when it is up; without it, the end of the \
        start command does. It is asked ten times a second at first, and later in steps of 2 % of the time that went by: a start \
        is told to 2 %, or 0.1 s. Where a run breaks off in between, because a command fails, its time is over or the connection \
        ends, the service is started; a start command has ten seconds then.

        A start command of your own puts the service into the background in a session of its own (`setsid -f …`): what \
        stays in the run's is ended with it.
        """)
public record StartStop(
    @Parameter(value = "The service, by its unit; or else `stop` and `start`.", example = "nodeos")
        Optional<String> service,
    @Parameter(
            value = "A command that stops it and returns when it is down.",
            example = "/opt/node/stop.sh")
        Optional<String> stop,
    @Parameter(value = "A command that starts it.", example = "/opt/node/start.sh")
        Optional<String> start,
    @Parameter(
            value = "A command that exits with 0 when the service does its work.",
            example = "curl -sf http://127.0.0.1:8888/v1/chain/get_info")
        Optional<String> ready,
    @Parameter(
            value = "How long to wait for `ready`, each time.",
            name = "ready_timeout",
            byDefault = "10m")
        String readyTimeout,
    @Parameter(
            value =
                "Empties the host's file caches before the first start, which every program there feels.",
            name = "drop_caches",
            byDefault = "false")
        boolean dropCaches)
    implements Benchmark {

  @Override
  public String name() {
    return "start and stop of " + what();
  }

  private String what() {
    return service.or(() -> start).orElse("a service");
  }

  @Override
  public void validate(Problems problems) {
    if (service.isPresent() == (stop.isPresent() || start.isPresent())
        || stop.isPresent() != start.isPresent()) {
      problems.error(
          service.isPresent() ? "service" : "start",
          "start_stop takes `service`, or `stop` and `start`");
    }
    if (!service.orElse("x").matches("[A-Za-z0-9:_.\\\\@][A-Za-z0-9:_.\\\\@-]{0,254}")) {
      problems.error("service", "`" + service.get() + "` is not the name of a unit");
    }
    try {
      if (Durations.parse(readyTimeout).compareTo(Duration.ofDays(1)) > 0) {
        problems.error("ready_timeout", "`" + readyTimeout + "` is more than a day");
      }
    } catch (IllegalArgumentException e) {
      problems.error("ready_timeout", "`ready_timeout`: " + e.getMessage());
    }
  }

  @Override
  public List<Cell> cells() {
    return List.of(Cell.ONLY);
  }

  @Override
  public String command(Cell cell) {
    return StartStopScript.text(
        stop.orElseGet(() -> unit("stop")),
        start.orElseGet(() -> unit("start")),
        ready.orElseGet(this::up),
        Durations.parse(readyTimeout).toSeconds(),
        dropCaches);
  }

  private String unit(String verb) {
    String name = Shell.quote(service.orElseThrow());
    return "if command -v systemctl >/dev/null; then systemctl "
        + verb
        + " "
        + name
        + "; else service "
        + name
        + " "
        + verb
        + "; fi";
  }

  /** Of commands of their own nothing is known but that they ended. */
  private String up() {
    return service.isEmpty()
        ? ":"
        : "! command -v systemctl >/dev/null || systemctl is-active --quiet "
            + Shell.quote(service.get());
  }

  @Override
  public Optional<List<Metric>> tells() {
    return Optional.of(StartStopTimes.METRICS);
  }

  @Override
  public Outcome outcome(Cell cell, Finished finished) {
    return StartStopTimes.read(finished);
  }

  @Override
  public List<String> warnings() {
    String stops = "stops and starts " + what() + " twice in each run";
    return dropCaches
        ? List.of(stops, "empties the file caches of the host in each run")
        : List.of(stops);
  }
}
