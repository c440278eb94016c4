package io.tuner.bench;

import io.tuner.host.Unreachable;
import io.tuner.resource.Readings;
import io.tuner.resources.StorcliCache;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** What hosts were like when their blocks of runs began. */
public final class Surroundings {

  private final Function<String, List<StorcliCache>> controllers;
  private final Map<String, List<HostEnvironment.Seen>> seen = new ConcurrentSkipListMap<>();
  private final Map<String, List<HostEnvironment.Seen>> earlier = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> changed = new ConcurrentHashMap<>();

  /**
   * Of one run.
   *
   * @param controllers by host, the tasks that know its RAID controllers
   */
  public Surroundings(Function<String, List<StorcliCache>> controllers) {
    this.controllers = controllers;
  }

  /**
   * Looks at a host.
   *
   * @param state that the block measures
   */
  public void look(Station station, String state) throws Unreachable, InterruptedException {
    List<StorcliCache> tasks = controllers.apply(station.host());
    Readings readings = station.read(Environment.PROBE.and(RaidPolicies.probe(tasks)));
    Environment environment =
        Environment.of(readings, Instant.now(), RaidPolicies.of(tasks, readings));
    seen.computeIfAbsent(station.host(), host -> new CopyOnWriteArrayList<>())
        .add(new HostEnvironment.Seen(state, environment));
  }

  /** Says which types of tasks changed a host. */
  public void changed(String host, Set<String> types) {
    changed.merge(host, types, Surroundings::both);
  }

  private static Set<String> both(Set<String> one, Set<String> other) {
    Set<String> both = new java.util.TreeSet<>(one);
    both.addAll(other);
    return both;
  }

  /** Says what a host was like in the stored run that is compared with. */
  public void baseline(HostEnvironment stored) {
    stored.blocks().stream()
        .filter(block -> !block.state().equals(HostEnvironment.REFERENCE))
        .findFirst()
        .ifPresent(block -> earlier.put(stored.host(), List.of(block)));
  }

  /** Every host that was looked at, by name. */
  public List<HostEnvironment> environments() {
    List<HostEnvironment> all = new ArrayList<>();
    seen.forEach(
        (host, blocks) -> {
          List<HostEnvironment.Seen> whole = new ArrayList<>(earlier.getOrDefault(host, List.of()));
          whole.addAll(blocks);
          all.add(HostEnvironment.of(host, whole, changed.getOrDefault(host, Set.of())));
        });
    return all;
  }

  /** What else was another between the first block and the last, which the play did not make. */
  public List<String> notes() {
    return environments().stream().flatMap(one -> one.notes().stream()).sorted().toList();
  }
}
