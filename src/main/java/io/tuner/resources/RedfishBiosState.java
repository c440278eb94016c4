package io.tuner.resources;

import io.tuner.resource.Context;
import io.tuner.resource.Settles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Firmware settings.
 *
 * @param pending what the firmware is told to take over; its current value where it is told nothing
 * @param boot what it runs with; some firmware takes it over in one boot and has it in the next
 * @param found where the settings are, and how they are changed
 */
public record RedfishBiosState(
    Map<String, String> pending,
    @Settles(value = Settles.When.BOOT, boots = 2) Map<String, String> boot,
    @Context Found found) {

  /**
   * What was found.
   *
   * @param settings the address of the pending ones
   * @param etag of what is there
   * @param onReset true where it is listed that they can be applied at the next reset
   * @param types the JSON type of each setting: {@code Integer}, {@code Boolean}, {@code String}
   * @param wanted the settings of the task, as the controller writes them
   * @param problems why they cannot be had
   * @param warnings what else an operator should know
   */
  public record Found(
      String settings,
      Optional<String> etag,
      boolean onReset,
      Map<String, String> types,
      Map<String, String> wanted,
      List<String> problems,
      List<String> warnings) {
    static Found problem(String why) {
      return new Found("", Optional.empty(), false, Map.of(), Map.of(), List.of(why), List.of());
    }
  }

  /** As the task wants it. */
  RedfishBiosState wanting() {
    return new RedfishBiosState(
        new TreeMap<>(found.wanted()), new TreeMap<>(found.wanted()), found);
  }
}
