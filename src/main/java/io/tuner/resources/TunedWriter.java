package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.format.TunedConf;
import io.tuner.format.TunedKnobs;
import io.tuner.format.TunedMerge;
import io.tuner.format.TunedProfiles;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * TuneD, which sets whatever its profile and those it includes say, at every start: the profile
 * that the play makes active, else the one that is.
 */
final class TunedWriter implements Writer {

  private static final String PID = "/run/tuned/tuned.pid";
  private static final String ENABLED = "/etc/systemd/system/multi-user.target.wants/tuned.service";

  @Override
  public String name() {
    return "TuneD";
  }

  @Override
  public Set<String> types() {
    return Set.of(
        "block_queue",
        "cpu_frequency",
        "ethtool_channels",
        "ethtool_coalesce",
        "ethtool_features",
        "ethtool_ring",
        "huge_pages",
        "irq_affinity",
        "kernel_cmdline",
        "link",
        "process_affinity",
        "sysctl",
        "sysfs",
        "transparent_huge_pages",
        "tuned_profile");
  }

  @Override
  public Probe probe() {
    return TunedFiles.probe()
        .and(TunedDevices.probe())
        .and(new SysctlWriter().probe())
        .and(TunedFiles.scripts())
        .attributes(PID)
        .linkText(ENABLED)
        .glob(CpuFrequencyReader.SHARED);
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    return claims(readings, List.of());
  }

  @Override
  public List<Claim> claims(Readings readings, List<Resource<?>> tasks) throws ProbeFailed {
    TunedProfiles profiles = TunedFiles.read(readings);
    Map<String, String> scripts = TunedFiles.scriptTexts(readings);
    List<String> names = new ArrayList<>(TunedFiles.active(readings));
    boolean chosen = false;
    boolean starts =
        readings.attributes(PID).known(PID).isPresent()
            || readings.linkText(ENABLED).known(ENABLED).isPresent();
    try {
      for (Resource<?> task : tasks) {
        if (task instanceof TunedProfile wanted) {
          TunedOverlay overlay = new TunedOverlay(wanted, profiles);
          profiles = overlay.profiles();
          scripts.putAll(overlay.scripts());
          names = List.of(overlay.active());
          starts = true;
          chosen = true;
        }
      }
      Map<Knob, Claim> claims = new LinkedHashMap<>();
      if (!chosen) {
        TunedFiles.bootWords(readings).forEach(claim -> claims.put(claim.knob(), claim));
      }
      if (starts && !names.isEmpty()) {
        claims(readings, profiles, names).forEach(claim -> claims.put(claim.knob(), claim));
        String profile = "profile " + String.join(" ", names);
        Optional<TunedIsolation> isolation = TunedIsolation.of(profiles.merge(names), scripts);
        if (isolation.isPresent()) {
          isolation
              .get()
              .claims(tasks, readings, profile)
              .forEach(claim -> claims.put(claim.knob(), claim));
        }
      }
      return List.copyOf(claims.values());
    } catch (Refusal broken) {
      // TuneD refuses such a profile, and sets nothing; the task that wants it says so itself.
      return List.of();
    }
  }

  private static List<Claim> claims(Readings readings, TunedProfiles profiles, List<String> names)
      throws ProbeFailed, Refusal {
    TunedMerge merge = profiles.merge(names);
    Map<String, String> later = reapplied(readings, profiles);
    Map<String, String> policies = CpuFrequencyReader.policies(readings);
    Map<Knob, Claim> claims = new LinkedHashMap<>();
    for (TunedKnobs.Setting set : TunedKnobs.of(merge, TunedDevices.read(readings))) {
      String place = "profile " + String.join(" ", names) + ", " + set.place();
      String file = later.get(set.knob().replaceFirst("^/proc/sys/", ""));
      boolean overridden = set.knob().startsWith("/proc/sys/") && file != null;
      String rest = overridden ? ", which " + file + " overrides" : "";
      Knob knob = CpuFrequencyState.knob(set.knob(), policies);
      claims.put(knob, new Claim(knob, set.value(), place + rest, set::makes));
    }
    return List.copyOf(claims.values());
  }

  /** The files of sysctl.d that TuneD reads behind its own settings, where it does. */
  private static Map<String, String> reapplied(Readings readings, TunedProfiles profiles)
      throws ProbeFailed {
    String settings = profiles.files().getOrDefault(TunedFiles.SETTINGS, "");
    String reapply = TunedConf.parse(settings).get("", "reapply_sysctl").orElse("1");
    return reapply.matches("(?i)1|true|y|yes|t") ? SysctlWriter.all(readings) : Map.of();
  }
}
