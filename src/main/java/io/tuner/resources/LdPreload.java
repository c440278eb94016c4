package io.tuner.resources;

import io.tuner.format.Preload;
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
import java.util.Optional;
import java.util.stream.Stream;

/** Loads libraries into a program before its own, such as another allocator of memory. */
@Type(
    name = "ld_preload",
    summary = "Libraries that a service loads before its own: jemalloc and the like",
    guide =
        """
        Of a `unit` a drop-in (`zz-tuner-preload.conf`) sets `LD_PRELOAD` to the libraries and to \
        what the unit preloads already. `effective` is what a start gets of all files together: an \
        `EnvironmentFile=` beats a drop-in, and is named. A server that is no unit has an \
        environment file (`env_file`), or is started through a script (`wrapper`), which keeps what \
        its caller preloads.

        A library must be there, and be made for this machine, before anything is written. What runs \
        has loaded its libraries long ago: notify a `restart`. That it worked is read from \
        `/proc/PID/maps` of the unit's main process, or of `process`. The linker ignores `LD_PRELOAD` \
        for set-user-ID and statically linked programs: those stay pending.
        """)
public record LdPreload(
    @Parameter(value = "the systemd unit", example = "observer") Optional<String> unit,
    @Parameter(
            value = "a script to make, which starts a program so",
            example = "/usr/local/bin/observer-jemalloc")
        Optional<String> wrapper,
    @Parameter(
            value = "what `wrapper` starts; without it, its own arguments",
            example = "/home/admin/oceanbase/bin/observer")
        Optional<String> program,
    @Parameter(
            value = "a file of variables that the server's start reads",
            example = "/etc/default/observer")
        Optional<String> env_file,
    @Parameter(
            value = "the libraries, by their paths, in order",
            example = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2",
            required = true)
        List<String> library,
    @Parameter(value = "before other preloaded libraries, or behind them", byDefault = "first")
        Preload.Position position,
    @Parameter(
            value =
                "of `wrapper` and `env_file`: the name of the process that shows whether it took",
            example = "observer")
        Optional<String> process)
    implements Resource<LdPreloadState> {

  private static final String PATH = "/[A-Za-z0-9_./+@-]+";

  @Override
  public String name() {
    return unit.map(text -> Unit.of(text).name()).or(() -> env_file).or(() -> wrapper).orElse("");
  }

  @Override
  public void validate(Problems problems) {
    if (Stream.of(unit, wrapper, env_file).filter(Optional::isPresent).count() != 1) {
      problems.error("unit", "name one of `unit`, `wrapper` and `env_file`");
    }
    unit.ifPresent(text -> Unit.validate("unit", text, problems));
    if (unit.isPresent() && process.isPresent()) {
      problems.error("process", "the processes of a unit are known; leave `process` out");
    }
    if (program.isPresent() && wrapper.isEmpty()) {
      problems.error("program", "`program` goes with `wrapper`");
    }
    Map<String, Optional<String>> paths =
        Map.of("wrapper", wrapper, "env_file", env_file, "program", program);
    paths.forEach((name, path) -> path.ifPresent(text -> check(name, text, problems)));
    if (library.isEmpty()) {
      problems.error("library", "`library` names none");
    }
    library.forEach(path -> check("library", path, problems));
  }

  private static void check(String parameter, String path, Problems problems) {
    if (!path.matches(PATH)) {
      problems.error(
          parameter,
          "`" + path + "` is not a path from the root on, of letters, digits and _ . / + @ -");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    return Map.of(reader().knob(), String.join(":", library));
  }

  @Override
  public Probe probe() {
    return reader().probe();
  }

  @Override
  public LdPreloadState parse(Readings readings) throws ProbeFailed {
    return reader().parse(readings);
  }

  @Override
  public LdPreloadState target(LdPreloadState observed, Notes notes) throws Unsupported {
    String exec = program.map(path -> path + " ").orElse("") + "\"$@\"";
    return new PreloadTarget(reader(), observed, notes).state(position, exec);
  }

  @Override
  public Script transition(LdPreloadState from, LdPreloadState to) {
    return to.after(from, reader().place());
  }

  @Override
  public Map<String, Knob> knobs(LdPreloadState state) {
    return reader().knobs(state, name());
  }

  private PreloadReader reader() {
    PreloadPlace.Kind kind =
        unit.isPresent()
            ? PreloadPlace.Kind.DROP_IN
            : wrapper.isPresent() ? PreloadPlace.Kind.WRAPPER : PreloadPlace.Kind.ENVIRONMENT_FILE;
    return new PreloadReader(
        kind, unit.map(Unit::of), wrapper.or(() -> env_file), process, library);
  }
}
