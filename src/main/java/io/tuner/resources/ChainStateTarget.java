package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.format.TimeSpan;
import io.tuner.resource.Content;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.List;
import java.util.Optional;

/** Decides what the state of a chain found so is to become. */
record ChainStateTarget(NodeosState task, ChainState observed, Notes notes) {

  /** A disk or a swap writes at least that much in a second. */
  private static final long BYTES_A_SECOND = 64 << 20;

  /** What systemd waits where nobody says otherwise (systemd-system.conf(5)), in seconds. */
  private static final long PATIENCE = 90;

  ChainState state() throws Unsupported {
    ChainState.Around around = observed.around();
    boolean memory = task.mode() == NodeosState.Mode.TMPFS;
    boolean there = observed.live().state() != ChainState.Extent.NONE;
    boolean loads = !there && task.snapshot().isPresent();
    new ChainStateLimits(task, observed).check(loads);
    StateTmpfs tmpfs = new StateTmpfs(task.size());
    Optional<MountState.Entry> fstab = observed.persistent().fstab();
    ChainState.Live live =
        new ChainState.Live(
            memory ? ChainState.Place.MEMORY : ChainState.Place.DISK,
            there || loads ? ChainState.Extent.WHOLE : ChainState.Extent.NONE,
            memory ? Optional.of(tmpfs.kilobytes(observed)) : Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    ChainState.Persistent persistent =
        new ChainState.Persistent(
            mode(),
            Values.some(List.of(NodeosConfig.megabytes(task.size()))),
            memory ? Optional.of(tmpfs.entry(fstab)) : none());
    tell(live, persistent, loads);
    try {
      return new ChainState(
          observed.unit().wanted(drop()),
          persistent,
          live,
          around.edited(config().edited(persistent), fstab(around.fstab(), persistent)));
    } catch (Refusal refusal) {
      throw new Unsupported(refusal.getMessage());
    }
  }

  private NodeosConfig config() {
    return new NodeosConfig(task.config(), observed.around().config());
  }

  /** No entry of ours: what else is mounted there at boot is of no tmpfs, and stays. */
  private Optional<MountState.Entry> none() {
    return observed.persistent().fstab().filter(entry -> !entry.fstype().equals("tmpfs"));
  }

  private Optional<Values> mode() {
    Optional<Values> found = observed.persistent().database_map_mode();
    boolean usual = NodeosConfig.isUsual(task) && found.isEmpty();
    return usual ? found : Values.some(List.of(task.mode().word()));
  }

  private DropIn drop() {
    long needed = Math.max(PATIENCE, task.size().bytes() / BYTES_A_SECOND);
    ChainState.Around around = observed.around();
    return NodeosRun.dropIn(task, longer(around.stop(), needed), longer(around.start(), needed));
  }

  private static String longer(String found, long needed) {
    boolean enough = TimeSpan.timeout(found).orElse(0) >= needed;
    return enough ? found : Long.toString(needed);
  }

  private Optional<Content> fstab(Optional<Content> found, ChainState.Persistent persistent)
      throws Refusal {
    boolean same = observed.persistent().fstab().equals(persistent.fstab());
    return same
        ? found
        : EditedFile.edited(found, MountTarget.edit(task.state(), persistent.fstab()));
  }

  private void tell(ChainState.Live live, ChainState.Persistent persistent, boolean loads)
      throws Unsupported {
    boolean memory = live.place() == ChainState.Place.MEMORY;
    if (memory && task.snapshot().isPresent() && !observed.around().snapshot()) {
      String lacks = "there is no snapshot " + task.snapshot().get();
      if (!task.accept_data_loss() && !observed.isInMemory()) {
        throw new Missing(lacks + ", and a state in memory is lost with every boot");
      }
      notes.warn(lacks + " to start from after a boot");
    }
    if (memory) {
      notes.risk(Risk.VOLATILE, "the state is lost on reboot");
    }
    boolean down = observed.around().running() || observed.live().stopped().isPresent();
    if (down && ChainStateScript.stops(observed, live, persistent)) {
      notes.risk(Risk.SERVICE_RESTART, task.unit() + " is down until its state is in its place");
    }
    if (observed.live().state() == ChainState.Extent.WHOLE) {
      notes.settles("live.state", Settles.When.NEVER, "the state that is there stays");
    }
    if (loads) {
      notes.settles("live.state", Settles.When.RESTART, "");
      notes.risk(Risk.IRREVERSIBLE, "the state that comes from the snapshot stays");
    }
    if (observed.around().bytes() > task.size().bytes()) {
      ByteSize is = new ByteSize(observed.around().bytes());
      notes.warn("the state is " + is + " large already, and nodeos makes it no smaller");
    }
    if (config().value("reversible-blocks-db-size-mb").isPresent()) {
      notes.warn(
          task.config() + " has reversible-blocks-db-size-mb: Leap 3.1 and later do not start");
    }
    observed.unit().around().later().forEach(notes::warn);
  }
}
