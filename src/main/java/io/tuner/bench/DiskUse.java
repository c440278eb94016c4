package io.tuner.bench;

import io.tuner.format.MountInfo;
import io.tuner.format.SwapTable;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who uses a disk or a partition: what is mounted from it or from its partitions, swap on them, and
 * what is built upon them (device mapper, RAID, which sysfs lists below {@code slaves}).
 */
final class DiskUse {

  private static final String DISKS = "/sys/block/*/dev";
  private static final String PARTITIONS = "/sys/block/*/*/dev";
  private static final String PARTS = "/sys/block/*/slaves/*/dev";
  private static final String MOUNTS = "/proc/self/mountinfo";
  private static final String SWAPS = "/proc/swaps";

  private final String path;

  DiskUse(String path) {
    this.path = path;
  }

  Probe probe() {
    return Probe.NOTHING
        .link(path)
        .glob(DISKS)
        .glob(PARTITIONS)
        .glob(PARTS)
        .file(MOUNTS)
        .file(SWAPS);
  }

  /** {@code `/dev/sdb1` is mounted at /data}; empty where nobody does. */
  Optional<String> user(Readings readings) throws ProbeFailed {
    String name =
        readings.link(path).known(path).orElse(path).replaceFirst("^/dev/", "").replace('/', '!');
    Map<String, String> numbers = numbers(name, readings);
    String mounts =
        readings.text(MOUNTS).orElseThrow(() -> new ProbeFailed("the host has no " + MOUNTS));
    for (MountInfo.Mount mount : MountInfo.parse(mounts).mounts()) {
      for (Map.Entry<String, String> one : numbers.entrySet()) {
        if (mount.device().equals(one.getValue()) || mount.source().equals(device(one.getKey()))) {
          return Optional.of("`" + device(one.getKey()) + "` is mounted at " + mount.target());
        }
      }
      if (mount.source().equals(path)) {
        return Optional.of("`" + path + "` is mounted at " + mount.target());
      }
    }
    SwapTable swaps = SwapTable.parse(readings.text(SWAPS).orElse(""));
    for (String one : numbers.keySet()) {
      if (swaps.of(device(one)).isPresent()) {
        return Optional.of("`" + device(one) + "` is swap space");
      }
    }
    for (String part : readings.glob(PARTS).keySet()) {
      String[] names = part.split("/");
      if (numbers.containsKey(names[5])) {
        return Optional.of("`" + device(names[5]) + "` is part of `" + device(names[3]) + "`");
      }
    }
    return Optional.empty();
  }

  /** Major and minor number of the disk or partition, and of the disk's partitions, by name. */
  private static Map<String, String> numbers(String name, Readings readings) throws ProbeFailed {
    Map<String, String> numbers = new TreeMap<>();
    numbers.put(name, "");
    List<Map.Entry<String, Reading<Content>>> files = new ArrayList<>();
    files.addAll(readings.glob(DISKS).entrySet());
    files.addAll(readings.glob(PARTITIONS).entrySet());
    for (Map.Entry<String, Reading<Content>> file : files) {
      String[] names = file.getKey().split("/");
      boolean partition = names.length == 6;
      String own = names[names.length - 2];
      // Below a disk there are other things with numbers: its controller's device.
      boolean wanted = own.equals(name) || partition && names[3].equals(name);
      if (wanted && (!partition || own.startsWith(names[3]))) {
        file.getValue()
            .known(file.getKey())
            .ifPresent(content -> numbers.put(own, Readings.decode(content).strip()));
      }
    }
    return numbers;
  }

  private static String device(String name) {
    return "/dev/" + name.replace('!', '/');
  }
}
