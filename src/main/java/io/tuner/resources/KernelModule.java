package io.tuner.resources;

import io.tuner.format.ModuleLines;
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
import java.util.List;
import java.util.Map;

/** A kernel module: whether it is loaded, with which options, and what a boot makes of it. */
@Type(
    name = "kernel_module",
    summary = "Whether a kernel module is loaded, with which options, now and at every boot",
    guide =
        """
        A boot loads what `/etc/modules-load.d/tuner.conf` names, with the options in \
        `/etc/modprobe.d/tuner.conf`. A module takes its options when it is loaded: for one that is \
        loaded already they are pending until the next boot. `blacklisted` unloads it, and keeps it \
        from being loaded by a device, by name or by another module.

        A module that is in use is not unloaded, and one that is built into the kernel neither; its \
        options are words of the kernel's command line, `NAME.OPTION=VALUE`. What a module brought \
        along when it was loaded stays when it goes. Where the initial RAM disk loads it, that has \
        to be made anew (`update-initramfs -u`, `dracut -f`) to know the options.
        """)
public record KernelModule(
    @Parameter(value = "of the module; `-` and `_` are one", example = "nvme", required = true)
        String name,
    @Parameter(value = "its options and their values", example = "{poll_queues: 4}")
        Map<String, String> options,
    @Parameter(
            value = "`loaded`, `unloaded`, or `blacklisted`: never loaded",
            example = "loaded",
            byDefault = "loaded")
        State state,
    @Parameter(value = "whether a boot makes it so", example = "false", byDefault = "true")
        boolean persist)
    implements Resource<KernelModuleState> {

  /** What may become of a module. */
  public enum State {
    LOADED,
    UNLOADED,
    BLACKLISTED
  }

  @Override
  public String name() {
    return ModuleLines.name(name);
  }

  @Override
  public void validate(Problems problems) {
    if (!name.matches("[A-Za-z0-9_-]{1,60}")) {
      problems.error("name", "`" + name + "` is not the name of a module");
    }
    options.forEach(
        (key, value) -> {
          boolean plain =
              key.matches("[A-Za-z0-9_-]{1,60}") && value.matches("[^\\s\"'\\\\\\p{Cntrl}]+");
          if (!plain) {
            problems.error(
                "options." + key, "`" + key + "=" + value + "` is no option of a module");
          }
        });
    if (state != State.LOADED && !options.isEmpty()) {
      problems.error("options", "a module that is not loaded takes no options");
    }
    if (state == State.BLACKLISTED && !persist) {
      problems.error("persist", "`blacklisted` is kept in a file: `persist` cannot be false");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    String live = state == State.LOADED ? KernelModuleState.LOADED : KernelModuleState.UNLOADED;
    return Map.of(Knob.of("module:" + name()), live);
  }

  @Override
  public Probe probe() {
    return reader().probe();
  }

  @Override
  public KernelModuleState parse(Readings readings) throws ProbeFailed {
    return reader().parse(readings);
  }

  @Override
  public KernelModuleState target(KernelModuleState observed, Notes notes) throws Unsupported {
    return new KernelModuleTarget(name(), options, state, observed, notes).state(persist);
  }

  @Override
  public Script transition(KernelModuleState from, KernelModuleState to) {
    return from.to(to, name(), persist ? List.of() : KernelModuleTarget.words(options));
  }

  @Override
  public Map<String, Knob> knobs(KernelModuleState found) {
    return found.knobs(name());
  }

  private KernelModuleReader reader() {
    return new KernelModuleReader(name(), options.keySet(), persist);
  }
}
