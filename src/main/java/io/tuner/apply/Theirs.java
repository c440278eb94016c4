package io.tuner.apply;

import io.tuner.plan.Subject;
import io.tuner.resource.Knob;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paths that a rollback found to be somebody else's. One of them is told once, by the first
 * task that has to do with it: of what lay there and below, nothing can be taken back.
 */
final class Theirs {

  private final Map<String, Subject> paths = new LinkedHashMap<>();

  /** What a task found is known anew. */
  void found(Subject subject, List<OwnValues.Foreign> foreign) {
    paths.values().removeIf(subject::equals);
    foreign.stream()
        .filter(OwnValues.Foreign::isPath)
        .forEach(value -> paths.putIfAbsent(value.knob().file(), subject));
  }

  /** The path above the knobs of a task, or theirs too, that another one has told of. */
  Optional<String> above(Subject subject, Collection<Knob> knobs) {
    return paths.entrySet().stream()
        .filter(path -> !path.getValue().equals(subject))
        .map(Map.Entry::getKey)
        .filter(path -> knobs.stream().anyMatch(knob -> isWithin(knob.file(), path)))
        .findFirst();
  }

  private static boolean isWithin(String file, String path) {
    return file.equals(path) || file.startsWith(path + "/");
  }
}
