package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.List;
import java.util.Optional;

/** The way from one state of a mount point to another. */
record MountScript(String path, boolean discard, MountState from, MountState to) {

  private static final Step.Check CHECK =
      new Step.Check("findmnt", List.of("--verify", "--tab-file", "%s"), true);

  Script script() {
    boolean remount =
        to.live().isPresent() && from.live().filter(to.live().get()::isRemount).isPresent();
    boolean changes = !from.live().equals(to.live());
    boolean leaves = changes && from.live().isPresent() && !remount;
    boolean memory = from.live().filter(MountState.Live::isMemory).isPresent();
    if (leaves && memory && from.around().occupied() && !discard) {
      return Script.impossible(path + " holds files that would be lost");
    }
    Script table = table();
    Script mount = Script.empty();
    if (changes && to.live().isPresent()) {
      mount = mount(to, remount ? "remount," : "");
    }
    Script script = Script.empty();
    if (to.directory() && !from.directory()) {
      script = script.makeDirectory(path, Step.Ownership.KEEP);
    }
    if (leaves) {
      script = script.run("umount", path);
    }
    if (table.isEmpty() || mount.isEmpty()) {
      script = script.then(table).then(mount);
    } else {
      Script undo = written(from.around().fstab()).then(reload());
      Script back = leaves ? undo.then(mount(from, "")) : undo;
      script = script.attempt(table.then(mount), back);
    }
    return !to.directory() && from.directory() ? script.removeDirectory(path) : script;
  }

  /** With a source and a mount point, mount(8) takes the options as given and no others. */
  private Script mount(MountState state, String first) {
    MountState.Live live = state.live().orElseThrow();
    String options = first + state.around().effective();
    return Script.empty().run("mount", "-t", live.fstype(), "-o", options, live.source(), path);
  }

  private Script table() {
    if (from.persistent().equals(to.persistent())) {
      return Script.empty();
    }
    EditedFile file = new EditedFile(MountReader.FSTAB, from.around().fstab());
    Script edit =
        file.to(
            to.around().fstab(),
            MountTarget.edit(path, from.persistent()),
            MountTarget.edit(path, to.persistent()));
    return checked(edit).then(reload());
  }

  /** An old fstab comes back as it was, whatever it holds; a new one is checked first. */
  private Script checked(Script edit) {
    Script script = Script.empty();
    boolean replaces = edit.steps().stream().allMatch(Step.ReplaceFile.class::isInstance);
    if (edit.isEmpty() || edit.impossible().isPresent() || !to.around().decided() || !replaces) {
      return edit;
    }
    for (Step step : edit.steps()) {
      Step.ReplaceFile file = (Step.ReplaceFile) step;
      script =
          script.replaceFile(file.path(), file.content(), file.ownership(), Optional.of(CHECK));
    }
    return script;
  }

  private Script reload() {
    Script script = Script.empty();
    return from.around().systemd() ? script.run("systemctl", "daemon-reload") : script;
  }

  private static Script written(Optional<Content> fstab) {
    Script script = Script.empty();
    return fstab
        .map(text -> script.replaceFile(MountReader.FSTAB, text))
        .orElseGet(() -> script.removeFile(MountReader.FSTAB));
  }
}
