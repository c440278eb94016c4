package io.tuner.resources;

import io.tuner.format.IniFile;
import io.tuner.text.CpuSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The variables that a task owns in a file of variables.
 *
 * @param names of them
 */
record TunedValues(Set<String> names) {

  private static final IniFile.Style STYLE = new IniFile.Style(Optional.of("="), true);

  /** What a text sets of them. */
  Map<String, String> in(String text) {
    IniFile ini = IniFile.parse(text, STYLE);
    Map<String, String> values = new TreeMap<>();
    names.forEach(name -> ini.get("", name).ifPresent(value -> values.put(name, value)));
    return values;
  }

  /** Sets them to these values, or takes out what has none. */
  EditedFile.Edit edit(Map<String, String> values) {
    return text -> {
      IniFile ini = IniFile.parse(text.all(), STYLE);
      for (String name : names) {
        String value = values.get(name);
        ini = value == null ? ini.without("", name) : ini.with("", name, value);
      }
      return ini.text();
    };
  }

  /** The values wanted; CPUs that are the same ones stay as they were written. */
  static Map<String, String> wanted(Map<String, String> wanted, Map<String, String> found) {
    Map<String, String> values = new TreeMap<>(wanted);
    values.replaceAll(
        (name, value) -> {
          String old = found.get(name);
          return old != null && name.endsWith("_cores") && sameCpus(old, value) ? old : value;
        });
    return values;
  }

  private static boolean sameCpus(String one, String other) {
    try {
      return CpuSet.parse(one).equals(CpuSet.parse(other));
    } catch (IllegalArgumentException notBoth) {
      return false;
    }
  }
}
