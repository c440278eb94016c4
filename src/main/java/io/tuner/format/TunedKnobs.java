package io.tuner.format;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a merged TuneD profile sets, knob by knob, as the plug-ins of TuneD read their options
 * (tuned.conf(5) and the plug-ins' own text). Left out: what a plug-in reaches only by talking to a
 * device.
 */
public final class TunedKnobs {

  /**
   * One setting.
   *
   * @param knob the kernel's path, or a kind, a colon and a name
   * @param value as the kernel would show it, or as written where only TuneD can tell; a bound
   *     ({@code >4096}, {@code <8}) is only set where the knob is beyond it
   * @param place file and line, and what else must hold
   */
  public record Setting(String knob, String value, String place) {

    /** What TuneD makes of a knob that has a value: the same one where a bound leaves it alone. */
    public String makes(String found) {
      Matcher bound = BOUND.matcher(value);
      if (!bound.matches()) {
        return value;
      }
      BigInteger limit = new BigInteger(bound.group(2));
      boolean number = found.strip().matches("-?\\d{1,40}");
      int order = number ? new BigInteger(found.strip()).compareTo(limit) : 0;
      boolean kept = bound.group(1).equals(">") ? order >= 0 : order <= 0;
      return kept ? found : limit.toString();
    }
  }

  /**
   * The devices a profile may pick from.
   *
   * @param disks names below /sys/block
   * @param interfaces names below /sys/class/net
   * @param cpus numbers
   * @param commandLine of the running kernel: with {@code transparent_hugepage=} on it TuneD leaves
   *     that alone
   */
  public record Devices(
      Collection<String> disks,
      Collection<String> interfaces,
      Collection<Integer> cpus,
      String commandLine) {
    /** Those of no host in particular. */
    public static final Devices NONE = new Devices(List.of(), List.of(), List.of(), "");
  }

  private static final String HUGE = "/sys/kernel/mm/transparent_hugepage/";
  private static final Pattern BOUND = Pattern.compile("([<>])\\s*(-?\\d{1,40})");
  private static final Pattern SECTORS = Pattern.compile("([<>]?\\s*)(\\d{1,15})\\s*(s?)");
  private static final Map<String, String> CPU =
      Map.of(
          "governor", "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor",
          "energy_performance_preference",
              "/sys/devices/system/cpu/cpu*/cpufreq/energy_performance_preference",
          "min_perf_pct", "/sys/devices/system/cpu/intel_pstate/min_perf_pct",
          "max_perf_pct", "/sys/devices/system/cpu/intel_pstate/max_perf_pct",
          "no_turbo", "/sys/devices/system/cpu/intel_pstate/no_turbo",
          "boost", "/sys/devices/system/cpu/cpufreq/boost",
          "pm_qos_resume_latency_us", "/sys/devices/system/cpu/cpu*/power/pm_qos_resume_latency_us",
          "force_latency", "/dev/cpu_dma_latency");

  private static final Map<String, EthtoolOption> ETHTOOL =
      Map.of(
          "coalesce", EthtoolOption.COALESCE,
          "ring", EthtoolOption.RING,
          "channels", EthtoolOption.CHANNELS,
          "features", EthtoolOption.FEATURES);

  private final TunedMerge profile;
  private final Devices devices;
  private final TunedVariables variables;
  private final List<Setting> settings = new ArrayList<>();

  private TunedKnobs(TunedMerge profile, Devices devices) {
    this.profile = profile;
    this.devices = devices;
    this.variables = profile.variables();
  }

  /** Every knob that the profile sets, in the order of its sections. */
  public static List<Setting> of(TunedMerge profile, Devices devices) {
    TunedKnobs knobs = new TunedKnobs(profile, devices);
    for (TunedUnit unit : profile.units()) {
      if (unit.enabled()) {
        knobs.add(unit);
      }
    }
    for (TunedUnit.Option word : profile.commandLine()) {
      String[] parts = word.value().split("=", 2);
      String value = parts.length == 1 ? "" : parts[1];
      knobs.settings.add(
          new Setting("cmdline:" + KernelWord.key(word.value()), value, word.place()));
    }
    return knobs.settings;
  }

  private void add(TunedUnit unit) {
    switch (unit.type()) {
      case "sysctl" -> each(unit, this::sysctl);
      case "vm" -> each(unit, this::memory);
      case "sysfs" -> each(unit, (path, option) -> set(unit, path, option));
      case "cpu" -> each(unit, (name, option) -> cpu(unit, name, option));
      case "disk" -> each(unit, (name, option) -> disk(unit, name, option));
      case "net" -> each(unit, (name, option) -> interfaces(unit, name, option));
      case "irqbalance" -> each(unit, (name, option) -> set(unit, "irqbalance:" + name, option));
      default -> {}
    }
  }

  private static void each(TunedUnit unit, BiConsumer<String, TunedUnit.Option> setter) {
    unit.options().forEach(setter);
  }

  private void sysctl(String name, TunedUnit.Option option) {
    String value = option.value().replaceFirst("^\"(.*)\"$", "$1");
    String known = variables.known(value).map(v -> v.strip().replaceAll("\\s+", " ")).orElse(value);
    add("/proc/sys/" + name.replace('.', '/'), known, option.place());
  }

  private void memory(String name, TunedUnit.Option option) {
    boolean decided = (" " + devices.commandLine()).contains(" transparent_hugepage=");
    if (name.matches("transparent_hugepages?") && !decided) {
      set(null, HUGE + "enabled", option);
    } else if (name.equals("transparent_hugepage.defrag")) {
      set(null, HUGE + "defrag", option);
    } else if (name.startsWith("dirty_")) {
      boolean percent = option.value().endsWith("%");
      String path = "/proc/sys/vm/" + (percent ? name.replace("_bytes", "_ratio") : name);
      set(null, path, new TunedUnit.Option(option.value().replace("%", ""), option.place()));
    }
  }

  private void cpu(TunedUnit unit, String name, TunedUnit.Option option) {
    String path = CPU.get(name);
    if (path == null) {
      return;
    }
    for (int cpu : path.contains("*") ? devices.cpus() : List.of(-1)) {
      if (cpu < 0 || isFor(unit, "cpu" + cpu)) {
        set(unit, path.replace("*", Integer.toString(cpu)), option);
      }
    }
  }

  private void disk(TunedUnit unit, String name, TunedUnit.Option option) {
    for (String disk : devices.disks()) {
      String queue = "/sys/block/" + disk + "/queue/";
      if (name.equals("elevator") && isFor(unit, disk)) {
        set(unit, queue + "scheduler", option);
      } else if (name.equals("readahead") && isFor(unit, disk)) {
        Matcher size = SECTORS.matcher(option.value());
        boolean sectors = size.matches() && size.group(3).equals("s");
        String value = sectors ? size.group(1) + Long.parseLong(size.group(2)) / 2 : option.value();
        set(unit, queue + "read_ahead_kb", new TunedUnit.Option(value, option.place()));
      }
    }
  }

  /** {@code coalesce=rx-usecs 4 rx-frames 64}: pairs of a parameter of ethtool and its value. */
  private void interfaces(TunedUnit unit, String name, TunedUnit.Option option) {
    String[] words = option.value().strip().split("\\s+");
    for (String one : devices.interfaces()) {
      if (!isFor(unit, one)) {
        continue;
      }
      if (name.equals("mtu") || name.equals("txqueuelen")) {
        String attribute = name.equals("mtu") ? "mtu" : "tx_queue_len";
        set(unit, EthtoolOption.LINK.knob(one, attribute), option);
      } else if (ETHTOOL.containsKey(name)) {
        for (int i = 0; i + 1 < words.length; i += 2) {
          TunedUnit.Option value = new TunedUnit.Option(words[i + 1], option.place());
          for (String word : ETHTOOL.get(name).words(words[i])) {
            set(unit, ETHTOOL.get(name).knob(one, word), value);
          }
        }
      }
    }
  }

  /**
   * Whether a device is one of a section's: blanks or commas part patterns, one with {@code !}
   * excludes, and without any other all are meant.
   */
  static boolean isFor(String rules, String device) {
    boolean any = false;
    boolean taken = false;
    for (String rule : rules.strip().split("\\s+|,\\s*")) {
      if (rule.startsWith("!") && Glob.of(rule.substring(1)).matches(device)) {
        return false;
      }
      boolean positive = !rule.startsWith("!") && !rule.isEmpty();
      any |= positive;
      taken |= positive && Glob.of(rule).matches(device);
    }
    return taken || !any;
  }

  private boolean isFor(TunedUnit unit, String device) {
    Optional<String> rules = variables.known(unit.devices());
    return rules.isEmpty() || isFor(rules.get(), device);
  }

  private void set(TunedUnit unit, String knob, TunedUnit.Option option) {
    String value = variables.known(option.value()).map(String::strip).orElse(option.value());
    boolean sure = unit == null || unit.conditions().isEmpty();
    add(knob, value, option.place() + (sure ? "" : ", where its conditions hold"));
  }

  private void add(String knob, String value, String place) {
    // Several values to choose from (`performance|schedutil`) are TuneD's choice as well.
    if (!value.isEmpty() && !Glob.hasWildcard(knob)) {
      settings.add(new Setting(knob, value, place));
    }
  }
}
