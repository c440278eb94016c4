package io.tuner.bench;

import io.tuner.format.Choices;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.CpuSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a host was like when a block of runs began: what makes two blocks unlike although nothing
 * was tuned. What a host does not tell is empty, and no difference to anything.
 *
 * @param time when it was read
 * @param kernel its release, {@code 5.10.0-60.18.0.50.oe2203.aarch64}
 * @param boot its identifier, new with every boot
 * @param online CPUs
 * @param governors of the CPUs' frequency, with how many CPUs each where they differ
 * @param hottest the highest of all sensors' temperatures, in degrees Celsius
 * @param load average of the last minute, in tasks (proc_loadavg(5))
 * @param hugePages mode of transparent huge pages
 * @param raidPolicies by volume ({@code c0/v1}), how its controller caches it, where a play has a
 *     task for it
 */
public record Environment(
    Instant time,
    Optional<String> kernel,
    Optional<String> boot,
    Optional<CpuSet> online,
    Optional<String> governors,
    OptionalDouble hottest,
    OptionalDouble load,
    Optional<String> hugePages,
    Map<String, String> raidPolicies) {

  private static final String KERNEL = "/proc/sys/kernel/osrelease";
  private static final String BOOT = "/proc/sys/kernel/random/boot_id";
  private static final String LOAD = "/proc/loadavg";
  private static final String ONLINE = "/sys/devices/system/cpu/online";
  private static final String GOVERNORS = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor";
  private static final String HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/enabled";

  /** Both tell thousandths of a degree (Documentation/hwmon/sysfs-interface.rst). */
  private static final List<String> SENSORS =
      List.of("/sys/class/thermal/thermal_zone*/temp", "/sys/class/hwmon/hwmon*/temp*_input");

  private static final String LOAD_FORM = "%.2f";
  private static final String TEMPERATURE_FORM = "%.0f °C";

  /** What the name of a difference of a volume's policy begins with. */
  static final String RAID = "raid ";

  private static final double WARMER_CELSIUS = 10;
  private static final double BUSIER_TASKS = 1;
  private static final double BUSIER_TASKS_A_CPU = 0.1;

  /** What must be read to know it. */
  public static final Probe PROBE =
      Probe.NOTHING
          .file(KERNEL)
          .file(BOOT)
          .file(LOAD)
          .file(ONLINE)
          .glob(GOVERNORS)
          .file(HUGE_PAGES)
          .glob(SENSORS.get(0))
          .glob(SENSORS.get(1));

  public Environment {
    raidPolicies = Map.copyOf(raidPolicies);
  }

  /**
   * What is another than it was.
   *
   * @param what {@code kernel}, {@code boot}, {@code cpus online}, {@code governor}, {@code
   *     temperature}, {@code load average}, {@code transparent huge pages} or {@code raid NAME}
   * @param before as reports show it
   * @param after the same
   */
  public record Difference(String what, String before, String after) {
    @Override
    public String toString() {
      return what + " was " + before + ", and is " + after;
    }
  }

  /**
   * Reads it.
   *
   * @param time when that was
   * @param raidPolicies by the volume's name, where a play knows them
   */
  public static Environment of(Readings readings, Instant time, Map<String, String> raidPolicies) {
    return new Environment(
        time,
        line(KERNEL, readings),
        line(BOOT, readings),
        line(ONLINE, readings).flatMap(Environment::cpus),
        governors(readings),
        hottest(readings),
        load(readings),
        line(HUGE_PAGES, readings).flatMap(modes -> Choices.parse(modes).active()),
        raidPolicies);
  }

  /** All that is told, by what differences call it, as reports show it. */
  public Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>();
    kernel.ifPresent(release -> shown.put("kernel", release));
    boot.ifPresent(identifier -> shown.put("boot", identifier));
    online.ifPresent(set -> shown.put("cpus online", set.toString()));
    governors.ifPresent(names -> shown.put("governor", names));
    hugePages.ifPresent(mode -> shown.put("transparent huge pages", mode));
    load.ifPresent(tasks -> shown.put("load average", number(LOAD_FORM, tasks)));
    hottest.ifPresent(celsius -> shown.put("temperature", number(TEMPERATURE_FORM, celsius)));
    new TreeMap<>(raidPolicies).forEach((name, policy) -> shown.put(RAID + name, policy));
    return shown;
  }

  private static String number(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }

  /**
   * What is another in a later one. A load average differs where it is more than a task apart, and
   * more than one for every ten CPUs; a temperature by more than 10 degrees.
   */
  public List<Difference> differences(Environment later) {
    List<Difference> differences = new ArrayList<>();
    differ("kernel", kernel, later.kernel, differences);
    differ("boot", boot, later.boot, differences);
    differ("cpus online", online, later.online, differences);
    differ("governor", governors, later.governors, differences);
    differ("transparent huge pages", hugePages, later.hugePages, differences);
    int cpus = online.map(set -> set.numbers().size()).orElse(1);
    double busier = Math.max(BUSIER_TASKS, BUSIER_TASKS_A_CPU * cpus);
    differ("load average", LOAD_FORM, load, later.load, busier, differences);
    differ("temperature", TEMPERATURE_FORM, hottest, later.hottest, WARMER_CELSIUS, differences);
    new TreeMap<>(raidPolicies)
        .forEach(
            (name, policy) ->
                differ(
                    RAID + name,
                    Optional.of(policy),
                    Optional.ofNullable(later.raidPolicies.get(name)),
                    differences));
    return differences;
  }

  private static void differ(
      String what, Optional<?> before, Optional<?> after, List<Difference> differences) {
    if (before.isPresent() && after.isPresent() && !before.equals(after)) {
      differences.add(new Difference(what, before.get().toString(), after.get().toString()));
    }
  }

  private static void differ(
      String what,
      String form,
      OptionalDouble before,
      OptionalDouble after,
      double tolerance,
      List<Difference> differences) {
    if (before.isPresent()
        && after.isPresent()
        && Math.abs(before.getAsDouble() - after.getAsDouble()) > tolerance) {
      differences.add(
          new Difference(
              what, number(form, before.getAsDouble()), number(form, after.getAsDouble())));
    }
  }

  /** What is refused is not told, as what is absent: nobody asked for it. */
  private static Optional<String> line(String path, Readings readings) {
    return text(readings.file(path)).filter(text -> !text.isEmpty());
  }

  private static Optional<String> text(Reading<Content> reading) {
    return reading instanceof Reading.Present<Content> present
        ? Optional.of(Readings.decode(present.value()).strip())
        : Optional.empty();
  }

  private static Optional<CpuSet> cpus(String list) {
    try {
      return Optional.of(CpuSet.parse(list));
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  private static Optional<String> governors(Readings readings) {
    Map<String, Integer> counts = new TreeMap<>();
    readings
        .glob(GOVERNORS)
        .values()
        .forEach(one -> text(one).ifPresent(name -> counts.merge(name, 1, Integer::sum)));
    if (counts.size() < 2) {
      return counts.keySet().stream().findFirst();
    }
    return Optional.of(
        counts.entrySet().stream()
            .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
            .collect(Collectors.joining(", ")));
  }

  private static OptionalDouble hottest(Readings readings) {
    return SENSORS.stream()
        .flatMap(pattern -> readings.glob(pattern).values().stream())
        .flatMap(sensor -> text(sensor).stream())
        .filter(text -> text.matches("-?[0-9]{1,7}"))
        .mapToDouble(text -> Integer.parseInt(text) / 1000.0)
        .max();
  }

  private static OptionalDouble load(Readings readings) {
    String first = line(LOAD, readings).orElse("").split("\\s+")[0];
    return first.matches("[0-9]{1,6}\\.[0-9]{1,4}")
        ? OptionalDouble.of(Double.parseDouble(first))
        : OptionalDouble.empty();
  }
}
