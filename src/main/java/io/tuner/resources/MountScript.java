package io.tuner.resources;

import io.tuner.resource.Script;
import io.tuner.resource.Step;

/** The way from one state of a mount point to another. */
record MountScript(String path, boolean discard, MountState from, MountState to) {

  Script script() {
    boolean remount =
        to.live().isPresent() && from.live().filter(to.live().get()::isRemount).isPresent();
    boolean changes = !from.live().equals(to.live());
    boolean leaves = changes && from.live().isPresent() && !remount;
    boolean memory = from.live().filter(MountState.Live::isMemory).isPresent();
    if (leaves && memory && from.around().occupied() && !discard) {
      return Script.impossible(path + " holds files that would be lost");
    }
    Script table = from.persistent().equals(to.persistent()) ? Script.empty() : table().script();
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
      Script undo = table().undo();
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

  private FstabScript table() {
    return new FstabScript(
        from.around().fstab(),
        to.around().fstab(),
        to.around().decided(),
        from.around().systemd(),
        MountTarget.edit(path, from.persistent()),
        MountTarget.edit(path, to.persistent()));
  }
}
