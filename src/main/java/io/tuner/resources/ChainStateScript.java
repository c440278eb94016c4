package io.tuner.resources;

import io.tuner.format.IniFile;
import io.tuner.format.Refusal;
import io.tuner.format.TimeSpan;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The way from one state of a chain to another. Each step leaves what the next reading can go on
 * from: a copy is whole or not there, fstab speaks of the tmpfs only while there is one, and a mark
 * keeps that nodeos is to be started again.
 */
record ChainStateScript(NodeosState task, ChainState from, ChainState to) {

  private static final Duration MARGIN = Duration.ofMinutes(10);

  private String aside() {
    return task.state() + ChainStateReader.ASIDE;
  }

  /** Where a copy lies in the tmpfs until it is whole. */
  private String inner() {
    return task.state() + "/" + ChainStateReader.ASIDE;
  }

  private String unit() {
    return Unit.of(task.unit()).name();
  }

  /** Whether nodeos must be down for that. */
  boolean stops(ChainState.Live live, ChainState.Persistent persistent) {
    return !from.live().equals(live)
        || !from.persistent().database_map_mode().equals(persistent.database_map_mode())
        || !from.persistent().chain_state_db_size_mb().equals(persistent.chain_state_db_size_mb());
  }

  Script script() {
    boolean lost = to.live().state() == ChainState.Extent.NONE;
    if (lost && from.live().state() != ChainState.Extent.NONE) {
      return Script.impossible("the state that is there now stays");
    }
    boolean aside = to.live().state() == ChainState.Extent.ASIDE && !from.live().equals(to.live());
    boolean halfway =
        to.live().stopped().isPresent()
            || to.live().copy().isPresent()
            || to.live().loading().isPresent();
    boolean begun =
        from.live().stopped().isPresent()
            || from.live().copy().isPresent()
            || from.live().loading().isPresent();
    if (aside || halfway && !begun || to.live().state() == ChainState.Extent.TWICE) {
      return Script.impossible("a move that broke off is not broken off again");
    }
    // A stop needs the longer patience of the two: it comes first, and goes last.
    Script patience = to.unit().after(from.unit(), task.dropIn("0", "0"));
    Script change = change(lost);
    return stopSeconds(to) < stopSeconds(from) ? change.then(patience) : patience.then(change);
  }

  private static long stopSeconds(ChainState state) {
    Values found =
        state.unit().persistent().getOrDefault("Service", Map.of()).get("TimeoutStopSec");
    return found == null ? 0 : TimeSpan.timeout(found.toString()).orElse(0);
  }

  private Script change(boolean lost) {
    if (!stops(to.live(), to.persistent())) {
      return fstab();
    }
    boolean starts = from.around().running() || from.live().stopped().isPresent();
    Script script = from.around().running() ? stop() : Script.empty();
    script = script.then(moves()).then(config());
    boolean loads = from.live().state() == ChainState.Extent.NONE && !lost;
    if (from.live().loading().isPresent() && !loads) {
      script = script.removeFile(loading(task)).run("systemctl", "daemon-reload");
    }
    if (loads) {
      script = script.then(load());
    } else if (starts) {
      script = script.within(patience(from.around().start()), start());
    }
    return starts ? script.removeFile(ChainStateReader.marker(task)) : script;
  }

  private Script stop() {
    Script mark =
        Script.empty()
            .replaceFile(
                ChainStateReader.marker(task),
                Content.of("tuner stopped " + unit() + ", and starts it again\n"));
    // A stop that systemd ended with a kill is a success for systemctl, and the state is dirty.
    String file = Shell.quote(task.state() + ChainStateReader.FILE);
    String check =
        "[ ! -e \"$R\"%1$s ] || [ \"$(head -c 9 \"$R\"%1$s | tail -c 1 | tr '\\000\\001' 01)\" = 0 ] || "
            + "{ echo %2$s >&2; exit 1; }";
    String message = Shell.quote(task.unit() + " did not close its state: its dirty flag is set");
    return mark.within(
            patience(from.around().stop()), Script.empty().run("systemctl", "stop", unit()))
        .shell(check.formatted(file, message));
  }

  private Script start() {
    return Script.empty().run("systemctl", "start", unit());
  }

  private Duration patience(String timeout) {
    long seconds = Math.max(TimeSpan.timeout(timeout).orElse(0), task.size().bytes() >> 26);
    return MARGIN.plusSeconds(Math.min(seconds, Duration.ofHours(12).toSeconds()));
  }

  private Script copy(String of, String into) {
    long bytes = Math.max(from.around().bytes(), task.size().bytes());
    // 16 MiB in a second is what a disk behind swap may come down to.
    Duration most = MARGIN.plusSeconds(bytes >> 24);
    return Script.empty().within(most, Script.empty().copyTree(of, into));
  }

  private Script moves() {
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
        script = mount("remount," + sized());
      }
      return script.then(fill()).then(fstab()).then(tidy());
    }
    script = script.then(fstab());
    return from.live().state() == ChainState.Extent.ASIDE ? script.then(place()) : script;
  }

  /** What lies aside is whole wherever it is there and the state is not. */
  private Script toDisk() {
    boolean whole = from.live().state() == ChainState.Extent.WHOLE;
    Script script = whole ? copy(task.state(), aside()) : Script.empty();
    script = script.then(fstab()).run("umount", task.state());
    if (from.live().state() == ChainState.Extent.NONE) {
      return script;
    }
    return script.then(place()).then(mended());
  }

  private Script place() {
    return Script.empty().removeDirectory(task.state()).rename(aside(), task.state());
  }

  private Script toMemory() {
    boolean whole = from.live().state() == ChainState.Extent.WHOLE;
    Script script = whole ? Script.empty().rename(task.state(), aside()) : Script.empty();
    script = script.makeDirectory(task.state(), Step.Ownership.KEEP).then(mount(sized()));
    return script.then(fill()).then(fstab()).then(tidy());
  }

  private static Optional<String> named(String who) {
    return Optional.of(who).filter(name -> !name.isEmpty());
  }

  /** Fills the tmpfs from what lies aside: the copy is whole before its parts take their place. */
  private Script fill() {
    if (from.live().state() == ChainState.Extent.NONE) {
      return Script.empty();
    }
    if (from.isInMemory() && from.live().state() == ChainState.Extent.WHOLE) {
      return mended();
    }
    boolean copied = from.isInMemory() && from.around().inner();
    Script script = copied ? Script.empty() : copy(aside(), inner());
    return script.moveContents(inner(), task.state()).then(owned());
  }

  /**
   * A move into memory that died may have left the tmpfs, and so copies of it, without its mode.
   */
  private Script mended() {
    return from.live().copy().isPresent() ? owned() : Script.empty();
  }

  private Script owned() {
    ChainState.Root root = to.around().root();
    return Script.empty()
        .setOwnership(
            task.state(),
            new Step.Ownership(Optional.of(root.mode()), named(root.owner()), named(root.group())));
  }

  private Script tidy() {
    boolean left = !(from.isInMemory() && from.live().copy().isEmpty());
    return left && from.live().state() != ChainState.Extent.NONE
        ? Script.empty().within(MARGIN, Script.empty().removeTree(aside()))
        : Script.empty();
  }

  private Script mount(String options) {
    return Script.empty().run("mount", "-t", "tmpfs", "-o", options, "tmpfs", task.state());
  }

  /** The options the tmpfs had or has, with the size wanted. */
  private String sized() {
    String known = to.around().mount().isEmpty() ? "nodev,nosuid" : to.around().mount();
    List<String> options = new ArrayList<>(List.of(known.split(",")));
    options.removeIf(option -> option.startsWith("size=") || option.equals("seclabel"));
    to.live().tmpfs_kb().filter(kb -> kb > 0).ifPresent(kb -> options.add("size=" + kb + "k"));
    return String.join(",", options);
  }

  private Script fstab() {
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

  private Script config() {
    ChainState.Persistent wanted = to.persistent();
    boolean same =
        from.persistent().database_map_mode().equals(wanted.database_map_mode())
            && from.persistent().chain_state_db_size_mb().equals(wanted.chain_state_db_size_mb());
    return same
        ? Script.empty()
        : new EditedFile(task.config(), from.around().config())
            .to(to.around().config(), edit(from.persistent()), edit(wanted));
  }

  /** Makes config.ini hold these options; all else of it stays. */
  static EditedFile.Edit edit(ChainState.Persistent wanted) {
    return text -> {
      IniFile ini = IniFile.parse(text.all(), IniFile.Style.INLINE_COMMENTS);
      ini = set(ini, "database-map-mode", wanted.database_map_mode());
      return set(ini, "chain-state-db-size-mb", wanted.chain_state_db_size_mb()).text();
    };
  }

  private static IniFile set(IniFile ini, String option, Optional<Values> values) throws Refusal {
    return values.isEmpty() ? ini.without("", option) : ini.withAll("", option, values.get().all());
  }

  /** The drop-in that is there for one start. */
  static String loading(NodeosState task) {
    return "/run/systemd/system/" + Unit.of(task.unit()).name() + ".d/zz-tuner-snapshot.conf";
  }

  /**
   * Starts nodeos from the snapshot, which it takes as an argument alone: for this one start a
   * drop-in below /run adds it, and goes again.
   */
  private Script load() {
    String text =
        "[Service]\nExecStart=\nExecStart="
            + from.around().exec()
            + " --snapshot "
            + task.snapshot().orElseThrow()
            + "\n";
    return Script.empty()
        .replaceFile(loading(task), Content.of(text))
        .run("systemctl", "daemon-reload")
        .within(patience(from.around().start()), start())
        .removeFile(loading(task))
        .run("systemctl", "daemon-reload");
  }
}
