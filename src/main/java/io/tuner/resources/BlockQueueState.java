package io.tuner.resources;

import io.tuner.format.BlockQueueRules;
import io.tuner.format.QueueAttributes;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Queue attributes of some disks (Documentation/ABI/stable/sysfs-block).
 *
 * @param live by kernel name and attribute
 * @param persistent what our udev rules set, by {@link Disks#identities} and attribute
 * @param around what else was found
 */
record BlockQueueState(
    Map<String, Map<String, String>> live,
    Map<String, Map<String, String>> persistent,
    @Context Around around) {

  static final OwnFile RULES =
      new OwnFile("/etc/udev/rules.d/99-tuner-block.rules", BlockQueueRules::parse);

  /**
   * What is not compared.
   *
   * @param schedulers what each disk offers, as the kernel says it
   * @param identities by what our rules know each disk
   * @param unmatched why a name or pattern means no disk
   * @param rules our file as it is
   * @param elevator whether the kernel's command line has {@code elevator=}
   */
  record Around(
      Map<String, String> schedulers,
      Map<String, String> identities,
      List<String> unmatched,
      Optional<String> rules,
      boolean elevator) {}

  /** From {@code ID_SERIAL=abc/scheduler} to value, as our file is edited. */
  static Map<String, Map<String, String>> nested(Map<String, String> flat) {
    Map<String, Map<String, String>> nested = new TreeMap<>();
    flat.forEach(
        (key, value) -> {
          int slash = key.lastIndexOf('/');
          nested
              .computeIfAbsent(key.substring(0, slash), identity -> new LinkedHashMap<>())
              .put(key.substring(slash + 1), value);
        });
    return nested;
  }

  private Map<String, String> flat() {
    Map<String, String> flat = new LinkedHashMap<>();
    persistent.forEach(
        (id, values) -> values.forEach((name, value) -> flat.put(id + "/" + name, value)));
    return flat;
  }

  /** This state with other values, and our file as it will be with them. */
  BlockQueueState with(
      Map<String, Map<String, String>> newLive, Map<String, Map<String, String>> newPersistent)
      throws Unsupported {
    BlockQueueState changed = new BlockQueueState(newLive, newPersistent, around);
    Optional<String> rules = RULES.edited(around.rules, flat(), changed.flat());
    return new BlockQueueState(
        newLive,
        newPersistent,
        new Around(around.schedulers, around.identities, around.unmatched, rules, around.elevator));
  }

  /** The way from this state to another. */
  Script to(BlockQueueState to) {
    Script script = Script.empty();
    for (Map.Entry<String, Map<String, String>> disk : to.live.entrySet()) {
      Map<String, String> found = live.getOrDefault(disk.getKey(), Map.of());
      boolean reset = !Objects.equals(found.get("scheduler"), disk.getValue().get("scheduler"));
      for (Map.Entry<String, String> wanted : disk.getValue().entrySet()) {
        boolean again = reset && QueueAttributes.RESET.contains(wanted.getKey());
        if (again || !wanted.getValue().equals(found.get(wanted.getKey()))) {
          script = script.write(path(disk.getKey(), wanted.getKey()), wanted.getValue());
        }
      }
    }
    return script.then(RULES.transition(around.rules, flat(), to.around.rules, to.flat()));
  }

  /** The knobs of these attributes. */
  Map<String, Knob> knobs(Set<String> attributes) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String name : attributes) {
      live.keySet()
          .forEach(disk -> knobs.put("live." + disk + "." + name, Knob.of(path(disk, name))));
      persistent
          .keySet()
          .forEach(
              disk ->
                  knobs.put(
                      "persistent." + disk + "." + name,
                      Knob.of("udev:" + disk + "/queue/" + name)));
    }
    knobs.keySet().retainAll(Leaves.of(this).keySet());
    return knobs;
  }

  /** Where the kernel has an attribute. */
  static String path(String disk, String attribute) {
    return "/sys/block/" + disk + "/queue/" + attribute;
  }
}
