package io.tuner.resources;

import io.tuner.format.SysctlConf;
import io.tuner.format.SysctlValue;
import io.tuner.resource.Bound;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
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
import java.util.Set;

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
        boolean persist,
    @Parameter(
            value = "whether the running kernel gets them: an image has none",
            example = "false",
            byDefault = "true")
        boolean live)
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
    if (!live && !persist) {
      problems.error("live", "with neither `live` nor `persist` there is nothing to do");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    return new SysctlKnobs(wanted(), live).claims();
  }

  @Override
  public Probe probe() {
    Probe probe = persist ? Probe.NOTHING.file(FILE.path()) : Probe.NOTHING;
    for (String name : read()) {
      probe = probe.file(file(name));
    }
    return probe;
  }

  @Override
  public State parse(Readings readings) throws ProbeFailed {
    Map<String, String> now = new LinkedHashMap<>();
    for (String name : read()) {
      readings.line(file(name)).ifPresent(value -> now.put(name, SysctlValue.normal(value)));
    }
    Optional<String> file = persist ? readings.text(FILE.path()) : Optional.empty();
    return new State(now, FILE.values(file, SysctlValue.touched(wanted().keySet())), file);
  }

  @Override
  public State target(State observed, Notes notes) throws Unsupported {
    Map<String, String> now = new LinkedHashMap<>(observed.live());
    Map<String, String> persistent = new LinkedHashMap<>(observed.persistent());
    for (Map.Entry<String, Bound> entry : wanted().entrySet()) {
      String name = entry.getKey();
      if (live && !now.containsKey(name)) {
        throw new Missing("the kernel has no `" + name + "`, or its module is not loaded");
      }
      now.computeIfPresent(name, (key, value) -> target(name, entry.getValue(), value));
      if (persist) {
        String first = now.getOrDefault(name, "");
        persistent.compute(
            name, (k, kept) -> target(name, entry.getValue(), kept == null ? first : kept));
      }
      Optional<String> dropped =
          SysctlValue.dropped(name, live ? now.get(name) : persistent.get(name));
      dropped.ifPresent(other -> now.computeIfPresent(other, (key, value) -> "0"));
      dropped.ifPresent(persistent::remove);
    }
    return new State(
        now, persistent, FILE.edited(observed.file(), observed.persistent(), persistent));
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
    return new SysctlKnobs(wanted(), live).of(state);
  }

  private Map<String, Bound> wanted() {
    Map<String, Bound> wanted = new LinkedHashMap<>();
    settings.forEach((key, bound) -> wanted.put(SysctlConf.name(SysctlConf.path(key)), bound));
    return wanted;
  }

  private Set<String> read() {
    return live ? SysctlValue.touched(wanted().keySet()) : Set.of();
  }

  static String file(String name) {
    return "/proc/sys/" + SysctlConf.path(name);
  }
}
