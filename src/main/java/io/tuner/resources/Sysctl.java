package io.tuner.resources;

import io.tuner.format.SysctlConf;
import io.tuner.format.SysctlValue;
import io.tuner.resource.Bound;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Missing;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Kernel settings below /proc/sys, now and at every boot. */
@Type(
    name = "sysctl",
    summary = "Kernel settings below /proc/sys, now and at every boot",
    guide =
        """
        A boot restores what `/etc/sysctl.d/99-tuner.conf` says; a file read later that says
        otherwise is named as a conflict. Setting one of `vm.dirty_bytes` and `vm.dirty_ratio`,
        and of other such pairs, makes the other 0: the plan shows it, and a rollback restores it.
        """)
public record Sysctl(
    @Parameter(
            value = "kernel settings and their values; `\">= N\"` and `\"<= N\"` are bounds",
            example = "{vm.swappiness: 1, fs.aio-max-nr: \">= 1048576\"}",
            required = true)
        Map<String, Bound> settings,
    @Parameter(value = "whether a boot restores them", example = "false", byDefault = "true")
        boolean persist)
    implements Resource<Sysctl.State> {

  private static final OwnFile FILE = OwnFile.SYSCTL;

  /** Values by name; what a boot restores is what tuner's own file says. */
  public record State(
      Map<String, String> live, Map<String, String> persistent, @Context Optional<String> file) {}

  @Override
  public String name() {
    return String.join(",", settings.keySet());
  }

  @Override
  public void validate(Problems problems) {
    SysctlValue.problems(settings).forEach((key, why) -> problems.error("settings." + key, why));
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    for (Map.Entry<String, Bound> entry : wanted().entrySet()) {
      Optional<String> value = entry.getValue().exact().map(SysctlValue::normal);
      value.ifPresent(v -> claims.put(Knob.of(file(entry.getKey())), v));
      value
          .flatMap(v -> SysctlValue.dropped(entry.getKey(), v))
          .ifPresent(other -> claims.put(Knob.of(file(other)), "0"));
    }
    return claims;
  }

  @Override
  public Probe probe() {
    Probe probe = persist ? Probe.NOTHING.file(FILE.path()) : Probe.NOTHING;
    for (String name : SysctlValue.touched(wanted().keySet())) {
      probe = probe.file(file(name));
    }
    return probe;
  }

  @Override
  public State parse(Readings readings) throws ProbeFailed {
    Map<String, String> live = new LinkedHashMap<>();
    for (String name : SysctlValue.touched(wanted().keySet())) {
      readings.line(file(name)).ifPresent(value -> live.put(name, SysctlValue.normal(value)));
    }
    Optional<String> file = persist ? readings.text(FILE.path()) : Optional.empty();
    return new State(live, FILE.values(file, SysctlValue.touched(wanted().keySet())), file);
  }

  @Override
  public State target(State observed, Notes notes) throws Unsupported {
    Map<String, String> live = new LinkedHashMap<>(observed.live());
    Map<String, String> persistent = new LinkedHashMap<>(observed.persistent());
    for (Map.Entry<String, Bound> entry : wanted().entrySet()) {
      String name = entry.getKey();
      if (!live.containsKey(name)) {
        throw new Missing("the kernel has no `" + name + "`, or its module is not loaded");
      }
      live.compute(name, (key, value) -> target(name, entry.getValue(), value));
      if (persist) {
        persistent.putIfAbsent(name, live.get(name));
        persistent.compute(name, (key, value) -> target(name, entry.getValue(), value));
      }
      Optional<String> dropped = SysctlValue.dropped(name, live.get(name));
      dropped.ifPresent(other -> live.computeIfPresent(other, (key, value) -> "0"));
      dropped.ifPresent(persistent::remove);
    }
    return new State(
        live, persistent, FILE.edited(observed.file(), observed.persistent(), persistent));
  }

  private static String target(String name, Bound bound, String value) {
    String wanted = SysctlValue.normal(bound.target(value));
    return SysctlValue.same(name, wanted, value) ? value : wanted;
  }

  @Override
  public Script transition(State from, State to) {
    Script script = Script.empty();
    for (String name : SysctlValue.touched(wanted().keySet())) {
      for (String value : SysctlValue.writes(name, from.live(), to.live())) {
        script = script.write(file(name), value);
      }
    }
    return script.then(FILE.transition(from.file(), from.persistent(), to.file(), to.persistent()));
  }

  @Override
  public Map<String, Knob> knobs(State state) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String name : SysctlValue.touched(wanted().keySet())) {
      knobs.put("live." + name, Knob.of(file(name)));
      knobs.put("persistent." + name, Knob.of("sysctl.d:" + name));
    }
    knobs.keySet().retainAll(Leaves.of(state).keySet());
    return knobs;
  }

  private Map<String, Bound> wanted() {
    Map<String, Bound> wanted = new LinkedHashMap<>();
    settings.forEach((key, bound) -> wanted.put(SysctlConf.name(SysctlConf.path(key)), bound));
    return wanted;
  }

  private static String file(String name) {
    return "/proc/sys/" + SysctlConf.path(name);
  }
}
