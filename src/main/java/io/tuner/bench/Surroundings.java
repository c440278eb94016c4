package io.tuner.bench;

import io.tuner.host.Unreachable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What hosts were like when their blocks of runs began. */
public final class Surroundings {

  private final Map<String, List<Environment>> seen = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> changed = new ConcurrentHashMap<>();

  /** Looks at a host. */
  public void look(Station station) throws Unreachable, InterruptedException {
    seen.computeIfAbsent(station.host(), host -> new CopyOnWriteArrayList<>())
        .add(Environment.of(station.read(Environment.PROBE), Instant.now(), Map.of()));
  }

  /** Says which types of tasks changed a host. */
  public void changed(String host, Set<String> types) {
    changed.put(host, types);
  }

  /** What else was another between the first block and the last, which the play did not make. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    seen.forEach(
        (host, all) -> {
          for (Environment.Difference other : all.get(0).differences(all.get(all.size() - 1))) {
            if (!isMadeBy(changed.getOrDefault(host, Set.of()), other.what())) {
              notes.add(host + ": " + other + ", which the play did not make");
            }
          }
        });
    return notes.stream().sorted().toList();
  }

  private static boolean isMadeBy(Set<String> types, String what) {
    return switch (what) {
      case "governor" -> types.contains("cpu_frequency") || types.contains("tuned_profile");
      case "transparent huge pages" ->
          types.contains("transparent_huge_pages") || types.contains("tuned_profile");
      default -> false;
    };
  }
}
