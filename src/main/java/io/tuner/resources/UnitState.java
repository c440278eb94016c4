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
 * Settings of a unit.
 *
 * @param persistent what the drop-in sets, by section and key
 * @param loaded whether the manager has read the drop-in as it is; empty where that is not known:
 *     of a template, and where no manager runs
 * @param restart the limits that the running main process has, {@code soft:hard}
 * @param around what a target is decided by
 */
record UnitState(
    Map<String, Map<String, Values>> persistent,
    Optional<Boolean> loaded,
    @Settles(Settles.When.RESTART) Map<String, String> restart,
    @Context Around around) {

  /**
   * What is read only to decide.
   *
   * @param content the whole drop-in; empty where there is none
   * @param managed whether systemd runs
   * @param missing whether systemd knows no such unit
   * @param masked whether the unit is masked
   * @param later what other drop-ins, read later, set of the same
   */
  record Around(
      Optional<Content> content,
      boolean managed,
      boolean missing,
      boolean masked,
      List<String> later) {

    /** Of no unit. */
    static final Around NONE = new Around(Optional.empty(), false, false, false, List.of());

    /** Says where the drop-in cannot be written, and what its reader should know. */
    void writable(DropIn drop, Notes notes) throws Unsupported {
      String name = drop.unit().name();
      if (missing) {
        throw new Missing("there is no unit " + name + " here");
      }
      if (masked) {
        throw new Unsupported(name + " is masked; a `service` task with `masked: false` frees it");
      }
      if (DropIn.isContinued(content)) {
        throw new Unsupported(drop.path() + " has lines that go on behind a backslash");
      }
      if (!managed) {
        notes.warn("systemd does not run here: only " + drop.path() + " is written");
      }
      later.forEach(notes::warn);
    }

    /** With the drop-in as it is to be. */
    Around edited(DropIn drop) throws Unsupported {
      try {
        return new Around(
            EditedFile.edited(content, drop.edit(drop.wanted())), managed, missing, masked, later);
      } catch (Refusal refusal) {
        throw new Unsupported(drop.path() + ": " + refusal.getMessage());
      }
    }
  }

  /** The state wanted where this was found. */
  UnitState wanted(DropIn drop) throws Unsupported {
    Around edited = around.edited(drop);
    Map<String, String> limits = new TreeMap<>(restart);
    limits.replaceAll((key, found) -> drop.limits().get(key));
    return new UnitState(drop.wanted(), loaded.map(was -> true), limits, edited);
  }

  /** Tells, where the manager has read a drop-in, that a rollback cannot make it forget that. */
  static void remembered(Optional<Boolean> loaded, Notes notes) {
    if (loaded.orElse(false)) {
      notes.settles("loaded", Settles.When.NEVER, "systemd does not forget what it has read");
    }
  }

  /** The commands that make this so where it was {@code from}. */
  Script after(UnitState from, DropIn drop) {
    boolean sameFile = from.persistent.equals(persistent);
    if (sameFile && from.loaded.equals(loaded)) {
      return Script.empty();
    }
    Script edit =
        sameFile
            ? Script.empty()
            : new EditedFile(drop.path(), from.around.content)
                .to(around.content, drop.edit(from.persistent), drop.edit(persistent));
    return from.around.managed ? edit.run("systemctl", "daemon-reload") : edit;
  }
}
