package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The way of TuneD from one state to another: its files, tuner's own profile, and the profile that
 * is applied.
 */
record TunedScript(TunedState from, TunedState to) {

  private static final String ACTIVE = "/etc/tuned/active_profile";
  private static final String MODE = "/etc/tuned/profile_mode";
  private static final String TOOL = "tuned-adm";

  Script of(TunedValues owned) {
    boolean same =
        from.live().profile().equals(to.live().profile())
            && from.live().curable().equals(to.live().curable());
    if (same && from.persistent().equals(to.persistent())) {
      return Script.empty();
    }
    boolean applies =
        !from.persistent().equals(to.persistent())
            || !from.live().profile().equals(to.live().profile());
    if (!applies && !from.live().curable().keySet().containsAll(to.live().curable().keySet())) {
      return Script.impossible("what TuneD had failed to set is not broken again");
    }
    Script script = Script.empty();
    boolean edits =
        !from.persistent().variables().equals(to.persistent().variables())
            || !from.persistent().child().equals(to.persistent().child());
    boolean stale =
        edits
            && from.live().profile().isPresent()
            && from.live().profile().equals(to.live().profile());
    if (stale || from.live().profile().isPresent() && to.live().profile().isEmpty()) {
      // A run that dies in between must not leave old values in effect under the wanted name.
      script = script.run(TOOL, "off");
    }
    script = script.then(variables(owned)).then(child(true));
    if (from.around().running() && to.live().profile().isPresent()) {
      script = script.run(TOOL, words("profile", to.live().profile().get()));
    }
    script = script.then(files()).then(child(false));
    if (script.isEmpty() && !from.around().running()) {
      return Script.impossible("TuneD does not run, and applies no profile");
    }
    // Its log then says why, which the reading that follows needs; a failure is judged there.
    boolean verifies =
        to.around().decided() && from.around().running() && to.live().profile().isPresent();
    return verifies
        ? script.run(List.of(TOOL), List.of("verify"), Optional.empty(), Set.of(0, 1))
        : script;
  }

  private static String[] words(String verb, String names) {
    return (verb + " " + names).split(" +");
  }

  private Script variables(TunedValues owned) {
    if (from.persistent().variables().equals(to.persistent().variables())) {
      return Script.empty();
    }
    return new EditedFile(from.around().variablesFile(), from.around().variables())
        .to(
            to.around().variables(),
            owned.edit(from.persistent().variables()),
            owned.edit(to.persistent().variables()));
  }

  /** Files are there before the profile is applied, and go when no profile needs them any more. */
  private Script child(boolean before) {
    Script script = Script.empty();
    Set<String> names = new HashSet<>(to.persistent().child().keySet());
    names.addAll(from.persistent().child().keySet());
    String directory = from.around().childDirectory();
    if (before && from.persistent().child().isEmpty() && !to.persistent().child().isEmpty()) {
      script = script.makeDirectory(directory, Step.Ownership.mode("0755"));
    }
    for (String name : names.stream().sorted().toList()) {
      Content wanted = to.persistent().child().get(name);
      if (wanted == null && !before) {
        script = script.removeFile(directory + "/" + name);
      } else if (wanted != null && before && !wanted.equals(from.persistent().child().get(name))) {
        Step.Ownership ownership = Step.Ownership.mode(name.endsWith(".sh") ? "0755" : "0644");
        script = script.replaceFile(directory + "/" + name, wanted, ownership, Optional.empty());
      }
    }
    boolean empties = to.persistent().child().isEmpty() && !from.persistent().child().isEmpty();
    return !before && empties ? script.removeDirectory(directory) : script;
  }

  /** What TuneD has not written itself, or not as it was. */
  private Script files() {
    boolean applied = from.around().running() && to.live().profile().isPresent();
    Optional<Content> active =
        applied ? TunedState.line(to.live().profile().get()) : from.around().active();
    Optional<Content> mode = applied ? TunedState.line("manual") : from.around().mode();
    boolean off = from.live().profile().isPresent() && to.live().profile().isEmpty();
    Script script =
        off || !active.equals(to.around().active())
            ? file(ACTIVE, to.around().active())
            : Script.empty();
    return off || !mode.equals(to.around().mode())
        ? script.then(file(MODE, to.around().mode()))
        : script;
  }

  private static Script file(String path, Optional<Content> content) {
    return content
        .map(text -> Script.empty().replaceFile(path, text))
        .orElseGet(() -> Script.empty().removeFile(path));
  }
}
