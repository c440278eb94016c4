package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Missing;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a task makes of TuneD on a host that was found so.
 *
 * @param profile the one to be active: that of the task, or tuner's own over it
 * @param variables for the file of variables
 * @param child files of tuner's own profile
 * @param boot words of the kernel's command line that the profile adds, by key
 * @param absent keys that it must not add
 * @param warnings what the operator should know
 * @param missing what lacks here
 * @param unsupported why this host cannot have it
 */
record TunedWanted(
    String profile,
    Map<String, String> variables,
    Map<String, Content> child,
    Map<String, String> boot,
    List<String> absent,
    List<String> warnings,
    Optional<String> missing,
    Optional<String> unsupported) {

  static TunedWanted missing(String why) {
    return refused(Optional.of(why), Optional.empty());
  }

  static TunedWanted unsupported(String why) {
    return refused(Optional.empty(), Optional.of(why));
  }

  private static TunedWanted refused(Optional<String> missing, Optional<String> unsupported) {
    return new TunedWanted(
        "", Map.of(), Map.of(), Map.of(), List.of(), List.of(), missing, unsupported);
  }

  void refuse() throws Unsupported {
    if (missing.isPresent()) {
      throw new Missing(missing.get());
    }
    if (unsupported.isPresent()) {
      throw new Unsupported(unsupported.get());
    }
  }
}
