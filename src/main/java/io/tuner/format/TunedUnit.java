package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One section of a merged TuneD profile: an instance of a plugin with its options (tuned.conf(5)).
 *
 * @param name of the section
 * @param type of the plugin: what {@code type=} says, else the name
 * @param enabled false where {@code enabled=} switches it off
 * @param devices which devices it is for, {@code *} for all
 * @param conditions what else must hold of a host or device: {@code devices_udev_regex}, {@code
 *     cpuinfo_regex}, {@code uname_regex}
 * @param options in the order they were first set, each with its file and line
 */
public record TunedUnit(
    String name,
    String type,
    boolean enabled,
    String devices,
    List<String> conditions,
    Map<String, TunedUnit.Option> options) {

  /**
   * An option.
   *
   * @param value as written
   * @param place of it: {@code /usr/lib/tuned/network-latency/tuned.conf:24}
   */
  public record Option(String value, String place) {}

  private static final Set<String> TRUE = Set.of("True", "true", "1");
  private static final List<String> CONDITIONS =
      List.of("devices_udev_regex", "cpuinfo_regex", "uname_regex");
  private static final Set<String> OWN =
      Set.of(
          "type", "enabled", "replace", "prepend", "drop", "devices", "script_pre", "script_post");

  static TunedUnit of(String name, Map<String, TunedConf.Setting> section, String path) {
    Map<String, Option> options = new LinkedHashMap<>();
    section.forEach(
        (key, setting) -> {
          if (!OWN.contains(key) && !CONDITIONS.contains(key) && !key.equals("priority")) {
            options.put(key, new Option(setting.value(), path + ":" + setting.line()));
          }
        });
    return new TunedUnit(
        name,
        text(section, "type", name),
        TRUE.contains(text(section, "enabled", "true")),
        text(section, "devices", "*"),
        CONDITIONS.stream().filter(section::containsKey).toList(),
        options);
  }

  /** Whether a section begins anew instead of going on with its parent's. */
  static boolean replaces(Map<String, TunedConf.Setting> section) {
    return TRUE.contains(text(section, "replace", "false"));
  }

  /**
   * This section with what a child profile says of it: its type, devices and whether it is enabled
   * are the child's, named or not; options that it drops go, those that it sets take the place the
   * parent's have.
   */
  TunedUnit with(TunedUnit child, Map<String, TunedConf.Setting> section) {
    Map<String, Option> merged = new LinkedHashMap<>(options);
    for (String dropped : text(section, "drop", "").split("\\s*[,;]\\s*")) {
      merged.remove(dropped);
    }
    child.options.forEach(
        (key, option) -> {
          Option before = merged.get(key);
          boolean both = name.equals("script") && key.equals("script") && before != null;
          merged.put(
              key, both ? new Option(before.value + "\n" + option.value, option.place) : option);
        });
    List<String> all = child.conditions.isEmpty() ? conditions : child.conditions;
    return new TunedUnit(name, child.type, child.enabled, child.devices, all, merged);
  }

  private static String text(Map<String, TunedConf.Setting> section, String key, String otherwise) {
    TunedConf.Setting setting = section.get(key);
    return setting == null ? otherwise : setting.value();
  }
}
