package io.tuner.resources;

import io.tuner.format.Choices;
import io.tuner.format.Glob;
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

/** One attribute below /sys. */
@Type(
    name = "sysfs",
    summary = "One kernel attribute below /sys, now and at every boot",
    guide =
        """
        A boot writes what `/etc/tmpfiles.d/00-tuner.conf` says, once and early: an attribute of a
        device that appears later needs a type of its own, such as `block_queue`. Of an attribute
        that offers choices (`always [madvise] never`) the active one is compared.
        """)
public record Sysfs(
    @Parameter(
            value = "the attribute",
            example = "/sys/kernel/mm/transparent_hugepage/enabled",
            required = true)
        String path,
    @Parameter(
            value = "its value; `\">= N\"` and `\"<= N\"` are bounds",
            example = "madvise",
            required = true)
        Bound value,
    @Parameter(value = "whether a boot sets it", example = "false", byDefault = "true")
        boolean persist)
    implements Resource<Sysfs.State> {

  private static final OwnFile FILE = OwnFile.TMPFILES;

  /**
   * Values by path.
   *
   * @param policies of frequencies, which CPUs share, by directory of a CPU
   * @param choices what the attribute offers, where it says so
   * @param file our file as it is
   */
  public record State(
      Map<String, String> live,
      Map<String, String> persistent,
      @Context Map<String, String> policies,
      @Context Optional<String> choices,
      @Context Optional<String> file) {}

  @Override
  public String name() {
    return path;
  }

  @Override
  public void validate(Problems problems) {
    boolean plain = path.matches("/sys(/[^/\\p{Cntrl}]+)+") && !Glob.hasWildcard(path);
    if (!plain || (path + "/").contains("/../")) {
      problems.error("path", "`" + path + "` is not the path of one attribute below /sys");
    }
    if (value.value().isBlank() || value.value().matches("(?s).*\\p{Cntrl}.*")) {
      problems.error("value", "`value` needs text on one line");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    return attribute().claims();
  }

  @Override
  public Map<Knob, String> needs() {
    return attribute().needs();
  }

  @Override
  public Probe probe() {
    Probe probe = attribute().probe();
    return persist ? probe.file(FILE.path()) : probe;
  }

  @Override
  public State parse(Readings readings) throws ProbeFailed {
    Optional<String> text = readings.line(path).map(SysctlValue::normal);
    Optional<String> choices = text.filter(t -> t.matches("(?s).*\\[[^\\s\\]]+\\].*"));
    Map<String, String> live = new LinkedHashMap<>();
    choices
        .flatMap(t -> Choices.parse(t).active())
        .or(() -> text)
        .ifPresent(t -> live.put(path, t));
    Optional<String> file = persist ? readings.text(FILE.path()) : Optional.empty();
    return new State(
        live, FILE.values(file, Set.of(path)), attribute().policies(readings), choices, file);
  }

  @Override
  public State target(State observed, Notes notes) throws Unsupported {
    if (!observed.live().containsKey(path)) {
      throw new Missing("there is no " + path);
    }
    String wanted = attribute().target(observed.live().get(path));
    if (observed.choices().filter(text -> !Choices.parse(text).offers(wanted)).isPresent()) {
      throw new Unsupported("`" + path + "` offers " + observed.choices().get());
    }
    Map<String, String> persistent = new LinkedHashMap<>(observed.persistent());
    if (persist) {
      persistent.compute(path, (key, kept) -> attribute().target(kept == null ? wanted : kept));
    }
    var file = FILE.edited(observed.file(), observed.persistent(), persistent);
    return new State(
        Map.of(path, wanted), persistent, observed.policies(), observed.choices(), file);
  }

  private SysfsAttribute attribute() {
    return new SysfsAttribute(path, value);
  }

  @Override
  public Script transition(State from, State to) {
    Script script = Script.empty();
    String wanted = to.live().get(path);
    if (wanted != null && !wanted.equals(from.live().get(path))) {
      script = script.write(path, wanted);
    }
    return script.then(FILE.transition(from.file(), from.persistent(), to.file(), to.persistent()));
  }

  @Override
  public Map<String, Knob> knobs(State state) {
    return attribute().knobs(state);
  }
}
