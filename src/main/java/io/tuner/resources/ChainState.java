package io.tuner.resources;

import io.tuner.format.MemoryRoom;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The state of a chain as nodeos has it.
 *
 * @param unit how long systemd waits for it
 * @param persistent what files say
 * @param live where it is
 * @param around what decides, and what several parts are edited in
 */
record ChainState(UnitState unit, Persistent persistent, Live live, @Context Around around) {

  /** What is mounted on the state's directory. */
  enum Place {
    DISK,
    MEMORY
  }

  /** How much of the state is there. */
  enum Extent {
    /** All, and in its place. */
    WHOLE,
    /** All, and aside, in {@code state.tuner}: a move broke off. */
    ASIDE,
    /** One in its place and another aside, of which nobody knows which is the later. */
    TWICE,
    NONE
  }

  /**
   * What files say.
   *
   * @param fstab what a boot mounts on the state's directory
   */
  record Persistent(
      Optional<Values> database_map_mode,
      Optional<Values> chain_state_db_size_mb,
      Optional<MountState.Entry> fstab) {}

  /**
   * Where it is.
   *
   * @param tmpfs_kb the size of the tmpfs it is in
   * @param copy whether one lies aside
   * @param stopped whether a run of tuner stopped nodeos and did not come to start it
   * @param loading whether the unit was left with the argument that starts from a snapshot
   */
  record Live(
      Place place,
      Extent state,
      Optional<Long> tmpfs_kb,
      Optional<Boolean> copy,
      Optional<Boolean> stopped,
      Optional<Boolean> loading) {}

  /**
   * What decides.
   *
   * @param config config.ini
   * @param fstab the whole file
   * @param running whether the unit's nodeos runs
   * @param foreign another nodeos with the same directory, by its process
   * @param dirty whether nodeos did not close the state
   * @param inner whether the copy into memory is whole and on its way into place
   * @param bytes the size of the state's file
   * @param free bytes that the data directory's file system has left
   * @param room of the host's memory
   * @param mount the options of the tmpfs
   * @param root owner and mode of the state's directory, or of the one that lies aside
   * @param separate whether a file system of its own is mounted there
   * @param snapshot whether the snapshot is there
   * @param cramped whether nodeos is down, for it found no room for a snapshot
   * @param exec the unit's ExecStart
   * @param stop the unit's TimeoutStopSec
   * @param start the unit's TimeoutStartSec
   */
  record Around(
      Optional<Content> config,
      Optional<Content> fstab,
      boolean running,
      Optional<String> foreign,
      boolean dirty,
      boolean inner,
      long bytes,
      Optional<Long> free,
      MemoryRoom room,
      String mount,
      Root root,
      boolean separate,
      boolean snapshot,
      boolean cramped,
      String exec,
      String stop,
      String start) {

    /** What decides when it is as wanted: nodeos starts then. */
    Around edited(Optional<Content> newConfig, Optional<Content> newFstab) {
      return new Around(
          newConfig, newFstab, running, foreign, dirty, inner, bytes, free, room, mount, root,
          separate, snapshot, false, exec, stop, start);
    }
  }

  /** Owner and mode of a directory; empty where there is none. */
  record Root(String mode, String owner, String group) {}

  /** The same, but with the state that there is where it has none: nobody takes one away. */
  ChainState keeping(Extent found) {
    boolean stays = live.state == Extent.NONE && (found == Extent.WHOLE || found == Extent.ASIDE);
    Live kept =
        new Live(live.place, Extent.WHOLE, live.tmpfs_kb, live.copy, live.stopped, live.loading);
    return stays ? new ChainState(unit, persistent, kept, around) : this;
  }

  boolean isInMemory() {
    return live.place == Place.MEMORY;
  }

  /** The same names as the types have that own one of these alone. */
  Map<String, Knob> knobs(NodeosState task) {
    Map<String, Knob> knobs = new TreeMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      knobs.put(leaf, knob(task, leaf));
    }
    return knobs;
  }

  private static Knob knob(NodeosState task, String leaf) {
    String last = leaf.substring(leaf.lastIndexOf('.') + 1);
    if (leaf.startsWith("unit.persistent.")) {
      String setting = leaf.substring("unit.persistent.".length());
      return Knob.of("unit:" + Unit.of(task.unit()).name() + ":" + setting);
    }
    if (leaf.startsWith("persistent.fstab.")) {
      return Knob.of("fstab:" + task.state() + ":" + last);
    }
    return leaf.startsWith("persistent.")
        ? NodeosConfig.knob(task, last.replace('_', '-'))
        : Knob.of("nodeos:" + task.data_dir() + ":" + leaf);
  }
}
