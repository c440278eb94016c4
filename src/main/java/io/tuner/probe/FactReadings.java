package io.tuner.probe;

import io.tuner.resource.Content;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Readings as facts want them: what is refused is a fact that is not told. */
record FactReadings(Readings readings) {

  Optional<String> text(String path) throws ProbeFailed {
    return readings.text(path);
  }

  SortedMap<String, Reading<Content>> glob(String pattern) {
    return readings.glob(pattern);
  }

  /** What a pattern with one star found, by what the star stands for; refused ones are left out. */
  Map<String, String> each(String pattern) {
    int star = pattern.indexOf('*');
    int before = pattern.lastIndexOf('/', star) + 1;
    Map<String, String> found = new TreeMap<>();
    readings
        .glob(pattern)
        .forEach(
            (path, reading) -> {
              if (reading instanceof Reading.Present<Content> present) {
                String name = path.substring(before, path.indexOf('/', before));
                found.put(name, Readings.decode(present.value()).strip());
              }
            });
    return found;
  }

  Optional<String> of(String pattern, String name) {
    return Optional.ofNullable(each(pattern).get(name));
  }

  Optional<String> line(String path) throws ProbeFailed {
    return readings.file(path) instanceof Reading.Refused
        ? Optional.empty()
        : readings.line(path).map(String::strip).filter(text -> !text.isEmpty());
  }

  Optional<String> output(String tool, String... arguments) {
    return readings.run(tool, arguments) instanceof Reading.Present<Readings.Output> present
            && present.value().exit() == 0
        ? Optional.of(present.value().stdout())
        : Optional.empty();
  }
}
