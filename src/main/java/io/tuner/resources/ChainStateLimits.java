package io.tuner.resources;

import io.tuner.format.MemoryRoom;
import io.tuner.resource.Missing;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a host cannot have of a chain's state, said before nodeos is stopped. */
record ChainStateLimits(NodeosState task, ChainState observed) {

  void check(boolean loads) throws Unsupported {
    checkHost();
    checkState();
    checkRoom();
    if (loads) {
      checkSnapshot();
    }
  }

  private void checkHost() throws Unsupported {
    ChainState.Around around = observed.around();
    if (around.config().isEmpty()) {
      throw new Missing("there is no " + task.config());
    }
    if (observed.unit().around().missing()) {
      throw new Missing("there is no unit " + Unit.of(task.unit()).name() + " here");
    }
    String elsewhere =
        new NodeosConfig(task.config(), around.config()).value("state-dir").orElse("state");
    if (!elsewhere.equals("state") && !elsewhere.equals(task.state())) {
      throw new Unsupported(task.config() + " has the state in `" + elsewhere + "`, not in state");
    }
    if (around.foreign().isPresent()) {
      throw new Unsupported(
          "nodeos runs there as %s, and not by %s: stop it first"
              .formatted(around.foreign().get(), Unit.of(task.unit()).name()));
    }
    if (around.separate()) {
      throw new Unsupported(
          task.state() + " is a file system of its own: mount that on " + task.data_dir());
    }
  }

  private void checkState() throws Unsupported {
    if (observed.live().state() == ChainState.Extent.TWICE) {
      throw new Unsupported(
          "there is a state in %s and one in %s: remove the older one"
              .formatted(task.state(), task.state() + StateFiles.ASIDE));
    }
    if (observed.around().cramped()) {
      checkRoomForSnapshot();
    }
    if (observed.around().dirty()) {
      throw new Unsupported(
          "nodeos did not close %s (its dirty flag is set), and it is never replayed by itself:"
                  .formatted(task.state() + StateFiles.FILE)
              + " move it away and name a `snapshot`");
    }
  }

  /** What it left is no state to start from, though nodeos may have closed it. */
  private void checkRoomForSnapshot() throws Unsupported {
    long had = NodeosConfig.megabytes(observed.persistent());
    List<String> remedies = new ArrayList<>();
    if (task.size().bytes() >> 20 <= had) {
      remedies.add("give a larger `size`");
    }
    if (observed.live().state() == ChainState.Extent.WHOLE) {
      String file = task.state() + StateFiles.FILE;
      remedies.add("move " + file + " away, which holds a part of it");
    }
    if (!remedies.isEmpty()) {
      throw new Unsupported(
          "nodeos found no room for a snapshot in %d MiB of state: %s"
              .formatted(had, String.join(", and ", remedies)));
    }
  }

  private void checkRoom() throws Unsupported {
    MemoryRoom room = observed.around().room();
    long bytes = Math.max(task.size().bytes(), observed.around().bytes());
    boolean resident = task.mode() == NodeosState.Mode.LOCKED;
    long most = resident ? room.resident() : room.swappable();
    if (task.mode() != NodeosState.Mode.MAPPED && bytes > most) {
      String lacks =
          "%s needs %s of memory%s, and there are %d MiB less %d MiB of huge pages"
              .formatted(
                  task.mode().name().toLowerCase(Locale.ROOT),
                  new ByteSize(bytes),
                  resident ? ", for what is locked is not swapped out" : " and swap",
                  (most + room.reserved()) >> 20,
                  room.reserved() >> 20);
      // An earlier task may bring swap.
      throw resident ? new Unsupported(lacks) : new Missing(lacks);
    }
    boolean copies = observed.isInMemory() && task.mode() != NodeosState.Mode.TMPFS;
    if (copies && observed.around().free().filter(free -> free < bytes).isPresent()) {
      throw new Unsupported(
          "the state needs %s in %s, which has %d MiB left"
              .formatted(
                  new ByteSize(bytes), task.data_dir(), observed.around().free().get() >> 20));
    }
  }

  private void checkSnapshot() throws Unsupported {
    if (!observed.around().snapshot()) {
      throw new Missing("there is no snapshot " + task.snapshot().orElseThrow());
    }
    if (!observed.unit().around().managed()) {
      throw new Unsupported("systemd does not run here, to start nodeos from a snapshot");
    }
    if (!observed.around().exec().matches("[-@:+!]*(\\S*/)?nodeos(\\s.*)?")) {
      throw new Unsupported(
          Unit.of(task.unit()).name() + " does not start nodeos itself, to start from a snapshot");
    }
  }
}
