package io.tuner.resources;

import io.tuner.format.SwapFileSystem;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.Optional;

/** Decides what a file or device is to become that is to be swap space. */
record SwapSpaceTarget(Swap swap, SwapState observed, Notes notes) {

  void refuseForeignFile() throws Unsupported {
    if (observed.space().filter(s -> !s.swap()).isPresent()) {
      if (!observed.around().recognised()) {
        throw new Missing("blkid is not installed, which tells whether a file is swap space");
      }
      throw new Unsupported(
          "`" + swap.name() + "` is there and is no swap space: move it, or name another file");
    }
  }

  SwapState.Space file() throws Unsupported {
    refuseForeignFile();
    SwapState.Space found = observed.space().orElse(null);
    if (found == null && swap.size().isEmpty()) {
      throw new Unsupported("there is no `" + swap.name() + "`: write its `size`");
    }
    Optional<String> size = swap.size().map(ByteSize::toString);
    SwapState.Space wanted =
        new SwapState.Space(size.isPresent() ? size : found.size(), Optional.of("0600"), true);
    if (found == null || found.isMadeAnew(wanted)) {
      checkFileSystem(wanted.bytes(), found == null ? 0 : found.bytes());
    }
    return wanted;
  }

  private void checkFileSystem(long bytes, long returned) throws Unsupported {
    SwapState.Around around = observed.around();
    if (around.free().isEmpty()) {
      throw new Missing("there is no directory for `" + swap.name() + "`");
    }
    Optional<String> refusal = SwapFileSystem.of(around.fstype(), around.kernel()).refusal();
    if (refusal.isPresent()) {
      throw new Unsupported("`" + swap.name() + "` would lie on " + refusal.get());
    }
    long room = around.free().get() + returned;
    if (room < bytes) {
      throw new Unsupported(
          "`%s` needs %s, and its file system has %s free"
              .formatted(swap.name(), SwapState.Around.size(bytes), SwapState.Around.size(room)));
    }
  }

  SwapState.Space device() throws Unsupported {
    SwapState.Space found =
        observed.space().orElseThrow(() -> new Missing("there is no device `" + swap.name() + "`"));
    if (swap.name().matches("/dev/(sd|vd|hd|xvd|nvme|mmcblk).*")) {
      notes.warn(swap.name() + " may be another disk after a boot: name it by UUID= or /dev/disk");
    }
    if (found.swap()) {
      return found;
    }
    SwapState.Around around = observed.around();
    if (!around.recognised()) {
      throw new Missing("blkid is not installed, which tells what a device holds");
    }
    if (around.mountPoint().isPresent()) {
      throw new Unsupported("`" + swap.name() + "` is mounted at " + around.mountPoint().get());
    }
    if (around.signature().isPresent()) {
      String holds = "`" + swap.name() + "` holds " + around.signature().get();
      if (!swap.discard()) {
        throw new Unsupported(holds + ": name another device, or set `discard: true`");
      }
      notes.risk(Risk.DATA, holds + ", which is lost");
      notes.risk(Risk.IRREVERSIBLE, "mkswap overwrites what begins `" + swap.name() + "`");
    }
    return new SwapState.Space(Optional.empty(), Optional.empty(), true);
  }
}
