package io.tuner.resources;

import io.tuner.format.Choices;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How the queues of some disks are read.
 *
 * @param devices names, patterns, paths below /dev
 * @param attributes which to read
 * @param persist whether our rules are read as well
 */
record BlockQueueReader(List<String> devices, Collection<String> attributes, boolean persist) {

  private static final String COMMAND_LINE = "/proc/cmdline";

  /** What must be read of these disks. */
  Probe probe() {
    Probe probe = Disks.probe(devices).file(COMMAND_LINE);
    for (String attribute : attributes) {
      probe = probe.glob(BlockQueueState.path("*", attribute));
    }
    return persist ? probe.and(Disks.probeProperties()).file(BlockQueueState.RULES.path()) : probe;
  }

  /** The state of these disks. */
  BlockQueueState parse(Readings readings) throws ProbeFailed {
    Disks disks = new Disks(readings);
    Map<String, Map<String, String>> live = new TreeMap<>();
    Map<String, String> schedulers = new TreeMap<>();
    List<String> unmatched = new ArrayList<>();
    for (String device : devices) {
      Set<String> matching = disks.matching(device, readings);
      if (matching.isEmpty()) {
        unmatched.add(disks.unmatched(device));
      }
      for (String disk : matching) {
        live.put(disk, attributes(readings, disk));
        Optional<String> offered = Optional.ofNullable(live.get(disk).get("scheduler"));
        offered.ifPresent(text -> schedulers.put(disk, text));
        Optional<String> active = offered.flatMap(text -> Choices.parse(text).active());
        live.get(disk).compute("scheduler", (key, value) -> active.orElse(null));
      }
    }
    Map<String, String> identities = new TreeMap<>(persist ? disks.identities(readings) : Map.of());
    identities.keySet().retainAll(live.keySet());
    Optional<String> rules =
        persist ? readings.text(BlockQueueState.RULES.path()) : Optional.empty();
    Set<String> keys = new LinkedHashSet<>();
    identities.values().forEach(id -> attributes.forEach(name -> keys.add(id + "/" + name)));
    Map<String, Map<String, String>> persistent =
        BlockQueueState.nested(BlockQueueState.RULES.values(rules, keys));
    boolean elevator = (" " + readings.text(COMMAND_LINE).orElse("")).contains(" elevator=");
    return new BlockQueueState(
        live,
        persistent,
        new BlockQueueState.Around(schedulers, identities, unmatched, rules, elevator));
  }

  private Map<String, String> attributes(Readings readings, String disk) throws ProbeFailed {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : attributes) {
      Reading<Content> reading =
          readings.glob(BlockQueueState.path("*", name)).get(BlockQueueState.path(disk, name));
      // A disk without the feature (writeback throttling) answers a read with EINVAL.
      boolean none =
          reading instanceof Reading.Refused<Content> refused
              && refused.reason().contains("Invalid argument");
      if (reading != null && !none) {
        reading
            .known(BlockQueueState.path(disk, name))
            .ifPresent(value -> values.put(name, Readings.decode(value).strip()));
      }
    }
    return values;
  }
}
