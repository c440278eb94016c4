package io.tuner.resources;

import io.tuner.format.KernelWord;
import io.tuner.format.Refusal;
import io.tuner.format.TunedProfiles;
import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The profile that TuneD applies. */
@Type(
    name = "tuned_profile",
    summary = "The profile that TuneD applies, its variables, and what it must leave alone",
    guide =
        """
        The variables go to the file that the profile includes (`/etc/tuned/PROFILE-variables.conf`), \
        whose comments stay. `cmdline_remove`, `exclude_processes` and `exclude_interrupts` make a \
        profile of tuner's own, `tuner-PROFILE`, that includes the other: what a profile includes adds \
        words (`cpu-partitioning` gets `skew_tick=1` from `network-latency`), and TuneD moves \
        processes and interrupts off the isolated CPUs whenever it starts.

        Excluded interrupts are named by their interface or action, since their numbers change. \
        Kernel words are pending until the host boots. `/sys/devices/system/cpu/isolated` stays empty \
        by design: `cpu-partitioning` isolates without `isolcpus`.

        `tuned-adm verify` is asked, and its log read: what a file of sysctl.d overrides, what waits \
        for the boot, and interrupts that are excluded are no failures. A \
        plug-in of TuneD that does not load is told, and never settles (Debian 12 has no `perf` module \
        for Python, so that its TuneD leaves the whole section `[scheduler]` out). TuneD must run, and \
        start with the host: put a `service` task before this one. TuneD writes \
        `/etc/tuned/bootcmdline` anew at every change; a rollback gives back its words, not its bytes.
        """)
public record TunedProfile(
    @Parameter(value = "The profile.", example = "cpu-partitioning", required = true)
        String profile,
    @Parameter(value = "Variables of the profile.", example = "{isolated_cores: \"24-47,48-71\"}")
        Map<String, String> variables,
    @Parameter(
            value =
                "Words that the profile must not add to the kernel's command line; a key alone"
                    + " stands for all its values.",
            example = "[skew_tick=1]")
        List<String> cmdline_remove,
    @Parameter(
            value = "Names of processes whose CPUs it must not change, threads included.",
            example = "[observer, obproxy]")
        List<String> exclude_processes,
    @Parameter(
            value = "Interfaces, or actions of /proc/irq, whose interrupts it must not move.",
            example = "[enp2s0f0, enp67s0f0]")
        List<String> exclude_interrupts)
    implements Resource<TunedState> {

  @Override
  public String name() {
    return profile;
  }

  @Override
  public void validate(Problems problems) {
    TunedRules.check(this, problems);
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    claims.put(Knob.of("tuned:persistent.profile"), active());
    for (String word : cmdline_remove) {
      claims.put(Knob.of("cmdline:" + KernelWord.key(word)), ABSENT);
    }
    return claims;
  }

  @Override
  public Probe probe() {
    return TunedReader.probe();
  }

  @Override
  public TunedState parse(Readings readings) throws ProbeFailed {
    return new TunedReader(this, readings).state();
  }

  @Override
  public TunedState target(TunedState observed, Notes notes) throws Unsupported {
    TunedState target = observed.target(variableNames(), notes);
    if (!target.live().equals(observed.live())
        || !target.persistent().equals(observed.persistent())) {
      notes.risk(Risk.LIVE, "TuneD takes back what its profile set, and applies the new one");
    }
    return target;
  }

  @Override
  public Script transition(TunedState from, TunedState to) {
    return to.after(from, variableNames());
  }

  @Override
  public Map<String, Knob> knobs(TunedState state) {
    return state.knobs();
  }

  /** Whether it needs a profile of tuner's own over the one it names. */
  boolean hasChild() {
    return !cmdline_remove.isEmpty()
        || !exclude_processes.isEmpty()
        || !exclude_interrupts.isEmpty();
  }

  /** The profile that is to be active, where its variables have a file. */
  public String active() {
    return hasChild() ? TunedChild.name(profile) : profile;
  }

  TunedValues variableNames() {
    return new TunedValues(new TreeSet<>(variables.keySet()));
  }

  /**
   * The scripts beside tuner's own profile once this task is done, by path.
   *
   * @throws Refusal where the profile is not among them
   */
  public Map<String, String> scripts(TunedProfiles found) throws Refusal {
    return new TunedOverlay(this, found).scripts();
  }

  /**
   * The profiles of a host once this task is done.
   *
   * @throws Refusal where the profile is not among them
   */
  public TunedProfiles applied(TunedProfiles found) throws Refusal {
    return new TunedOverlay(this, found).profiles();
  }
}
