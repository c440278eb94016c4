package io.tuner.plan;

import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Files with several names (hard links, link(2)). A file is replaced by a new one under its name,
 * so that the other names go on to hold the old one.
 */
public final class HardLinks {

  private HardLinks() {}

  /** What must be read besides to know of them. */
  public static Probe probe(Probe probe) {
    Set<Read> reads = new LinkedHashSet<>();
    for (Read read : probe.reads()) {
      if (read instanceof Read.File file && RealPaths.hasNames(file.path())) {
        reads.add(new Read.Attributes(file.path(), true));
      }
    }
    return new Probe(List.copyOf(reads));
  }

  /** What to tell of a script, where these readings know of them. */
  static List<String> warnings(Script script, Readings readings) {
    List<String> warnings = new ArrayList<>();
    for (String path : script.replaced()) {
      if (readings.has(new Read.Attributes(path, true))
          && readings.followedAttributes(path) instanceof Reading.Present<Readings.Attributes> now
          && now.value().kind() == Readings.Attributes.Kind.FILE
          && now.value().links() > 1) {
        warnings.add(
            "%s has %d names (hard links): the others go on to hold what it holds now"
                .formatted(path, now.value().links()));
      }
    }
    return warnings;
  }
}
