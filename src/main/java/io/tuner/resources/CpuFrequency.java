package io.tuner.resources;

import static io.tuner.resources.CpuFrequencyState.GOVERNOR;
import static io.tuner.resources.CpuFrequencyState.LATENCY;
import static io.tuner.resources.CpuFrequencyState.LEAST;
import static io.tuner.resources.CpuFrequencyState.MOST;
import static io.tuner.resources.CpuFrequencyState.PREFERENCE;

import io.tuner.format.Kilohertz;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** How fast CPUs run, and how deep they sleep. */
@Type(
    name = "cpu_frequency",
    summary = "How fast all CPUs run and how deep they sleep, now and at every boot",
    guide =
        """
        Every CPU that is online is set; where CPUs share a clock that is one policy. What the \
        hardware or another limit makes of a frequency is a failure with what was read back. A new \
        governor may change the energy preference: the plan says so, and a rollback restores it.

        `max_idle_latency_us` is the limit of each CPU (`power/pm_qos_resume_latency_us`), which \
        holds without a process that keeps `/dev/cpu_dma_latency` open; where one does, the smaller \
        limit counts.

        A boot sets them by `tuner-cpu-frequency.service`, when the drivers' modules are loaded.
        """)
public record CpuFrequency(
    @Parameter(value = "what decides: `performance`, `schedutil`, …", example = "performance")
        Optional<String> governor,
    @Parameter(
            value =
                "the processor's own bias: `performance`, `balance_performance`, …, or 0 to 255",
            example = "performance")
        Optional<String> energy_performance,
    @Parameter(
            value = "least frequency: `2.4GHz`, `2400MHz`, kHz, `lowest` or `highest`",
            example = "highest")
        Optional<String> min,
    @Parameter(value = "most, as `min`", example = "highest") Optional<String> max,
    @Parameter(
            value =
                "how long a sleeping CPU may take to wake up, in µs; 0 lets it never sleep, and"
                    + " `unlimited` sleep as it likes",
            example = "10")
        Optional<String> max_idle_latency_us,
    @Parameter(value = "whether a boot sets them", example = "false", byDefault = "true")
        boolean persist)
    implements Resource<CpuFrequencyState> {

  @Override
  public String name() {
    return String.join(",", attributes());
  }

  @Override
  public void validate(Problems problems) {
    if (attributes().isEmpty()) {
      problems.error("persist", "nothing is to be set", "name a governor, min, max, …");
    }
    frequency("min", min, problems);
    frequency("max", max, problems);
    long most = max.map(Kilohertz::parse).orElse(OptionalLong.empty()).orElse(Long.MAX_VALUE);
    if (min.map(Kilohertz::parse).orElse(OptionalLong.empty()).orElse(0) > most) {
      problems.error("min", "`min` is more than `max`");
    }
    max_idle_latency_us
        .filter(us -> !us.matches("unlimited|[0-9]{1,9}"))
        .ifPresent(us -> problems.error("max_idle_latency_us", "`" + us + "` is no number of µs"));
    word("governor", governor, problems);
    word("energy_performance", energy_performance, problems);
    if (energy_performance.filter("default"::equals).isPresent()) {
      problems.error("energy_performance", "`default` reads back as another: name that one");
    }
  }

  private static void frequency(String name, Optional<String> given, Problems problems) {
    given
        .filter(text -> Kilohertz.numberOrWord(text).isEmpty())
        .ifPresent(text -> problems.error(name, "`" + text + "` is no frequency such as 2.4GHz"));
  }

  private static void word(String name, Optional<String> given, Problems problems) {
    given
        .filter(text -> !text.matches("[a-z0-9_]{1,30}"))
        .ifPresent(text -> problems.error(name, "`" + text + "` is no name that a kernel has"));
  }

  @Override
  public Probe probe() {
    return new CpuFrequencyReader(attributes(), persist).probe();
  }

  @Override
  public CpuFrequencyState parse(Readings readings) throws ProbeFailed {
    return new CpuFrequencyReader(attributes(), persist).parse(readings);
  }

  @Override
  public CpuFrequencyState target(CpuFrequencyState observed, Notes notes) throws Unsupported {
    return new CpuFrequencyTarget(wanted(), observed, notes).state(persist);
  }

  @Override
  public Script transition(CpuFrequencyState from, CpuFrequencyState to) {
    return new CpuFrequencyScript(from, to).script();
  }

  @Override
  public Map<String, Knob> knobs(CpuFrequencyState state) {
    return state.knobs(attributes());
  }

  @Override
  public Map<Knob, String> needs() {
    return CpuFrequencyState.needs(wanted());
  }

  /** By attribute. */
  private Map<String, String> wanted() {
    Map<String, String> wanted = new LinkedHashMap<>();
    governor.ifPresent(value -> wanted.put(GOVERNOR, value));
    energy_performance.ifPresent(value -> wanted.put(PREFERENCE, value));
    max.ifPresent(value -> wanted.put(MOST, Kilohertz.numberOrWord(value).orElseThrow()));
    min.ifPresent(value -> wanted.put(LEAST, Kilohertz.numberOrWord(value).orElseThrow()));
    max_idle_latency_us.ifPresent(us -> wanted.put(LATENCY, CpuFrequencyState.latency(us)));
    return wanted;
  }

  private List<String> attributes() {
    return CpuFrequencyState.given(governor, energy_performance, max, min, max_idle_latency_us);
  }
}
