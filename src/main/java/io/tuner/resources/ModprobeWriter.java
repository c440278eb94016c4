package io.tuner.resources;

import io.tuner.format.ConfigurationOrder;
import io.tuner.format.ModuleLines;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Other files of modprobe.d: a module that one blacklists is not loaded at boot
 * (systemd-modules-load.service(8)), and of an option that is given twice the later one counts
 * (modprobe.d(5)).
 */
final class ModprobeWriter implements Writer {

  private static final String OURS = KernelModuleState.COMMANDS.path();

  @Override
  public String name() {
    return "modprobe files";
  }

  @Override
  public Set<String> types() {
    return Set.of("kernel_module");
  }

  @Override
  public Probe probe() {
    Probe probe = Probe.NOTHING;
    for (String directory : ModprobeLines.DIRECTORIES) {
      probe = probe.glob(directory + "/modprobe.d/*.conf");
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>();
    for (String directory : ModprobeLines.DIRECTORIES) {
      files.putAll(SysctlWriter.texts(readings, directory + "/modprobe.d/*.conf"));
    }
    files.putIfAbsent(OURS, "");
    Map<Knob, Claim> claims = new LinkedHashMap<>();
    boolean behind = false;
    for (String path : ConfigurationOrder.of(files.keySet(), "modprobe.d", ".conf")) {
      behind |= path.equals(OURS);
      if (path.equals(OURS)) {
        continue;
      }
      for (ModuleLines.Entry entry : ModuleLines.ofCommands(files.get(path)).entries()) {
        String module = entry.key().substring(entry.key().indexOf(' ') + 1);
        String place = path + ":" + entry.number();
        boolean kept =
            entry.key().startsWith("blacklist ")
                || entry.key().startsWith("install ")
                    && entry.value().matches("(/usr)?/bin/(false|true)");
        if (kept) {
          Knob knob = Knob.of("module:" + module);
          claims.put(knob, new Claim(knob, KernelModuleState.UNLOADED, place));
        } else if (behind && entry.key().startsWith("options ")) {
          options(module, entry.value(), place, claims);
        }
      }
    }
    return List.copyOf(claims.values());
  }

  private static void options(
      String module, String options, String place, Map<Knob, Claim> claims) {
    for (String option : options.split("\\s+")) {
      int equals = option.indexOf('=');
      if (equals > 0) {
        String value = option.substring(equals + 1);
        Knob knob = Knob.of("/sys/module/" + module + "/parameters/" + option.substring(0, equals));
        claims.put(
            knob,
            new Claim(
                knob,
                value,
                place,
                found -> KernelModuleTarget.same(value, found) ? found : value));
      }
    }
  }
}
