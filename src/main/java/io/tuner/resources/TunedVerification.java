package io.tuner.resources;

import io.tuner.format.SysctlConf;
import io.tuner.format.TunedLog;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What TuneD says of its own work: whether {@code tuned-adm verify} finds all as the profile has
 * it, and what its log tells of that.
 *
 * @param passed whether it does
 */
record TunedVerification(boolean passed, Readings readings) {

  private static final String TOOL = "tuned-adm";
  private static final String LOG = "/var/log/tuned/tuned.log";

  static Probe probe() {
    return Probe.NOTHING.run(TOOL, "verify").and(new SysctlWriter().probe()).file(LOG);
  }

  static TunedVerification read(Readings readings) throws ProbeFailed {
    return new TunedVerification(
        readings.run(TOOL, "verify").known(TOOL + " verify").filter(o -> o.exit() == 0).isPresent(),
        readings);
  }

  private TunedLog log() throws ProbeFailed {
    return TunedLog.parse(readings.text(LOG).orElse(""));
  }

  /**
   * The file that sets each key, by its path below /proc/sys: TuneD reads these behind its own
   * settings.
   */
  private Map<String, String> sysctls() throws ProbeFailed {
    return SysctlWriter.all(readings);
  }

  List<String> warnings() throws ProbeFailed {
    TunedLog log = log();
    Map<String, String> sysctls = sysctls();
    List<String> warnings = new ArrayList<>();
    log.errors().stream().limit(5).forEach(error -> warnings.add("TuneD's log says: " + error));
    if (!passed && log.failures().isEmpty()) {
      warnings.add("`tuned-adm verify` fails, and its log does not say why");
    }
    for (String name : log.failures().keySet()) {
      String path = sysctls.get(SysctlConf.path(name));
      if (path != null) {
        warnings.add("the profile's " + name + " is overridden by " + path);
      }
    }
    return warnings;
  }

  /**
   * Failures that have no known cause.
   *
   * @param waits whether words of the kernel's command line are pending a boot
   * @param excludes whether interrupts are kept from the profile
   */
  Map<String, String> unexplained(boolean waits, boolean excludes) throws ProbeFailed {
    TunedLog log = log();
    Map<String, String> sysctls = sysctls();
    Map<String, String> failures = new TreeMap<>(log.lost());
    if (passed) {
      return failures;
    }
    log.failures()
        .forEach(
            (what, how) -> {
              boolean sysctl = sysctls.containsKey(SysctlConf.path(what));
              boolean reboot = what.startsWith(TunedLog.CMDLINE) && waits;
              boolean excluded = excludes && what.matches("SMP affinity of IRQ \\d+");
              if (!sysctl && !reboot && !excluded) {
                failures.put(what, how);
              }
            });
    return failures;
  }
}
