package io.tuner.resources;

import io.tuner.format.ChainbaseHeader;
import io.tuner.format.DiskFree;
import io.tuner.format.Fstab;
import io.tuner.format.IniFile;
import io.tuner.format.MemoryRoom;
import io.tuner.format.MountInfo;
import io.tuner.format.Refusal;
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

  static final String FILE = "/shared_memory.bin";

  /** Beside the state while it moves, and inside the tmpfs until the copy is whole. */
  static final String ASIDE = ".tuner";

  private static final String MOUNTS = "/proc/self/mountinfo";
  private static final String MEMORY = "/proc/meminfo";
  private static final Read.Selector ANY = new Read.Selector(Read.Selector.Kind.COMMAND, "nodeos");

  static String marker(NodeosState task) {
    return task.data_dir() + "/.tuner-stopped";
  }

  Probe probe() {
    Probe probe =
        drop()
            .probe()
            .run("systemctl", "cat", unit().name())
            .run("od", "-A", "n", "-t", "x1", "-N", "" + ChainbaseHeader.BYTES, task.state() + FILE)
            .run("df", "-P", "-k", task.data_dir())
            .file(task.config())
            .file(MountReader.FSTAB)
            .file(MOUNTS)
            .file(MEMORY)
            .attributes(task.state())
            .attributes(task.state() + FILE)
            .attributes(task.state() + "/" + ASIDE)
            .attributes(task.state() + ASIDE)
            .attributes(marker(task))
            .attributes(ChainStateScript.loading(task))
            .process(unit().processes(), "comm")
            .process(ANY, "cmdline");
    return task.snapshot().map(probe::followedAttributes).orElse(probe);
  }

  private Unit unit() {
    return Unit.of(task.unit());
  }

  private DropIn drop() {
    return task.dropIn("0", "0");
  }

  ChainState parse(Readings readings) throws ProbeFailed {
    String mounts = readings.text(MOUNTS).orElseThrow(() -> new ProbeFailed("no " + MOUNTS));
    MountInfo info = MountInfo.parse(mounts);
    Optional<MountInfo.Mount> mount = info.visible(task.state());
    Optional<MountInfo.Mount> memory = mount.filter(m -> m.type().equals("tmpfs"));
    long stacked = info.mounts().stream().filter(m -> m.target().equals(task.state())).count();
    boolean there = isThere(readings, task.state() + FILE);
    boolean inner = memory.isPresent() && isThere(readings, task.state() + "/" + ASIDE);
    boolean aside = isThere(readings, task.state() + ASIDE);
    boolean whole = there && !inner;
    boolean twice = whole && aside && memory.isEmpty();
    ChainState.Extent extent =
        twice
            ? ChainState.Extent.TWICE
            : whole
                ? ChainState.Extent.WHOLE
                : aside ? ChainState.Extent.ASIDE : ChainState.Extent.NONE;
    ChainState.Live live =
        new ChainState.Live(
            memory.isPresent() ? ChainState.Place.MEMORY : ChainState.Place.DISK,
            extent,
            memory.map(ChainStateReader::kilobytes),
            aside ? Optional.of(true) : Optional.empty(),
            isThere(readings, marker(task)) ? Optional.of(true) : Optional.empty(),
            isThere(readings, ChainStateScript.loading(task))
                ? Optional.of(true)
                : Optional.empty());
    Optional<Content> config = readings.file(task.config()).known(task.config());
    Optional<Content> fstab = readings.file(MountReader.FSTAB).known(MountReader.FSTAB);
    return new ChainState(
        UnitState.read(drop(), readings),
        new ChainState.Persistent(
            option(config, "database-map-mode"),
            option(config, "chain-state-db-size-mb"),
            Fstab.parse(EditedFile.text(fstab).all()).mount(task.state()).map(MountReader::entry)),
        live,
        around(readings, config, fstab, memory, inner, stacked > (memory.isPresent() ? 1 : 0)));
  }

  private ChainState.Around around(
      Readings readings,
      Optional<Content> config,
      Optional<Content> fstab,
      Optional<MountInfo.Mount> memory,
      boolean inner,
      boolean separate)
      throws ProbeFailed {
    boolean running = !readings.processes(unit().processes(), "comm").isEmpty();
    Optional<Readings.Attributes> root =
        readings
            .attributes(task.state() + ASIDE)
            .known(ASIDE)
            .or(() -> known(readings.attributes(task.state())));
    UnitFile text =
        UnitFile.parse(output(readings.run("systemctl", "cat", unit().name())).orElse(""));
    return new ChainState.Around(
        config,
        fstab,
        running,
        running ? Optional.empty() : foreign(readings),
        !running && isDirty(readings),
        inner,
        readings
            .attributes(task.state() + FILE)
            .known(FILE)
            .map(Readings.Attributes::size)
            .orElse(0L),
        output(readings.run("df", "-P", "-k", task.data_dir()))
            .map(DiskFree::bytes)
            .filter(OptionalLong::isPresent)
            .map(OptionalLong::getAsLong),
        MemoryRoom.of(readings.text(MEMORY).orElseThrow(() -> new ProbeFailed("no " + MEMORY))),
        memory.map(m -> String.join(",", m.effectiveOptions())).orElse(""),
        root.map(r -> new ChainState.Root(r.mode(), r.owner(), r.group()))
            .orElse(new ChainState.Root("0755", "", "")),
        separate,
        task.snapshot().isPresent()
            && readings.followedAttributes(task.snapshot().get()).known("snapshot").isPresent(),
        last(text, "ExecStart"),
        last(text, "TimeoutStopSec"),
        last(text, "TimeoutStartSec"));
  }

  private static String last(UnitFile text, String key) {
    List<String> values = text.values("Service", key);
    return values.isEmpty() ? "" : values.get(values.size() - 1);
  }

  private static Optional<String> output(Reading<Readings.Output> reading) throws ProbeFailed {
    return reading.known("an answer").filter(o -> o.exit() == 0).map(Readings.Output::stdout);
  }

  private static <T> Optional<T> known(Reading<T> reading) {
    return reading instanceof Reading.Present<T> present
        ? Optional.of(present.value())
        : Optional.empty();
  }

  private static boolean isThere(Readings readings, String path) throws ProbeFailed {
    return readings.attributes(path).known(path).isPresent();
  }

  /** Options of a tmpfs always show its size in kilobytes, where it has one (tmpfs(5)). */
  private static long kilobytes(MountInfo.Mount mount) {
    return mount.superOptions().stream()
        .filter(option -> option.matches("size=[0-9]{1,15}k"))
        .mapToLong(option -> Long.parseLong(option.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  private boolean isDirty(Readings readings) throws ProbeFailed {
    if (!isThere(readings, task.state() + FILE)) {
      return false;
    }
    String dump =
        output(
                readings.run(
                    "od",
                    "-A",
                    "n",
                    "-t",
                    "x1",
                    "-N",
                    "" + ChainbaseHeader.BYTES,
                    task.state() + FILE))
            .orElseThrow(() -> new ProbeFailed("cannot read the header of " + task.state() + FILE));
    try {
      return ChainbaseHeader.ofDump(dump).map(ChainbaseHeader::dirty).orElse(true);
    } catch (Refusal refusal) {
      throw new ProbeFailed(task.state() + FILE + ": " + refusal.getMessage());
    }
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

  private static Optional<Values> option(Optional<Content> config, String name) {
    EditedFile.Text text = EditedFile.text(config);
    return Values.some(
        IniFile.parse(text.all(), IniFile.Style.INLINE_COMMENTS).values("", name).stream()
            .map(text::value)
            .toList());
  }
}
