package io.tuner.resources;

import io.tuner.format.Choices;
import io.tuner.format.QueueAttributes;
import io.tuner.resource.Bound;
import io.tuner.resource.Notes;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The queue attributes that disks found so are to have.
 *
 * @param bounds what a task wants of each
 * @param observed as they are
 */
record BlockQueueTarget(Map<String, Bound> bounds, BlockQueueState observed, Notes notes) {

  BlockQueueState state() throws Unsupported {
    Map<String, Map<String, String>> live = new TreeMap<>();
    Map<String, Map<String, String>> persistent = new TreeMap<>(observed.persistent());
    for (String disk : observed.live().keySet()) {
      live.put(disk, live(disk));
      String identity = observed.around().identities().get(disk);
      if (identity != null) {
        persistent.put(identity, kept(identity, live.get(disk)));
      }
    }
    return observed.with(live, persistent);
  }

  /** The attributes wanted of one disk found so. */
  private Map<String, String> live(String disk) throws Unsupported {
    Map<String, String> found = observed.live().get(disk);
    Map<String, String> target = new LinkedHashMap<>(found);
    for (Map.Entry<String, Bound> entry : bounds.entrySet()) {
      if (!found.containsKey(entry.getKey())) {
        throw new Unsupported("`" + disk + "` has no queue attribute `" + entry.getKey() + "`");
      }
      target.compute(entry.getKey(), (key, value) -> entry.getValue().target(value));
    }
    if (bounds.containsKey("scheduler")) {
      check(disk, target.get("scheduler"));
      boolean changes = !target.get("scheduler").equals(found.get("scheduler"));
      for (String attribute : QueueAttributes.RESET) {
        if (bounds.containsKey(attribute)) {
          continue;
        }
        notes.disturbs("live." + disk + "." + attribute, "reset by the new scheduler");
        if (changes && target.remove(attribute) != null) {
          notes.warn(
              "the new scheduler of `"
                  + disk
                  + "` resets "
                  + attribute
                  + ", now "
                  + found.get(attribute));
        }
      }
    }
    return target;
  }

  private void check(String disk, String scheduler) throws Unsupported {
    Choices offered = Choices.parse(observed.around().schedulers().get(disk));
    Optional<String> refusal = QueueAttributes.refusal(scheduler, offered);
    if (refusal.isPresent()) {
      throw new Unsupported("`" + disk + "` " + refusal.get());
    }
    if (!offered.offers(scheduler)) {
      notes.warn(
          "`" + disk + "` does not offer " + scheduler + " yet: the kernel loads its module");
    }
  }

  /** The attributes that our rules are to keep for a disk that has these now. */
  private Map<String, String> kept(String identity, Map<String, String> now) {
    Map<String, String> kept =
        new LinkedHashMap<>(observed.persistent().getOrDefault(identity, Map.of()));
    bounds.forEach(
        (name, bound) -> kept.put(name, bound.target(kept.getOrDefault(name, now.get(name)))));
    return kept;
  }
}
