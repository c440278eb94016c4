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
import io.tuner.resource.Unsupported;
import java.util.Map;
import java.util.Optional;
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
    return new TunedScript(from, this).of(owned);
  }

  /** A file of one line. */
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
