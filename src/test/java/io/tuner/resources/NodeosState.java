package io.tuner.resources;

import io.tuner.format.Fstab;
import io.tuner.format.IniFile;
import io.tuner.format.MountInfo;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tries the contract on a change of many parts that takes hours: a chain's state leaves a memory
 * file system for the disk, with the database's mode, the mount and the unit's patience.
 */
@Type(name = "nodeos_state", summary = "Where and how nodeos keeps its state")
public record NodeosState(
    @Parameter(value = "where config.ini is", required = true) String config_dir,
    @Parameter(value = "what holds state/", required = true) String data_dir,
    @Parameter(value = "how it is held", byDefault = "mapped_private") String mode,
    @Parameter(value = "how large it may become", required = true) ByteSize size,
    @Parameter(value = "what runs it", byDefault = "nodeos") String unit)
    implements Resource<NodeosState.State> {

  /** Where the state's files are. */
  enum Medium {
    DISK,
    MEMORY,
    NOWHERE
  }

  /**
   * All of it.
   *
   * @param mode of config.ini
   * @param patience of the unit's drop-in, for a clean stop
   * @param medium where the state is now
   * @param mounted whether a boot puts it into memory again
   * @param around what decides, and what several parts are edited in
   */
  record State(
      Optional<Values> mode,
      Map<String, Map<String, Values>> patience,
      Medium medium,
      boolean mounted,
      @Context Around around) {}

  /** The files as they are, whether nodeos runs, whether a whole copy is there, and memory. */
  record Around(
      Optional<Content> config,
      Optional<Content> dropIn,
      Optional<Content> fstab,
      boolean running,
      boolean kept,
      long memoryKilobytes) {}

  @Override
  public String name() {
    return data_dir;
  }

  private IniOption option() {
    return new IniOption(
        config_dir + "/config.ini", "", "database-map-mode", IniFile.Style.INLINE_COMMENTS);
  }

  private DropIn dropIn() {
    // A clean stop writes the whole state: at least 90 s, and a second for 64 MiB.
    String seconds = Long.toString(Math.max(90, size.bytes() >> 26));
    return new DropIn(
        Unit.of(unit),
        "tuner.conf",
        DropIn.sorted(Map.of("Service", Map.of("TimeoutStopSec", List.of(seconds)))));
  }

  private String state() {
    return data_dir + "/state";
  }

  private String kept() {
    return data_dir + "/state.kept";
  }

  @Override
  public Probe probe() {
    return dropIn()
        .probe()
        .file(option().path())
        .file("/etc/fstab")
        .file("/proc/self/mountinfo")
        .file("/proc/meminfo")
        .attributes(state() + "/shared_memory.bin")
        .attributes(kept())
        .process(Unit.of(unit).processes(), "comm");
  }

  @Override
  public State parse(Readings readings) throws ProbeFailed {
    Optional<Content> config = readings.file(option().path()).known(option().path());
    Optional<Content> fstab = readings.file("/etc/fstab").known("/etc/fstab");
    boolean memory =
        MountInfo.parse(readings.text("/proc/self/mountinfo").orElse(""))
            .visible(state())
            .filter(mount -> mount.type().equals("tmpfs"))
            .isPresent();
    String file = state() + "/shared_memory.bin";
    boolean there = readings.attributes(file).known(file).isPresent();
    Optional<Content> content = dropIn().content(readings);
    boolean running = !readings.processes(Unit.of(unit).processes(), "comm").isEmpty();
    return new State(
        option().read(config).persistent(),
        dropIn().settings(content),
        memory ? Medium.MEMORY : there ? Medium.DISK : Medium.NOWHERE,
        Fstab.parse(EditedFile.text(fstab).all()).mount(state()).isPresent(),
        new Around(
            config,
            content,
            fstab,
            running,
            readings.attributes(kept()).known(kept()).isPresent(),
            kilobytes(readings.text("/proc/meminfo").orElse(""))));
  }

  private static long kilobytes(String memory) {
    return memory
        .lines()
        .filter(line -> line.matches("(MemTotal|SwapTotal): +[0-9]{1,15} kB"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .sum();
  }

  @Override
  public State target(State observed, Notes notes) throws Unsupported {
    Around around = observed.around();
    if (around.config().isEmpty()) {
      throw new Missing("there is no " + option().path());
    }
    if (!mode.equals("mapped") && size.bytes() / 1024 > around.memoryKilobytes()) {
      throw new Unsupported(
          mode
              + " holds "
              + size
              + " in memory, and there are "
              + around.memoryKilobytes()
              + " kB");
    }
    boolean leaves = observed.medium() == Medium.MEMORY;
    boolean kept = observed.medium() == Medium.NOWHERE && around.kept();
    try {
      State target =
          new State(
              Values.some(List.of(mode)),
              dropIn().wanted(),
              leaves || kept ? Medium.DISK : observed.medium(),
              false,
              new Around(
                  option().with(option().read(around.config()), Values.some(List.of(mode))).text(),
                  EditedFile.edited(around.dropIn(), dropIn().edit(dropIn().wanted())),
                  EditedFile.edited(around.fstab(), text -> unmounted(text.all())),
                  around.running(),
                  false,
                  around.memoryKilobytes()));
      if (!Leaves.of(target).equals(Leaves.of(observed)) && around.running()) {
        notes.risk(Risk.SERVICE_RESTART, unit + " stops until its state is where it belongs");
      }
      return target;
    } catch (Refusal refusal) {
      throw new Unsupported(refusal.getMessage());
    }
  }

  private String unmounted(String fstab) {
    return Fstab.parse(fstab).withoutMount(state()).text();
  }

  @Override
  public Script transition(State from, State to) {
    if (Leaves.of(from).equals(Leaves.of(to))) {
      return Script.empty();
    }
    if (to.medium() == Medium.MEMORY
        || to.medium() == Medium.NOWHERE && from.medium() != to.medium()) {
      return Script.impossible("what was in memory is on the disk now, and is not put back");
    }
    // Patience comes first: the stop below needs it.
    Script script =
        new EditedFile(dropIn().path(), from.around().dropIn())
            .to(to.around().dropIn(), dropIn().edit(from.patience()), dropIn().edit(to.patience()))
            .run("systemctl", "daemon-reload");
    script = from.around().running() ? systemctl(script, "stop") : script;
    if (from.medium() != to.medium()) {
      script = toDisk(script, from);
    }
    script =
        from.mounted() && !to.mounted()
            ? script.then(
                new EditedFile("/etc/fstab", from.around().fstab())
                    .to(to.around().fstab(), text -> text.all(), text -> unmounted(text.all())))
            : script;
    script =
        script.then(
            option()
                .transition(
                    new IniOption.Setting(from.mode(), from.around().config()),
                    new IniOption.Setting(to.mode(), to.around().config())));
    return to.around().running() ? systemctl(script, "start") : script;
  }

  /** Each step leaves what the next reading can go on from: a copy that is whole, or nothing. */
  private Script toDisk(Script script, State from) {
    boolean fresh = from.around().running() || !from.around().kept();
    if (from.medium() == Medium.MEMORY) {
      script = fresh ? script.copyTree(state(), kept()) : script;
      script = script.run("umount", state());
    }
    return script.removeDirectory(state()).rename(kept(), state());
  }

  private Script systemctl(Script script, String verb) {
    return script.run("systemctl", verb, Unit.of(unit).name());
  }

  @Override
  public Map<String, Knob> knobs(State found) {
    Map<String, Knob> knobs = new TreeMap<>();
    for (String path : Leaves.of(found).keySet()) {
      knobs.put(
          path,
          path.equals("mode")
              ? option().knob()
              : path.equals("mounted")
                  ? Knob.of("fstab:" + state())
                  : Knob.of("nodeos:" + data_dir + ":" + path));
    }
    return knobs;
  }
}
