package io.tuner.resources;

import io.tuner.format.SwapFileSystem;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.Optional;

/**
 * The way from one state of a swap space to another. A swap file's content is worth nothing once it
 * is out of use, so that no copy of it is kept: it is removed by the tool, and made anew.
 */
record SwapScript(SwapReader reader, SwapState from, SwapState to) {

  private static final int BLOCK = 1 << 20;

  Script script() {
    boolean there = to.space().isPresent();
    boolean anew = there && !from.space().filter(s -> !s.isMadeAnew(to.space().get())).isPresent();
    boolean blank = anew && !to.space().get().swap();
    if (blank && reader.isFile()) {
      return Script.impossible(reader.name() + " was no swap space, and its content is gone");
    }
    boolean changes = !from.live().equals(to.live());
    boolean gone = !there && from.space().isPresent();
    boolean leaves = from.live().on() && (changes || anew || gone);
    Optional<String> kept = from.around().kept();
    if (leaves && kept.isPresent()) {
      return Script.impossible(reader.name() + " " + kept.get());
    }
    Script script = Script.empty();
    if (from.unfinished() && !to.unfinished()) {
      script = script.run("rm", "-f", reader.unfinished());
    }
    if (leaves) {
      script = script.run("swapoff", reader.path());
    }
    if (anew && !blank) {
      script = script.then(reader.isFile() ? file() : device());
    } else if (there && !from.space().equals(to.space()) && !blank) {
      script = script.setOwnership(reader.path(), mode());
    }
    script = script.then(use(leaves, anew, changes));
    if (blank) {
      script = script.run("wipefs", "--all", "--types", "swap", reader.path());
    }
    return gone ? script.run("rm", "-f", reader.path()) : script;
  }

  private Step.Ownership mode() {
    return Step.Ownership.mode(to.space().get().mode().orElse("0600"));
  }

  /** The entry of fstab and the use; where one fails, both are as before. */
  private Script use(boolean left, boolean anew, boolean changes) {
    Script use = Script.empty();
    if (to.live().on() && (left || changes)) {
      use = use(to.live());
    }
    if (from.persistent().equals(to.persistent())) {
      return use;
    }
    FstabScript table =
        new FstabScript(
            from.around().fstab(),
            to.around().fstab(),
            to.around().decided(),
            from.around().systemd(),
            SwapTarget.edit(to.persistent(), from.persistent()),
            SwapTarget.edit(from.persistent(), to.persistent()));
    Script edit = table.script();
    if (edit.isEmpty() || use.isEmpty()) {
      return edit.then(use);
    }
    Script undo = table.undo();
    if (left && !anew) {
      undo = undo.then(use(from.live()));
    }
    return Script.empty().attempt(edit.then(use), undo);
  }

  private Script use(SwapState.Live live) {
    return live.priority().isPresent()
        ? Script.empty().run("swapon", "-p", "" + live.priority().get(), reader.path())
        : Script.empty().run("swapon", reader.path());
  }

  /** Without --force, mkswap leaves a partition table where it is (mkswap(8)). */
  private Script device() {
    return from.around().signature().isPresent()
        ? Script.empty().run("mkswap", "--force", reader.path())
        : Script.empty().run("mkswap", reader.path());
  }

  /** Makes the file beside its place: what is there under its own name is whole. */
  private Script file() {
    String path = reader.unfinished();
    String size = "" + to.space().get().bytes();
    SwapFileSystem system = SwapFileSystem.of(from.around().fstype(), from.around().kernel());
    Script make = Script.empty();
    if (system.inPlace()) {
      make = make.then(written(path, 0)).run("chattr", "+C", path);
    }
    make =
        system.preallocated()
            ? make.run("fallocate", "-l", size, path)
            : make.then(written(path, to.space().get().bytes()));
    make = make.setOwnership(path, mode()).run("mkswap", path);
    Script script = Script.empty();
    if (from.space().isPresent()) {
      script = script.run("rm", "-f", reader.path());
    }
    return script.attempt(make, Script.empty().run("rm", "-f", path)).rename(path, reader.path());
  }

  private static Script written(String path, long bytes) {
    boolean whole = bytes % BLOCK == 0;
    long block = whole ? BLOCK : 4096;
    return Script.empty()
        .run(
            "dd",
            "if=/dev/zero",
            "of=" + path,
            "bs=" + block,
            "count=" + bytes / block,
            "conv=fsync");
  }
}
