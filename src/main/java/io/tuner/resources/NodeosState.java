package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where and how nodeos keeps the state of its chain. */
@Type(
    name = "nodeos_state",
    summary = "Where and how nodeos (Leap, Spring, EOSIO) keeps its state, and moves it there",
    guide =
        """
        Owns `database-map-mode` and `chain-state-db-size-mb` of config.ini, `TimeoutStopSec` and \
        `TimeoutStartSec` of the unit (a kill leaves the state dirty; both only ever grow, with the \
        state), and what is mounted on `DATA_DIR/state`.

        nodeos is stopped for a change of these, cleanly, and started again where it ran. From a \
        tmpfs to the disk the state is copied to `state.tuner`, sizes are compared, and only then \
        is the tmpfs unmounted; back, the other way round. A run that breaks off is gone on with by \
        the next apply, or taken back.

        A state that nodeos did not close (the dirty flag of `shared_memory.bin`) is refused, and \
        never replayed. Where there is no state, nodeos starts from `snapshot`; what a snapshot \
        without room in `size` left behind (its journal says so) is no state either. A rollback \
        keeps the state that came from a snapshot.

        What must fit into memory and swap, less huge pages, is checked before anything stops.
        """)
public record NodeosState(
    @Parameter(value = "The directory of config.ini.", example = "/etc/nodeos", required = true)
        String config_dir,
    @Parameter(
            value = "The directory that holds `state`, which is no file system of its own.",
            example = "/data/nodeos",
            required = true)
        String data_dir,
    @Parameter(
            value =
                "`mapped`, `mapped_private`, `heap`, `locked`: on disk, in that"
                    + " `database-map-mode`; `tmpfs`: mapped, in memory.",
            example = "mapped_private",
            required = true)
        Mode mode,
    @Parameter(value = "What the state may grow to, in MiB.", example = "128G", required = true)
        ByteSize size,
    @Parameter(value = "The unit that runs nodeos.", byDefault = "nodeos") String unit,
    @Parameter(
            value = "A snapshot on the host, to start from where there is no state.",
            example = "/data/snapshots/latest.bin")
        Optional<String> snapshot,
    @Parameter(value = "Whether a state in memory needs no snapshot.", byDefault = "false")
        boolean accept_data_loss)
    implements Resource<ChainState> {

  /** How the state is held. */
  public enum Mode {
    MAPPED,
    MAPPED_PRIVATE,
    HEAP,
    LOCKED,
    TMPFS;

    /** As config.ini has it: only `mapped` works on a tmpfs. */
    String word() {
      return this == TMPFS ? "mapped" : name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return data_dir;
  }

  @Override
  public void validate(Problems problems) {
    PlacementRules.path("config_dir", config_dir, problems);
    PlacementRules.path("data_dir", data_dir, problems);
    snapshot.ifPresent(path -> PlacementRules.path("snapshot", path, problems));
    Unit.validate("unit", unit, problems);
    if (size.bytes() == 0 || size.bytes() % (1 << 20) != 0) {
      problems.error("size", "`" + size + "` is no whole number of MiB");
    }
    if (mode == Mode.TMPFS && snapshot.isEmpty() && !accept_data_loss) {
      problems.error(
          "mode",
          "a state in memory is lost with every boot",
          "give a `snapshot` to start from, or `accept_data_loss: true`");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    return NodeosConfig.claims(this);
  }

  @Override
  public Map<Knob, String> needs() {
    return NodeosConfig.needs(this);
  }

  @Override
  public Probe probe() {
    return new ChainStateReader(this).probe();
  }

  @Override
  public ChainState parse(Readings readings) throws ProbeFailed {
    return new ChainStateReader(this).parse(readings);
  }

  @Override
  public ChainState target(ChainState observed, Notes notes) throws Unsupported {
    return new ChainStateTarget(this, observed, notes).state();
  }

  @Override
  public Script transition(ChainState from, ChainState to) {
    return new ChainStateScript(this, from, to).script();
  }

  @Override
  public Map<String, Knob> knobs(ChainState found) {
    return found.knobs(this);
  }

  String config() {
    return config_dir + "/config.ini";
  }

  String state() {
    return data_dir + "/state";
  }
}
