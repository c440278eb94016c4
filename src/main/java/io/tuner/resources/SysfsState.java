package io.tuner.resources;

import io.tuner.format.Choices;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Attributes below /sys by path, of which {@link OwnFile#TMPFILES} keeps what a boot writes.
 *
 * @param live of those that offer choices the active one
 * @param persistent what our file says
 * @param offered the attributes as the kernel says them
 * @param file our file as it is
 */
record SysfsState(
    Map<String, String> live,
    Map<String, String> persistent,
    @Context Map<String, String> offered,
    @Context Optional<String> file) {

  private static final OwnFile FILE = OwnFile.TMPFILES;

  /** What must be read of these attributes. */
  static Probe probe(Collection<String> paths, boolean persist) {
    Probe probe = persist ? Probe.NOTHING.file(FILE.path()) : Probe.NOTHING;
    for (String path : paths) {
      probe = probe.file(path);
    }
    return probe;
  }

  /** The state of these attributes; one that is not there is in none of the maps. */
  static SysfsState read(Readings readings, Collection<String> paths, boolean persist)
      throws ProbeFailed {
    Map<String, String> live = new LinkedHashMap<>();
    Map<String, String> offered = new LinkedHashMap<>();
    for (String path : paths) {
      Optional<String> text = readings.line(path);
      text.ifPresent(all -> offered.put(path, all.strip()));
      text.flatMap(all -> Choices.parse(all).active()).ifPresent(value -> live.put(path, value));
    }
    Optional<String> file = persist ? readings.text(FILE.path()) : Optional.empty();
    return new SysfsState(live, FILE.values(file, Set.copyOf(paths)), offered, file);
  }

  /** This state with other values, and our file as it will be with them. */
  SysfsState with(Map<String, String> newLive, Map<String, String> newPersistent)
      throws Unsupported {
    Optional<String> edited = FILE.edited(file, persistent, newPersistent);
    return new SysfsState(newLive, newPersistent, offered, edited);
  }

  /** The way from this state to another. */
  Script to(SysfsState to) {
    Script script = Script.empty();
    for (Map.Entry<String, String> entry : to.live.entrySet()) {
      if (!entry.getValue().equals(live.get(entry.getKey()))) {
        script = script.write(entry.getKey(), entry.getValue());
      }
    }
    return script.then(FILE.transition(file, persistent, to.file, to.persistent));
  }

  /** The knobs of these attributes, as `sysfs` has them. */
  Map<String, Knob> knobs(Collection<String> paths) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String path : paths) {
      knobs.put("live." + path, Knob.of(path));
      knobs.put("persistent." + path, Knob.of("tmpfiles:" + path));
    }
    knobs.keySet().retainAll(Leaves.of(this).keySet());
    return knobs;
  }
}
