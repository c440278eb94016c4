package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.format.TunedLog;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Notes;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Step;
import io.tuner.resource.Unsupported;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * TuneD's profile.
 *
 * @param persistent what a start of TuneD brings
 * @param live what TuneD says of itself
 * @param boot the words of the profile on the running kernel's command line, and those it must not
 *     add, by key
 * @param around what these are decided by
 */
record TunedState(
    Persistent persistent,
    Live live,
    @Settles(Settles.When.BOOT) Map<String, String> boot,
    @Context Around around) {

  /**
   * Files below /etc/tuned.
   *
   * @param profile in active_profile
   * @param mode in profile_mode: manual or auto
   * @param variables those owned, in the profile's file of variables
   * @param child files of tuner's own profile, by name
   */
  record Persistent(
      Optional<String> profile,
      Optional<String> mode,
      Map<String, String> variables,
      Map<String, Content> child) {}

  /**
   * The daemon.
   *
   * @param profile in effect
   * @param failures of its verification that have no known cause, where that profile is the wanted
   *     one
   */
  record Live(Optional<String> profile, Map<String, String> failures) {

    /** Those that applying the profile again may end: a plug-in that lacks a module stays away. */
    Map<String, String> curable() {
      Map<String, String> curable = new TreeMap<>(failures);
      curable.keySet().removeIf(what -> what.startsWith(TunedLog.PLUGIN));
      return curable;
    }
  }

  /**
   * What is not compared.
   *
   * @param running whether the daemon runs
   * @param active the text of active_profile
   * @param mode the text of profile_mode
   * @param variables the text of the file of variables
   * @param variablesFile where that is
   * @param childDirectory where tuner's own profile is, or would be
   * @param decided whether the state was decided upon, not found
   * @param wanted what the task makes of this host
   */
  record Around(
      boolean running,
      Optional<Content> active,
      Optional<Content> mode,
      Optional<Content> variables,
      String variablesFile,
      String childDirectory,
      boolean decided,
      TunedWanted wanted) {}

  private static final String ACTIVE = "/etc/tuned/active_profile";
  private static final String MODE = "/etc/tuned/profile_mode";
  private static final String TOOL = "tuned-adm";

  /** The state that {@link Around#wanted} makes of this one. */
  TunedState target(TunedValues owned, Notes notes) throws Unsupported {
    TunedWanted wanted = around.wanted;
    wanted.refuse();
    wanted.warnings().forEach(notes::warn);
    live.failures.forEach(
        (what, how) -> {
          if (what.startsWith(TunedLog.PLUGIN)) {
            String reason = "TuneD's " + what + " is " + how;
            notes.settles("live.failures." + what, Settles.When.NEVER, reason);
          }
        });
    Map<String, String> values = wanted.variables();
    Map<String, String> words = new TreeMap<>(boot);
    words.keySet().removeAll(wanted.absent());
    words.putAll(wanted.boot());
    try {
      return new TunedState(
          new Persistent(
              Optional.of(wanted.profile()), Optional.of("manual"), values, wanted.child()),
          new Live(Optional.of(wanted.profile()), Map.of()),
          words,
          new Around(
              around.running,
              line(wanted.profile()),
              line("manual"),
              EditedFile.edited(around.variables, owned.edit(values)),
              around.variablesFile,
              around.childDirectory,
              true,
              wanted));
    } catch (Refusal refusal) {
      throw new Unsupported(around.variablesFile + ": " + refusal.getMessage());
    }
  }

  /** The commands that make this so where it was {@code from}. */
  Script after(TunedState from, TunedValues owned) {
    boolean same =
        from.live.profile.equals(live.profile) && from.live.curable().equals(live.curable());
    if (same && from.persistent.equals(persistent)) {
      return Script.empty();
    }
    boolean applies =
        !from.persistent.equals(persistent) || !from.live.profile.equals(live.profile);
    if (!applies && !from.live.curable().keySet().containsAll(live.curable().keySet())) {
      return Script.impossible("what TuneD had failed to set is not broken again");
    }
    Script script = Script.empty();
    boolean edits =
        !from.persistent.variables.equals(persistent.variables)
            || !from.persistent.child.equals(persistent.child);
    boolean stale =
        edits && from.live.profile.isPresent() && from.live.profile.equals(live.profile);
    if (stale || from.live.profile.isPresent() && live.profile.isEmpty()) {
      // A run that dies in between must not leave old values in effect under the wanted name.
      script = script.run(TOOL, "off");
    }
    script = script.then(variables(from, owned)).then(child(from, true));
    if (from.around.running && live.profile.isPresent()) {
      script = script.run(TOOL, words("profile", live.profile.get()));
    }
    script = script.then(files(from)).then(child(from, false));
    if (script.isEmpty() && !from.around.running) {
      return Script.impossible("TuneD does not run, and applies no profile");
    }
    // Its log then says why, which the reading that follows needs; a failure is judged there.
    boolean verifies = around.decided && from.around.running && live.profile.isPresent();
    return verifies
        ? script.run(List.of(TOOL), List.of("verify"), Optional.empty(), Set.of(0, 1))
        : script;
  }

  private static String[] words(String verb, String names) {
    return (verb + " " + names).split(" +");
  }

  private Script variables(TunedState from, TunedValues owned) {
    if (from.persistent.variables.equals(persistent.variables)) {
      return Script.empty();
    }
    return new EditedFile(from.around.variablesFile, from.around.variables)
        .to(
            around.variables,
            owned.edit(from.persistent.variables),
            owned.edit(persistent.variables));
  }

  /** Files are there before the profile is applied, and go when no profile needs them any more. */
  private Script child(TunedState from, boolean before) {
    Script script = Script.empty();
    Set<String> names = new HashSet<>(persistent.child.keySet());
    names.addAll(from.persistent.child.keySet());
    String directory = from.around.childDirectory;
    if (before && from.persistent.child.isEmpty() && !persistent.child.isEmpty()) {
      script = script.makeDirectory(directory, Step.Ownership.mode("0755"));
    }
    for (String name : names.stream().sorted().toList()) {
      Content wanted = persistent.child.get(name);
      if (wanted == null && !before) {
        script = script.removeFile(directory + "/" + name);
      } else if (wanted != null && before && !wanted.equals(from.persistent.child.get(name))) {
        Step.Ownership ownership = Step.Ownership.mode(name.endsWith(".sh") ? "0755" : "0644");
        script = script.replaceFile(directory + "/" + name, wanted, ownership, Optional.empty());
      }
    }
    boolean empties = persistent.child.isEmpty() && !from.persistent.child.isEmpty();
    return !before && empties ? script.removeDirectory(directory) : script;
  }

  /** What TuneD has not written itself, or not as it was. */
  private Script files(TunedState from) {
    boolean applied = from.around.running && live.profile.isPresent();
    Optional<Content> active = applied ? line(live.profile.get()) : from.around.active;
    Optional<Content> mode = applied ? line("manual") : from.around.mode;
    boolean off = from.live.profile.isPresent() && live.profile.isEmpty();
    Script script =
        off || !active.equals(around.active) ? file(ACTIVE, around.active) : Script.empty();
    return off || !mode.equals(around.mode) ? script.then(file(MODE, around.mode)) : script;
  }

  private static Script file(String path, Optional<Content> content) {
    return content
        .map(text -> Script.empty().replaceFile(path, text))
        .orElseGet(() -> Script.empty().removeFile(path));
  }

  static Optional<Content> line(String text) {
    return Optional.of(Content.of(text + "\n"));
  }

  Map<String, Knob> knobs() {
    Map<String, Knob> knobs = new TreeMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      boolean boot = Leaves.aspect(leaf).equals("boot");
      knobs.put(leaf, Knob.of(boot ? "cmdline:" + Leaves.within(leaf) : "tuned:" + leaf));
    }
    return knobs;
  }
}
