package io.tuner.resources;

import io.tuner.format.DiskFree;
import io.tuner.format.Fstab;
import io.tuner.format.MemoryRoom;
import io.tuner.format.MountInfo;
import io.tuner.format.NodeosLog;
import io.tuner.format.UnitFile;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the state of a chain is read.
 *
 * @param task whose
 */
record ChainStateReader(NodeosState task) {

  private static final String MOUNTS = "/proc/self/mountinfo";
  private static final String MEMORY = "/proc/meminfo";
  private static final Read.Selector ANY = new Read.Selector(Read.Selector.Kind.COMMAND, "nodeos");

  Probe probe() {
    Probe probe =
        drop()
            .probe()
            .run("systemctl", "cat", unit().name())
            .run("df", "-P", "-k", task.data_dir())
            .run("sh", NodeosRun.log(task))
            .and(StateFiles.probe(task))
            .file(task.config())
            .file(MountReader.FSTAB)
            .file(MOUNTS)
            .file(MEMORY)
            .attributes(NodeosRun.mark(task))
            .attributes(NodeosRun.loading(task))
            .process(unit().processes(), "comm")
            .process(ANY, "cmdline");
    return task.snapshot().map(probe::followedAttributes).orElse(probe);
  }

  private Unit unit() {
    return Unit.of(task.unit());
  }

  private DropIn drop() {
    return NodeosRun.dropIn(task, "0", "0");
  }

  ChainState parse(Readings readings) throws ProbeFailed {
    MountInfo mounts = MountInfo.parse(text(readings, MOUNTS));
    Optional<MountInfo.Mount> tmpfs =
        mounts.visible(task.state()).filter(mount -> mount.type().equals("tmpfs"));
    StateFiles files = new StateFiles(task, readings, tmpfs.isPresent());
    long stacked = mounts.mounts().stream().filter(m -> m.target().equals(task.state())).count();
    ChainState.Live live =
        new ChainState.Live(
            tmpfs.isPresent() ? ChainState.Place.MEMORY : ChainState.Place.DISK,
            files.extent(),
            tmpfs.map(StateTmpfs::kilobytes),
            only(files.aside()),
            only(StateFiles.isThere(readings, NodeosRun.mark(task))),
            only(StateFiles.isThere(readings, NodeosRun.loading(task))));
    Optional<Content> config = readings.file(task.config()).known(task.config());
    Optional<Content> fstab = readings.file(MountReader.FSTAB).known(MountReader.FSTAB);
    Fstab boot = Fstab.parse(EditedFile.text(fstab).all());
    boolean running = !readings.processes(unit().processes(), "comm").isEmpty();
    UnitFile text =
        UnitFile.parse(output(readings.run("systemctl", "cat", unit().name())).orElse(""));
    ChainState.Around around =
        new ChainState.Around(
            config,
            fstab,
            running,
            running ? Optional.empty() : foreign(readings),
            !running && files.dirty(),
            files.inner(),
            files.bytes(),
            free(readings),
            MemoryRoom.of(text(readings, MEMORY)),
            tmpfs.map(m -> String.join(",", m.effectiveOptions())).orElse(""),
            files.root(),
            stacked > (tmpfs.isPresent() ? 1 : 0),
            task.snapshot().isPresent()
                && readings.followedAttributes(task.snapshot().get()).known("snapshot").isPresent(),
            NodeosLog.tellsOfNoRoom(output(readings.run("sh", NodeosRun.log(task))).orElse("")),
            last(text, "ExecStart"),
            last(text, "TimeoutStopSec"),
            last(text, "TimeoutStartSec"));
    return new ChainState(
        new UnitReader(drop()).read(readings),
        new NodeosConfig(task.config(), config)
            .with(boot.mount(task.state()).map(MountReader::entry)),
        live,
        around);
  }

  private static String text(Readings readings, String path) throws ProbeFailed {
    return readings.text(path).orElseThrow(() -> new ProbeFailed("no " + path));
  }

  private static Optional<Boolean> only(boolean there) {
    return there ? Optional.of(true) : Optional.empty();
  }

  private Optional<Long> free(Readings readings) throws ProbeFailed {
    return output(readings.run("df", "-P", "-k", task.data_dir()))
        .map(DiskFree::bytes)
        .filter(OptionalLong::isPresent)
        .map(OptionalLong::getAsLong);
  }

  private static String last(UnitFile text, String key) {
    List<String> values = text.values("Service", key);
    return values.isEmpty() ? "" : values.get(values.size() - 1);
  }

  static Optional<String> output(Reading<Readings.Output> reading) throws ProbeFailed {
    return reading.known("an answer").filter(o -> o.exit() == 0).map(Readings.Output::stdout);
  }

  /** A nodeos that the unit did not start, and that has this directory among its arguments. */
  private Optional<String> foreign(Readings readings) throws ProbeFailed {
    for (Readings.Found found : readings.processes(ANY, "cmdline")) {
      Optional<Content> words = found.files().get("cmdline").known("the arguments of nodeos");
      String text = words.map(Readings::decode).orElse("").replace('\0', ' ');
      if (text.contains(task.data_dir()) || text.contains(task.config_dir())) {
        return Optional.of("process " + found.pid());
      }
    }
    return Optional.empty();
  }
}
