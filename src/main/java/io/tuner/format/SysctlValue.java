package io.tuner.format;

import io.tuner.text.CpuSet;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What the kernel makes of the values of its parameters; parameters are named with dots. */
public final class SysctlValue {

  /**
   * Of each pair one is in effect and the other reads 0 (Documentation/admin-guide/sysctl/vm.rst).
   */
  private static final List<List<String>> PAIRS =
      List.of(
          List.of("vm.dirty_ratio", "vm.dirty_bytes"),
          List.of("vm.dirty_background_ratio", "vm.dirty_background_bytes"),
          List.of("vm.overcommit_ratio", "vm.overcommit_kbytes"));

  private static final Set<String> TRIGGERS =
      Set.of(
          "vm.drop_caches",
          "vm.compact_memory",
          "vm.stat_refresh",
          "net.ipv4.route.flush",
          "net.ipv6.route.flush");

  private static final Pattern NUMBERS = Pattern.compile("-?[0-9]+(\\s+-?[0-9]+)*");

  private static final Pattern DOTS = Pattern.compile("(^|/)\\.\\.?(/|$)");

  private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_.:@+-]+(/[A-Za-z0-9_.:@+-]+)+");

  private SysctlValue() {}

  /** The value with one blank where numbers are separated by tabs or blanks, and none around it. */
  public static String normal(String value) {
    String text = value.strip();
    return NUMBERS.matcher(text).matches() ? SysctlConf.normal(text) : text;
  }

  /** Whether the kernel reads both values as one: sets of numbers may be written in many ways. */
  public static boolean same(String name, String one, String other) {
    if (!name.matches(".*(_reserved_ports|cpumask)")) {
      return one.equals(other);
    }
    try {
      return CpuSet.parse(one).equals(CpuSet.parse(other));
    } catch (IllegalArgumentException noSets) {
      return one.equals(other);
    }
  }

  /** The parameter that becomes 0 when this one gets that value. */
  public static Optional<String> dropped(String name, String value) {
    return sibling(name).filter(other -> !value.equals("0"));
  }

  /** These parameters and those that writing them may change. */
  public static Set<String> touched(Collection<String> names) {
    Set<String> touched = new LinkedHashSet<>(names);
    names.forEach(name -> sibling(name).ifPresent(touched::add));
    return touched;
  }

  private static Optional<String> sibling(String name) {
    return PAIRS.stream()
        .filter(pair -> pair.contains(name))
        .map(pair -> pair.get(1 - pair.indexOf(name)))
        .findFirst();
  }

  /** Why no kernel can have these values, by the keys as they were written. */
  public static Map<String, String> problems(Map<String, ?> values) {
    Map<String, String> problems = new LinkedHashMap<>();
    Map<String, String> seen = new LinkedHashMap<>();
    values.forEach(
        (key, value) -> {
          String name = SysctlConf.name(SysctlConf.path(key));
          String other = sibling(name).map(seen::get).orElse(seen.get(name));
          seen.put(name, key);
          if (other != null) {
            problems.put(key, "`" + key + "` and `" + other + "` exclude each other");
          } else {
            problem(name, value.toString()).ifPresent(why -> problems.put(key, why));
          }
        });
    return problems;
  }

  private static Optional<String> problem(String name, String value) {
    String path = SysctlConf.path(name);
    if (!PATH.matcher(path).matches() || DOTS.matcher(path).find()) {
      return Optional.of("`" + Printable.of(name) + "` is not the name of one kernel setting");
    }
    if (TRIGGERS.contains(name)) {
      return Optional.of("`" + name + "` starts something and keeps no value");
    }
    if (value.isBlank() || value.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0)) {
      return Optional.of("`" + name + "` needs a value on one line");
    }
    boolean size = PAIRS.stream().anyMatch(pair -> pair.get(1).equals(name));
    return size && value.strip().equals("0")
        ? Optional.of("`" + name + "` is 0 when `" + sibling(name).get() + "` is set: set that one")
        : Optional.empty();
  }

  /**
   * The values to write to one parameter, in order, so that all of a host are as wanted. One of a
   * pair becomes 0 by writing the other, which the size itself does not accept; where both are to
   * be 0, a share that is 0 already must change for the kernel to drop the size
   * (mm/page-writeback.c, {@code dirty_ratio_handler}).
   *
   * @param from the values that are, by name
   * @param to the values wanted, by name
   */
  public static List<String> writes(String name, Map<String, String> from, Map<String, String> to) {
    String is = from.get(name);
    String wanted = to.get(name);
    Optional<String> other = sibling(name).filter(to::containsKey);
    List<String> writes = new ArrayList<>();
    if (wanted == null) {
      return writes;
    }
    boolean dropped = other.isPresent() && wanted.equals("0");
    boolean share = PAIRS.stream().anyMatch(pair -> pair.get(0).equals(name));
    if (dropped && (!share || !to.get(other.get()).equals("0"))) {
      return writes;
    }
    if (dropped && wanted.equals(is) && !from.getOrDefault(other.get(), "0").equals("0")) {
      writes.addAll(List.of("1", "0"));
    } else if (!wanted.equals(is)) {
      writes.add(wanted);
    }
    return writes;
  }
}
