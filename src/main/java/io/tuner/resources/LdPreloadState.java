package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is preloaded.
 *
 * @param persistent what our drop-in, the environment file or the wrapper says
 * @param effective what a start of the unit gets of all its files; empty without a unit
 * @param loaded whether the manager has read the drop-in as it is; empty where that is not known
 * @param restart whether the running processes have each library mapped
 * @param around what a target is decided by
 */
record LdPreloadState(
    Optional<String> persistent,
    Optional<String> effective,
    Optional<Boolean> loaded,
    @Settles(Settles.When.RESTART) Map<String, String> restart,
    @Context Around around) {

  static final String MAPPED = "mapped";
  static final String NOT_MAPPED = "not mapped";

  /**
   * What is read only to decide.
   *
   * @param content of the file, whole
   * @param unit what the manager says; of no unit, nothing
   * @param others what a start would get without our drop-in
   * @param missing libraries that are not there, as sentences
   * @param faults why it cannot be so, as sentences
   * @param unread what could not be looked at, as sentences
   */
  record Around(
      Optional<Content> content,
      UnitState.Around unit,
      Optional<String> others,
      List<String> missing,
      List<String> faults,
      List<String> unread) {

    void check(Notes notes) throws Unsupported {
      if (!missing.isEmpty()) {
        throw new Missing(String.join("; ", missing));
      }
      if (!faults.isEmpty()) {
        throw new Unsupported(String.join("; ", faults));
      }
      unread.forEach(notes::warn);
    }
  }

  /** The state wanted where this was found. */
  LdPreloadState wanted(PreloadPlace place, Optional<String> value, Optional<String> start)
      throws Unsupported {
    Map<String, String> mapped = new TreeMap<>(restart);
    mapped.replaceAll((library, found) -> MAPPED);
    if (value.equals(persistent)) {
      return new LdPreloadState(
          persistent,
          start,
          persistent.isPresent() ? loaded.map(was -> true) : loaded,
          mapped,
          around);
    }
    try {
      return new LdPreloadState(
          value,
          start,
          loaded.map(was -> true),
          mapped,
          new Around(
              EditedFile.edited(around.content, place.edit(value)),
              around.unit,
              around.others,
              around.missing,
              around.faults,
              around.unread));
    } catch (Refusal refusal) {
      throw new Unsupported(place.path() + ": " + refusal.getMessage());
    }
  }

  /** The commands that make this so where it was {@code from}. */
  Script after(LdPreloadState from, PreloadPlace place) {
    boolean sameFile = persistent.equals(from.persistent);
    if (sameFile && loaded.equals(from.loaded)) {
      return Script.empty();
    }
    Script edit =
        place.transition(from.around.content, from.persistent, around.content, persistent);
    return from.around.unit.managed() ? edit.run("systemctl", "daemon-reload") : edit;
  }
}
