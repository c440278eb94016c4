package io.tuner.resources;

import io.tuner.format.IniFile;
import io.tuner.format.MemoryRoom;
import io.tuner.format.MountOptions;
import io.tuner.format.Refusal;
import io.tuner.format.TimeSpan;
import io.tuner.resource.Content;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Decides what the state of a chain found so is to become. */
record ChainStateTarget(NodeosState task, ChainState observed, Notes notes) {

  /** A disk or a swap writes at least that much in a second. */
  private static final long BYTES_A_SECOND = 64 << 20;

  /** What systemd waits where nobody says otherwise (systemd-system.conf(5)), in seconds. */
  private static final long PATIENCE = 90;

  /** What lies beside the state's file: caches of compiled contracts, the fork database. */
  private static final long BESIDE = 1 << 30;

  ChainState state() throws Unsupported {
    ChainState.Around around = observed.around();
    check(around);
    boolean memory = task.mode() == NodeosState.Mode.TMPFS;
    checkRoom(around.room(), memory);
    ChainState.Place place = memory ? ChainState.Place.MEMORY : ChainState.Place.DISK;
    boolean there = observed.live().state() != ChainState.Extent.NONE;
    boolean loads = !there && task.snapshot().isPresent();
    if (loads) {
      checkSnapshot(around);
    }
    ChainState.Live live =
        new ChainState.Live(
            place,
            there || loads ? ChainState.Extent.WHOLE : ChainState.Extent.NONE,
            memory ? Optional.of(kilobytes()) : Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    ChainState.Persistent persistent =
        new ChainState.Persistent(mode(), megabytes(), memory ? Optional.of(entry()) : none());
    tell(live, persistent, loads);
    try {
      return new ChainState(
          observed.unit().wanted(drop()),
          persistent,
          live,
          around.edited(
              EditedFile.edited(around.config(), ChainStateScript.edit(persistent)),
              fstab(around.fstab(), persistent)));
    } catch (Refusal refusal) {
      throw new Unsupported(refusal.getMessage());
    }
  }

  private void check(ChainState.Around around) throws Unsupported {
    if (around.config().isEmpty()) {
      throw new Missing("there is no " + task.config());
    }
    if (observed.unit().around().missing()) {
      throw new Missing("there is no unit " + Unit.of(task.unit()).name() + " here");
    }
    String elsewhere = option("state-dir").orElse("state");
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
    if (observed.live().state() == ChainState.Extent.TWICE) {
      throw new Unsupported(
          "there is a state in %s and one in %s: remove the older one"
              .formatted(task.state(), task.state() + ChainStateReader.ASIDE));
    }
    if (around.dirty()) {
      throw new Unsupported(
          "nodeos did not close %s (its dirty flag is set), and it is never replayed by itself:"
                  .formatted(task.state() + ChainStateReader.FILE)
              + " move it away and name a `snapshot`");
    }
  }

  private void checkRoom(MemoryRoom room, boolean memory) throws Unsupported {
    long bytes = Math.max(task.size().bytes(), observed.around().bytes());
    boolean resident = task.mode() == NodeosState.Mode.LOCKED;
    long most = resident ? room.resident() : room.swappable();
    if (task.mode() != NodeosState.Mode.MAPPED && bytes > most) {
      throw new Unsupported(
          "%s needs %s of memory%s, and there are %d MiB less %d MiB of huge pages"
              .formatted(
                  task.mode().name().toLowerCase(Locale.ROOT),
                  new ByteSize(bytes),
                  resident ? ", for what is locked is not swapped out" : " and swap",
                  (most + room.reserved()) >> 20,
                  room.reserved() >> 20));
    }
    boolean copies = observed.isInMemory() && !memory;
    if (copies && observed.around().free().filter(free -> free < bytes).isPresent()) {
      throw new Unsupported(
          "the state needs %s in %s, which has %d MiB left"
              .formatted(
                  new ByteSize(bytes), task.data_dir(), observed.around().free().get() >> 20));
    }
  }

  private void checkSnapshot(ChainState.Around around) throws Unsupported {
    if (!around.snapshot()) {
      throw new Missing("there is no snapshot " + task.snapshot().orElseThrow());
    }
    if (!around.exec().matches("[-@:+!]*(\\S*/)?nodeos(\\s.*)?")) {
      throw new Unsupported(
          Unit.of(task.unit()).name() + " does not start nodeos itself, to start from a snapshot");
    }
  }

  /** No entry of ours: what else is mounted there at boot is of no tmpfs, and stays. */
  private Optional<MountState.Entry> none() {
    return observed.persistent().fstab().filter(entry -> !entry.fstype().equals("tmpfs"));
  }

  private Optional<Values> mode() {
    Optional<Values> found = observed.persistent().database_map_mode();
    boolean usual = task.mode().word().equals("mapped") && found.isEmpty();
    return usual ? found : Values.some(List.of(task.mode().word()));
  }

  private Optional<Values> megabytes() {
    return Values.some(List.of(Long.toString(task.size().bytes() >> 20)));
  }

  private long kilobytes() {
    long found = observed.live().tmpfs_kb().orElse(0L);
    boolean fits = observed.isInMemory() && (found == 0 || found << 10 >= task.size().bytes());
    return fits ? found : (task.size().bytes() + BESIDE) >> 10;
  }

  /** The entry there is, if it is large enough. */
  private MountState.Entry entry() {
    String size = "size=" + new ByteSize(task.size().bytes() + BESIDE);
    Optional<MountState.Entry> found =
        observed.persistent().fstab().filter(entry -> entry.fstype().equals("tmpfs"));
    if (found.isEmpty()) {
      return new MountState.Entry("tmpfs", "tmpfs", "nodev,nosuid," + size, 0, 0);
    }
    MountState.Entry entry = found.get();
    List<String> options = new ArrayList<>(MountOptions.split(entry.options()));
    Optional<String> old = options.stream().filter(o -> o.startsWith("size=")).reduce((a, b) -> b);
    if (old.filter(this::isEnough).isPresent()) {
      return entry;
    }
    options.removeIf(option -> option.startsWith("size=") || option.equals("defaults"));
    options.add(size);
    return new MountState.Entry(
        entry.source(), entry.fstype(), String.join(",", options), entry.dump(), entry.pass());
  }

  private boolean isEnough(String option) {
    try {
      return ByteSize.parse(option.substring("size=".length())).compareTo(task.size()) >= 0;
    } catch (IllegalArgumentException share) {
      return false;
    }
  }

  private DropIn drop() {
    long needed = Math.max(PATIENCE, task.size().bytes() / BYTES_A_SECOND);
    ChainState.Around around = observed.around();
    return task.dropIn(longer(around.stop(), needed), longer(around.start(), needed));
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

  private Optional<String> option(String name) {
    return IniFile.parse(
            EditedFile.text(observed.around().config()).all(), IniFile.Style.INLINE_COMMENTS)
        .get("", name);
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
    if (down && new ChainStateScript(task, observed, observed).stops(live, persistent)) {
      notes.risk(Risk.SERVICE_RESTART, task.unit() + " is down until its state is in its place");
    }
    if (loads) {
      notes.settles("live.state", Settles.When.RESTART, "");
      notes.risk(Risk.IRREVERSIBLE, "the state that comes from the snapshot stays");
    }
    if (observed.around().bytes() > task.size().bytes()) {
      ByteSize is = new ByteSize(observed.around().bytes());
      notes.warn("the state is " + is + " large already, and nodeos makes it no smaller");
    }
    if (option("reversible-blocks-db-size-mb").isPresent()) {
      notes.warn(
          task.config() + " has reversible-blocks-db-size-mb: Leap 3.1 and later do not start");
    }
    observed.unit().around().later().forEach(notes::warn);
  }
}
