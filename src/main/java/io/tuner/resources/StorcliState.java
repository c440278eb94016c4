package io.tuner.resources;

import io.tuner.resource.Context;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The cache policies of a controller's virtual drives, by their numbers.
 *
 * @param configured what each is set to
 * @param current how each writes now
 * @param found what was found around them
 */
public record StorcliState(
    Map<String, Setting> configured, Map<String, Current> current, @Context Found found) {

  /**
   * What a virtual drive is set to.
   *
   * @param write {@code WB}, {@code WT}, {@code AWB}
   * @param read {@code RA}, {@code NORA}, {@code ADRA}
   * @param io {@code direct}, {@code cached}
   * @param disk_cache {@code on}, {@code off}, {@code default}; empty where the tool does not tell
   */
  public record Setting(String write, String read, String io, Optional<String> disk_cache) {
    String get(String name) {
      return switch (name) {
        case "write" -> write;
        case "read" -> read;
        case "io" -> io;
        default -> disk_cache.orElse("");
      };
    }

    private Setting with(Map<String, String> wanted) {
      return new Setting(
          wanted.getOrDefault("write", write),
          wanted.getOrDefault("read", read),
          wanted.getOrDefault("io", io),
          Optional.ofNullable(wanted.get("disk_cache")).or(this::disk_cache));
    }
  }

  /** How a virtual drive writes now. */
  public record Current(String write) {}

  /**
   * What was found.
   *
   * @param installed false where there is no tool
   * @param perccli true where it is Dell's
   * @param unsupported why nothing can be set here; empty where it can
   * @param pack battery or CacheVault, for people
   * @param healthy whether it keeps what is in memory when the power fails
   * @param drives all there are, for people
   * @param caches those that are caches themselves
   */
  public record Found(
      boolean installed,
      boolean perccli,
      String unsupported,
      String pack,
      boolean healthy,
      String drives,
      List<String> caches) {
    static Found nothing(boolean installed, String unsupported) {
      return new Found(installed, false, unsupported, "", false, "", List.of());
    }
  }

  /** True where a drive writes through because nothing would keep what is in memory. */
  boolean waits(String drive) {
    return writesThrough(drive) && !found.healthy();
  }

  /** True where a drive writes through, whatever it is set to. */
  boolean writesThrough(String drive) {
    return current.containsKey(drive) && current.get(drive).write().equals("WT");
  }

  /** The same with these settings of these drives. */
  StorcliState with(List<String> drives, Map<String, String> wanted) throws Unsupported {
    Map<String, Setting> set = new TreeMap<>(configured);
    Map<String, Current> now = new TreeMap<>(current);
    for (String drive : drives) {
      if (wanted.containsKey("disk_cache") && configured.get(drive).disk_cache().isEmpty()) {
        throw new Unsupported(
            "the tool does not tell what the disks of virtual drive " + drive + " are set to");
      }
      set.put(drive, configured.get(drive).with(wanted));
      Optional.ofNullable(wanted.get("write")).ifPresent(word -> now.put(drive, new Current(word)));
    }
    return new StorcliState(set, now, found);
  }
}
