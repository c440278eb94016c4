package io.tuner.resources;

import io.tuner.format.Preload;
import io.tuner.resource.Notes;
import io.tuner.resource.Unsupported;
import java.util.Optional;

/**
 * What is to be preloaded where this was found.
 *
 * @param reader of the place
 * @param observed what was found
 */
record PreloadTarget(PreloadReader reader, LdPreloadState observed, Notes notes) {

  /** {@code exec} is what a wrapper starts. */
  LdPreloadState state(Preload.Position position, String exec) throws Unsupported {
    LdPreloadState.Around around = observed.around();
    UnitState.remembered(observed.loaded(), notes);
    around.check(notes);
    Optional<String> none = Optional.empty();
    if (reader.kind() == PreloadPlace.Kind.WRAPPER) {
      String wrapping = Preload.wrapping(reader.libraries(), position, exec);
      return observed.wanted(reader.place(), Optional.of(wrapping), none);
    }
    if (reader.kind() == PreloadPlace.Kind.ENVIRONMENT_FILE) {
      String merged = Preload.merged(observed.persistent(), reader.libraries(), position);
      return observed.wanted(reader.place(), Optional.of(merged), none);
    }
    around.unit().writable(reader.drop(), notes);
    Optional<String> merged =
        Optional.of(Preload.merged(around.others(), reader.libraries(), position));
    boolean already = around.others().equals(merged) && observed.persistent().isEmpty();
    return observed.wanted(reader.place(), already ? none : merged, merged);
  }
}
