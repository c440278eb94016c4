package io.tuner.resources;

import io.tuner.resource.Script;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The way from one state of CPUs' frequencies to another, in the order that their kernel takes.
 *
 * @param from as they are
 * @param to as they are wanted
 */
record CpuFrequencyScript(CpuFrequencyState from, CpuFrequencyState to) {

  /**
   * A governor comes first, for it may set the preference; a most that rises before the least, and
   * one that falls behind it, so that they never cross.
   */
  Script script() {
    Map<String, String> writes = new LinkedHashMap<>();
    to.live().forEach((name, value) -> put(writes, name, value, CpuFrequencyState.GOVERNOR));
    to.live().forEach((name, value) -> put(writes, name, value, CpuFrequencyState.PREFERENCE));
    to.live()
        .forEach(
            (name, value) ->
                put(writes, name, value, rises(name, value) ? CpuFrequencyState.MOST : ""));
    to.live().forEach((name, value) -> put(writes, name, value, CpuFrequencyState.LEAST));
    to.live().forEach((name, value) -> put(writes, name, value, CpuFrequencyState.MOST));
    to.live().forEach((name, value) -> put(writes, name, value, CpuFrequencyState.LATENCY));
    Script script = Script.empty();
    for (Map.Entry<String, String> write : writes.entrySet()) {
      script = script.write(CpuFrequencyState.DIRECTORY + write.getKey(), write.getValue());
    }
    return script.then(unit());
  }

  private void put(Map<String, String> writes, String name, String value, String kind) {
    boolean reset = kind.equals(CpuFrequencyState.PREFERENCE) && governorChanges(name);
    if (name.endsWith("/" + kind) && (reset || !value.equals(from.live().get(name)))) {
      writes.putIfAbsent(name, value);
    }
  }

  /** Numbers of up to 18 digits; longer ones the kernel has none of. */
  private boolean rises(String name, String value) {
    String found = from.live().getOrDefault(name, "");
    String number = "[0-9]{1,18}";
    return value.matches(number)
        && (!found.matches(number) || Long.parseLong(value) > Long.parseLong(found));
  }

  private Script unit() {
    Script edit =
        CpuFrequencyState.UNIT.transition(
            from.around().unit(), from.values(), to.around().unit(), to.values());
    boolean enabled = to.persistent().containsKey(CpuFrequencyState.ENABLED);
    if (enabled == from.persistent().containsKey(CpuFrequencyState.ENABLED)) {
      return edit;
    }
    return enabled
        ? edit.then(
            Script.empty()
                .link(
                    CpuFrequencyState.LINK,
                    to.around().link().orElse(CpuFrequencyState.UNIT.path())))
        : Script.empty().removeFile(CpuFrequencyState.LINK).then(edit);
  }

  private boolean governorChanges(String preference) {
    String governor = preference.replace(CpuFrequencyState.PREFERENCE, CpuFrequencyState.GOVERNOR);
    return !Objects.equals(from.live().get(governor), to.live().get(governor));
  }
}
