package io.tuner.resources;

import io.tuner.format.TunedKnobs;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The devices of a host whose attributes TuneD's plug-ins set: all of a kind, where a profile names
 * none.
 */
final class TunedDevices {

  private static final String INTERFACES = "/sys/class/net/*/type";

  private static final String CPUS = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";

  private TunedDevices() {}

  static Probe probe() {
    return Disks.probe(List.of()).glob(INTERFACES).glob(CPUS);
  }

  static TunedKnobs.Devices read(Readings readings) throws ProbeFailed {
    List<String> interfaces = new ArrayList<>();
    for (Map.Entry<String, ?> file : readings.glob(INTERFACES).entrySet()) {
      if (file.getValue() instanceof Reading.Present<?>) {
        interfaces.add(file.getKey().split("/")[4]);
      }
    }
    List<Integer> cpus = new ArrayList<>();
    for (String path : readings.glob(CPUS).keySet()) {
      String number = path.split("/")[5].substring("cpu".length());
      if (number.matches("\\d{1,6}")) {
        cpus.add(Integer.parseInt(number));
      }
    }
    String line = readings.line(TunedFiles.COMMAND_LINE).orElse("");
    return new TunedKnobs.Devices(new Disks(readings).names(), interfaces, cpus, line);
  }
}
