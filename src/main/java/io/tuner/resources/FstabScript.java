package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.List;
import java.util.Optional;

/**
 * The way of fstab from one state's entry to another's, as mount points and swap spaces share it.
 *
 * @param found the file as it is
 * @param wanted the other state's file, perhaps older
 * @param decided whether the other state was decided upon, not found
 * @param systemd whether systemd reads fstab as well
 * @param forth makes a text hold the entry of the file as it is
 * @param back makes a text hold the other state's entry
 */
record FstabScript(
    Optional<Content> found,
    Optional<Content> wanted,
    boolean decided,
    boolean systemd,
    EditedFile.Edit forth,
    EditedFile.Edit back) {

  static final String PATH = "/etc/fstab";

  private static final Step.Check CHECK =
      new Step.Check("findmnt", List.of("--verify", "--tab-file", "%s"), true, Optional.of("[E]"));

  /** An old fstab comes back as it was, whatever it holds; a new one is checked first. */
  Script script() {
    Script edit = new EditedFile(PATH, found).to(wanted, forth, back);
    boolean replaces = edit.steps().stream().allMatch(Step.ReplaceFile.class::isInstance);
    if (edit.isEmpty() || edit.impossible().isPresent() || !decided || !replaces) {
      return edit.then(reload());
    }
    Script script = Script.empty();
    for (Step step : edit.steps()) {
      Step.ReplaceFile file = (Step.ReplaceFile) step;
      script =
          script.replaceFile(file.path(), file.content(), file.ownership(), Optional.of(CHECK));
    }
    return script.then(reload());
  }

  /** Puts back the file as it was found. */
  Script undo() {
    Script script = Script.empty();
    return found
        .map(text -> script.replaceFile(PATH, text))
        .orElseGet(() -> script.removeFile(PATH))
        .then(reload());
  }

  private Script reload() {
    Script script = Script.empty();
    return systemd ? script.run("systemctl", "daemon-reload") : script;
  }
}
