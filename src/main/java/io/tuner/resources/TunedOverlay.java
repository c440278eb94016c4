package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.format.TunedMerge;
import io.tuner.format.TunedProfiles;
import io.tuner.resource.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a task adds to the profiles of a host: values in a file of variables, a profile over one.
 */
final class TunedOverlay {

  private final TunedProfile task;
  private final TunedProfiles found;
  private final TunedMerge merge;

  /**
   * Of these profiles.
   *
   * @throws Refusal where the profile is not among them
   */
  TunedOverlay(TunedProfile task, TunedProfiles found) throws Refusal {
    this.task = task;
    this.found = found;
    this.merge = found.merge(List.of(task.profile()));
  }

  TunedMerge merge() {
    return merge;
  }

  /** The file of variables, where it is there. */
  Optional<String> variablesFile() {
    return merge.variablesFile().filter(found.files()::containsKey);
  }

  /** The values wanted; CPUs that are the same ones stay as the file has them. */
  Map<String, String> variables() {
    Map<String, String> there =
        variablesFile().map(found.files()::get).map(task.variableNames()::in).orElse(Map.of());
    return TunedValues.wanted(task.variables(), there);
  }

  private Map<String, String> ownVariables() {
    return variablesFile().isPresent() ? Map.of() : new TreeMap<>(task.variables());
  }

  boolean hasChild() {
    return task.hasChild() || !ownVariables().isEmpty();
  }

  String active() {
    return hasChild() ? TunedChild.name(task.profile()) : task.profile();
  }

  String childDirectory() {
    return found.ownDirectory() + "/" + TunedChild.name(task.profile());
  }

  TunedChild child() {
    return new TunedChild(task.profile(), merge);
  }

  /** The files of tuner's own profile. */
  Map<String, String> childFiles() {
    return hasChild()
        ? child()
            .files(
                task.cmdline_remove(),
                task.exclude_processes(),
                task.exclude_interrupts(),
                ownVariables())
        : Map.of();
  }

  /** The scripts of tuner's own profile, by path. */
  Map<String, String> scripts() {
    Map<String, String> scripts = new TreeMap<>();
    childFiles().forEach((name, text) -> scripts.put(childDirectory() + "/" + name, text));
    scripts.remove(childDirectory() + "/" + TunedChild.FILE);
    return scripts;
  }

  TunedProfiles profiles() throws Refusal {
    TunedProfiles applied = found;
    if (variablesFile().isPresent()) {
      String path = variablesFile().get();
      String text = found.files().get(path);
      Optional<Content> edited =
          EditedFile.edited(Optional.of(Content.of(text)), task.variableNames().edit(variables()));
      applied = applied.with(path, edited.flatMap(Content::text));
    }
    for (Map.Entry<String, String> file : childFiles().entrySet()) {
      if (file.getKey().equals(TunedChild.FILE)) {
        applied =
            applied.with(childDirectory() + "/" + TunedChild.FILE, Optional.of(file.getValue()));
      }
    }
    return applied;
  }
}
