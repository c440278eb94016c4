package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Hosts whose CPUs are tuned. An attribute of the kernel is a plain file here, so that a governor
 * changes no preference and nothing is clamped.
 */
final class CpuWorlds {

  private static final String CPUS = "/sys/devices/system/cpu/";
  private static final String UNIT = "tuner-cpu-frequency.service";

  private CpuWorlds() {}

  static World frequency(Random random) {
    World world = new World();
    String[] most = {"2400000", pick(random, "2400000", "3600000"), "2400000"};
    for (int number = 0; number < 3; number++) {
      String policy = CPUS + "cpufreq/policy" + number + "/";
      world.file(
          policy + "affected_cpus", number == 2 && random.nextBoolean() ? "\n" : number + "\n");
      world.file(policy + "scaling_driver", "acpi-cpufreq\n");
      world.file(policy + "scaling_available_governors", "performance schedutil powersave\n");
      world.file(policy + "scaling_governor", pick(random, "performance", "powersave") + "\n");
      world.file(policy + "cpuinfo_min_freq", "800000\n");
      world.file(policy + "cpuinfo_max_freq", most[number] + "\n");
      world.file(policy + "scaling_min_freq", pick(random, "800000", "1000000") + "\n");
      world.file(policy + "scaling_max_freq", pick(random, "1200000", "2400000") + "\n");
      world.file(
          CPUS + "cpu" + number + "/power/pm_qos_resume_latency_us",
          pick(random, "0", "n/a", "20") + "\n");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      parameters.put("governor", pick(random, "performance", "schedutil"));
    }
    if (random.nextBoolean()) {
      parameters.put("max", pick(random, "highest", "2GHz", "1500MHz"));
      parameters.put("min", pick(random, "lowest", "1200000", "1.2 GHz"));
    }
    if (parameters.isEmpty() || random.nextBoolean()) {
      parameters.put("max_idle_latency_us", pick(random, "0", "10", "unlimited"));
    }
    if (random.nextInt(3) == 0) {
      String units = "/etc/systemd/system/";
      String line = "ExecStart=-/bin/sh -c 'for file in /sys/a/b; do echo 1 > \"$$file\"; done'\n";
      world.file(units + UNIT, "# by hand\n[Service]\n" + line);
      if (random.nextBoolean()) {
        world.link(units + "multi-user.target.wants/" + UNIT, units + UNIT);
      }
    }
    parameters.put("persist", random.nextInt(4) != 0);
    return world.task("cpu_frequency", parameters);
  }
}
