package io.tuner.resources;

import io.tuner.format.Preload;
import io.tuner.format.Refusal;
import io.tuner.format.UnitFile;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
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
import java.util.TreeMap;

/** Settings of a systemd unit. */
@Type(
    name = "systemd_unit",
    summary = "Settings of a systemd unit, in a drop-in of its own: limits, timeouts, environment",
    guide =
        """
        The settings go to `/etc/systemd/system/UNIT.d/FILE`; other settings in that file, and the \
        unit itself, stay. systemd reads its files again at once; that it has is `loaded`.

        Limits (`LimitMEMLOCK`, …) are read from the running process too, and are pending until the \
        service starts again: notify a `restart`.

        A setting that adds up (`Environment`, `ExecStart`) takes a list; an empty first entry drops \
        what the unit says. A drop-in that is read later and sets the same is named as a warning. \
        Where systemd does not run only the file is written, and the plan says so.
        """)
public record SystemdUnit(
    @Parameter(
            value = "The unit; without a suffix it is a service. Templates are `name@`.",
            example = "observer",
            required = true)
        String unit,
    @Parameter(
            value = "The settings, by section and name, each one value or a list.",
            example = "{Service: {LimitMEMLOCK: infinity, TimeoutStopSec: 600}}",
            required = true)
        Map<String, Map<String, List<String>>> drop_in,
    @Parameter(
            value = "The drop-in's name; the last by name counts.",
            example = "90-tuner.conf",
            byDefault = "tuner.conf")
        String file)
    implements Resource<UnitState> {

  @Override
  public String name() {
    return drop().unit().name();
  }

  @Override
  public void validate(Problems problems) {
    Unit.validate("unit", unit, problems);
    if (!file.matches("[A-Za-z0-9_@:+-][A-Za-z0-9_.@:+-]{0,200}\\.conf")) {
      problems.error("file", "`" + file + "` is not a name such as 90-tuner.conf");
    }
    if (drop_in.values().stream()
        .anyMatch(keys -> keys.isEmpty() || keys.containsValue(List.of()))) {
      problems.error("drop_in", "`drop_in` has a section or a setting without a value");
    }
    try {
      UnitFile.dropIn(drop_in);
    } catch (Refusal no) {
      problems.error("drop_in", no.getMessage());
    }
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new TreeMap<>();
    drop_in.forEach(
        (section, keys) ->
            keys.forEach((key, v) -> claims.put(setting(section, key), String.join("\n", v))));
    return claims;
  }

  /** The variable that ld_preload sets as well. */
  @Override
  public Map<Knob, String> needs() {
    Map<Knob, String> needs = new TreeMap<>();
    List<String> environment =
        drop_in.getOrDefault("Service", Map.of()).getOrDefault("Environment", List.of());
    Preload.effective(environment, List.of())
        .ifPresent(value -> needs.put(UnitEnvironmentWriter.preload(name()), value));
    return needs;
  }

  @Override
  public Probe probe() {
    return drop().probe();
  }

  @Override
  public UnitState parse(Readings readings) throws ProbeFailed {
    return new UnitReader(drop()).read(readings);
  }

  @Override
  public UnitState target(UnitState observed, Notes notes) throws Unsupported {
    UnitState.remembered(observed.loaded(), notes);
    observed.around().writable(drop(), notes);
    if (!drop().untilRestart().isEmpty() && !observed.persistent().equals(drop().wanted())) {
      notes.warn(drop().untilRestart() + ": what runs has it from its start, so restart it");
    }
    return observed.wanted(drop());
  }

  @Override
  public Script transition(UnitState from, UnitState to) {
    return to.after(from, drop());
  }

  @Override
  public Map<String, Knob> knobs(UnitState state) {
    Map<String, Knob> knobs = new TreeMap<>();
    for (String path : Leaves.of(state).keySet()) {
      String[] parts = path.split("\\.");
      knobs.put(
          path,
          parts[0].equals("persistent")
              ? setting(parts[1], parts[2])
              : Knob.of("unit:" + name() + ":" + path));
    }
    return knobs;
  }

  private Knob setting(String section, String key) {
    return Knob.of("unit:" + name() + ":" + section + "." + key);
  }

  private DropIn drop() {
    Unit whose = Unit.of(unit.endsWith("@") ? unit + ".service" : unit);
    return new DropIn(whose, file, DropIn.sorted(drop_in));
  }
}
