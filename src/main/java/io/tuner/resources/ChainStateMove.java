package io.tuner.resources;

import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.time.Duration;
import java.util.Optional;

/**
 * The way of a state from where it is to where it shall be, while nodeos is down: between disk and
 * memory, or what a move that broke off has left to do.
 */
record ChainStateMove(NodeosState task, ChainState from, ChainState to) {

  private String aside() {
    return task.state() + StateFiles.ASIDE;
  }

  /** Where a copy lies in the tmpfs until it is whole. */
  private String inner() {
    return task.state() + "/" + StateFiles.ASIDE;
  }

  private boolean is(ChainState.Extent extent) {
    return from.live().state() == extent;
  }

  Script script() {
    boolean memory = to.isInMemory();
    if (from.isInMemory() && !memory) {
      return toDisk();
    }
    if (!from.isInMemory() && memory) {
      return toMemory();
    }
    Script script = Script.empty();
    if (memory) {
      if (!from.live().tmpfs_kb().equals(to.live().tmpfs_kb())) {
        script = mount("remount," + StateTmpfs.options(to));
      }
      return script.then(fill()).then(fstab()).then(tidy());
    }
    script = script.then(fstab());
    return is(ChainState.Extent.ASIDE) ? script.then(place()) : script;
  }

  /** What lies aside is whole wherever it is there and the state is not. */
  private Script toDisk() {
    boolean whole = is(ChainState.Extent.WHOLE);
    Script script = whole ? copy(task.state(), aside()) : Script.empty();
    script = script.then(fstab()).run("umount", task.state());
    return is(ChainState.Extent.NONE) ? script : script.then(place()).then(mended());
  }

  private Script place() {
    return Script.empty().removeDirectory(task.state()).rename(aside(), task.state());
  }

  private Script toMemory() {
    boolean whole = is(ChainState.Extent.WHOLE);
    Script script = whole ? Script.empty().rename(task.state(), aside()) : Script.empty();
    script = script.makeDirectory(task.state(), Step.Ownership.KEEP);
    return script.then(mount(StateTmpfs.options(to))).then(fill()).then(fstab()).then(tidy());
  }

  private Script copy(String of, String into) {
    long bytes = Math.max(from.around().bytes(), task.size().bytes());
    // 16 MiB in a second is what a disk behind swap may come down to.
    Duration most = NodeosRun.MARGIN.plusSeconds(bytes >> 24);
    return Script.empty().within(most, Script.empty().copyTree(of, into));
  }

  /** Fills the tmpfs from what lies aside: the copy is whole before its parts take their place. */
  private Script fill() {
    if (is(ChainState.Extent.NONE)) {
      return Script.empty();
    }
    if (from.isInMemory() && is(ChainState.Extent.WHOLE)) {
      return mended();
    }
    boolean copied = from.isInMemory() && from.around().inner();
    Script script = copied ? Script.empty() : copy(aside(), inner());
    return script.moveContents(inner(), task.state()).then(owned());
  }

  /**
   * A move into memory that died may have left the tmpfs, and so copies of it, without its mode; so
   * may one that was mounted for a state that came from a snapshot.
   */
  private Script mended() {
    boolean other = !from.around().root().equals(to.around().root());
    return other || from.live().copy().isPresent() ? owned() : Script.empty();
  }

  private Script owned() {
    ChainState.Root root = to.around().root();
    return Script.empty()
        .setOwnership(
            task.state(),
            new Step.Ownership(Optional.of(root.mode()), named(root.owner()), named(root.group())));
  }

  private static Optional<String> named(String who) {
    return Optional.of(who).filter(name -> !name.isEmpty());
  }

  private Script tidy() {
    boolean left = !(from.isInMemory() && from.live().copy().isEmpty());
    return left && !is(ChainState.Extent.NONE)
        ? Script.empty().within(NodeosRun.MARGIN, Script.empty().removeTree(aside()))
        : Script.empty();
  }

  private Script mount(String options) {
    return Script.empty().run("mount", "-t", "tmpfs", "-o", options, "tmpfs", task.state());
  }

  /** The way to what a boot mounts on the state's directory. */
  Script fstab() {
    if (from.persistent().fstab().equals(to.persistent().fstab())) {
      return Script.empty();
    }
    Script edit =
        new EditedFile(MountReader.FSTAB, from.around().fstab())
            .to(
                to.around().fstab(),
                MountTarget.edit(task.state(), from.persistent().fstab()),
                MountTarget.edit(task.state(), to.persistent().fstab()));
    return from.unit().around().managed() ? edit.run("systemctl", "daemon-reload") : edit;
  }
}
