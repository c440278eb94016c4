package io.tuner.resources;

import io.tuner.format.UdevRules;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rules of udev that set queue attributes after ours: those of files sorted behind it, and
 * programs, which udev runs once all rules are read (udev(7), {@code RUN}).
 */
final class UdevWriter implements Writer {

  private static final String OURS = "99-tuner-block.rules";
  private static final String ROTATIONAL = "/sys/block/*/queue/rotational";
  static final List<String> PATTERNS =
      List.of(
          "/etc/udev/rules.d/*.rules",
          "/run/udev/rules.d/*.rules",
          "/usr/local/lib/udev/rules.d/*.rules",
          "/usr/lib/udev/rules.d/*.rules",
          "/lib/udev/rules.d/*.rules");

  @Override
  public String name() {
    return "udev rules";
  }

  @Override
  public Set<String> types() {
    return Set.of("block_queue");
  }

  @Override
  public Probe probe() {
    Probe probe = Disks.probeProperties().glob(ROTATIONAL);
    for (String pattern : PATTERNS) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>();
    for (String pattern : PATTERNS) {
      files.putAll(SysctlWriter.texts(readings, pattern));
    }
    Disks disks = new Disks(readings);
    Map<Knob, Claim> claims = new LinkedHashMap<>();
    for (Map.Entry<String, Map<String, String>> disk : disks.properties(readings).entrySet()) {
      Map<String, String> properties = new HashMap<>(disk.getValue());
      properties.put("DEVTYPE", "disk");
      Map<String, String> attributes = new HashMap<>();
      Disks.one(readings, ROTATIONAL, ROTATIONAL.replace("*", disk.getKey()))
          .ifPresent(value -> attributes.put("queue/rotational", value));
      UdevRules.Device device = new UdevRules.Device(disk.getKey(), properties, attributes);
      for (UdevRules.Assignment set : UdevRules.assignments(files, device)) {
        String file = set.file().substring(set.file().lastIndexOf('/') + 1);
        if (set.value().isEmpty() || file.compareTo(OURS) > 0) {
          Knob knob = Knob.of("/sys/block/" + disk.getKey() + "/" + set.attribute());
          String condition = set.certain() ? "" : ", where its conditions hold";
          String place = set.file() + ":" + set.line() + condition;
          claims.put(knob, new Claim(knob, set.value().orElse("what a program writes"), place));
        }
      }
    }
    return List.copyOf(claims.values());
  }
}
