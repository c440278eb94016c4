package io.tuner.resources;

import io.tuner.format.Glob;
import io.tuner.format.QueueAttributes;
import io.tuner.resource.Bound;
import io.tuner.resource.Codec;
import io.tuner.resource.Knob;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How the kernel queues requests to disks, now and at every boot. */
@Type(
    name = "block_queue",
    summary = "How the kernel queues requests to disks: scheduler, depth, read-ahead",
    guide =
        """
        A boot sets what `/etc/udev/rules.d/99-tuner-block.rules` says; each disk is known there by
        its serial number, or by its kernel name where it has none of its own. A new scheduler
        resets `nr_requests` and `wbt_lat_usec`, unless the task sets them as well.
        """)
public record BlockQueue(
    @Parameter(
            value = "whole disks: kernel names, patterns of them, or paths below /dev",
            example = "[\"sd*\", /dev/disk/by-id/wwn-0x5000c500a1b2c3d4]",
            required = true)
        List<String> devices,
    @Parameter(value = "the I/O scheduler", example = "none") Optional<String> scheduler,
    @Parameter(value = "0 off, 1 the CPU's group completes, 2 the very CPU", example = "2")
        Optional<Bound> rq_affinity,
    @Parameter(value = "requests that may be queued", example = "256") Optional<Bound> nr_requests,
    @Parameter(value = "read-ahead in KiB", example = "\"<= 128\"") Optional<Bound> read_ahead_kb,
    @Parameter(value = "0 all merges, 1 only simple ones, 2 none", example = "2")
        Optional<Bound> nomerges,
    @Parameter(value = "largest request in KiB", example = "1024") Optional<Bound> max_sectors_kb,
    @Parameter(value = "latency aim of writeback throttling in µs; 0 is off", example = "0")
        Optional<Bound> wbt_lat_usec,
    @Parameter(value = "1: count I/O for iostat", example = "0") Optional<Bound> iostats,
    @Parameter(value = "1: feed the entropy pool", example = "0") Optional<Bound> add_random,
    @Parameter(value = "1: taken for a spinning disk", example = "0") Optional<Bound> rotational,
    @Parameter(value = "whether a boot sets them", example = "false", byDefault = "true")
        boolean persist)
    implements Resource<BlockQueueState> {

  @Override
  public String name() {
    return String.join(",", devices);
  }

  @Override
  public void validate(Problems problems) {
    for (String device : devices) {
      boolean path = device.startsWith("/");
      if (device.isBlank() || path && (!device.startsWith("/dev/") || Glob.hasWildcard(device))) {
        problems.error("devices", "`" + device + "` is neither a name nor a path below /dev");
      }
    }
    for (Map.Entry<String, Bound> entry : wanted().entrySet()) {
      QueueAttributes.problem(entry.getKey(), entry.getValue().value())
          .ifPresent(why -> problems.error(entry.getKey(), why));
    }
    if (wanted().isEmpty()) {
      problems.error("devices", "nothing is to be set", "name a scheduler, nr_requests, …");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    for (Map.Entry<String, Bound> entry : wanted().entrySet()) {
      devices.stream()
          .filter(device -> device.matches("[a-z0-9]+"))
          .map(device -> Knob.of(BlockQueueState.path(device, entry.getKey())))
          .forEach(knob -> entry.getValue().exact().ifPresent(value -> claims.put(knob, value)));
    }
    return claims;
  }

  @Override
  public Probe probe() {
    return reader().probe();
  }

  @Override
  public BlockQueueState parse(Readings readings) throws ProbeFailed {
    return reader().parse(readings);
  }

  @Override
  public BlockQueueState target(BlockQueueState observed, Notes notes) throws Unsupported {
    if (!observed.around().unmatched().isEmpty()) {
      throw new Missing(observed.around().unmatched().get(0));
    }
    if (scheduler.isPresent() && observed.around().elevator()) {
      notes.warn("`elevator=` on the kernel's command line does nothing to multi-queue disks");
    }
    return new BlockQueueTarget(wanted(), observed, notes).state();
  }

  @Override
  public Script transition(BlockQueueState from, BlockQueueState to) {
    return from.to(to);
  }

  @Override
  public Map<String, Knob> knobs(BlockQueueState state) {
    return state.knobs(wanted().keySet());
  }

  /** The attributes to set; the scheduler comes first, for it resets others. */
  private Map<String, Bound> wanted() {
    Map<String, Object> wanted = new LinkedHashMap<>(Codec.toMap(this));
    wanted.keySet().removeAll(Set.of("devices", "persist"));
    Map<String, Bound> bounds = new LinkedHashMap<>();
    wanted.forEach((name, value) -> bounds.put(name, Bound.parse(value.toString())));
    return bounds;
  }

  private BlockQueueReader reader() {
    Set<String> attributes = new LinkedHashSet<>(wanted().keySet());
    if (scheduler.isPresent()) {
      attributes.addAll(QueueAttributes.RESET);
    }
    return new BlockQueueReader(devices, attributes, persist);
  }
}
