package io.tuner.resources;

import io.tuner.format.HugePageSize;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Huge pages of one size. A pool is named {@code hugepages-2048kB}, that of a NUMA node {@code
 * node0/hugepages-2048kB}; the pool of the default size is {@code vm.nr_hugepages} as well, which
 * is one more name of the same number, told so that a task that sets it is seen to be another
 * master.
 *
 * @param live pages that stay, by pool: those that the kernel gave out beyond its number (surplus)
 *     are not counted
 * @param persistent what our files say, by setting below /proc/sys or path below /sys
 * @param around what else was found
 */
record HugePagesState(
    Map<String, Long> live, Map<String, String> persistent, @Context Around around) {

  static final String SETTING = "vm.nr_hugepages";

  /**
   * What is not compared.
   *
   * @param size of the pages in bytes; 0 where the kernel has none at all
   * @param standard the default size in bytes
   * @param pools pages of all sizes, by directory
   * @param free pages of this size that nobody has
   * @param reserved those of them that are promised to somebody
   * @param ram bytes, by node, with the whole under the empty name
   * @param available bytes that can be had without swapping; negative where the kernel does not say
   * @param sysctl our file of settings as it is
   * @param tmpfiles our file of attributes as it is
   */
  record Around(
      long size,
      long standard,
      Map<String, Long> pools,
      long free,
      long reserved,
      Map<String, Long> ram,
      long available,
      Optional<String> sysctl,
      Optional<String> tmpfiles) {

    HugePageSize pageSize() {
      return new HugePageSize(size);
    }

    /** All sizes that the kernel has. */
    TreeSet<HugePageSize> sizes() {
      TreeSet<HugePageSize> sizes = new TreeSet<>();
      pools.keySet().forEach(n -> HugePageSize.ofDirectory(n).ifPresent(sizes::add));
      return sizes;
    }

    private Around with(Optional<String> newSysctl, Optional<String> newTmpfiles) {
      return new Around(
          size, standard, pools, free, reserved, ram, available, newSysctl, newTmpfiles);
    }
  }

  /** The pool of a size, or that of a node. */
  static String pool(HugePageSize size, Optional<String> node) {
    return node.map(number -> "node" + number + "/").orElse("") + size.directory();
  }

  /** Where the kernel has the number of pages of a pool. */
  static String path(String pool) {
    String directory =
        pool.startsWith("node")
            ? "/sys/devices/system/node/" + pool.replace("/", "/hugepages/")
            : "/sys/kernel/mm/hugepages/" + pool;
    return directory + "/nr_hugepages";
  }

  /** The file that keeps a key of {@link #persistent}. */
  static OwnFile keeper(String key) {
    return key.startsWith("/") ? OwnFile.TMPFILES : OwnFile.SYSCTL;
  }

  /** The pages of this size on the whole host. */
  long total() {
    return live.getOrDefault(pool(around.pageSize(), Optional.empty()), 0L);
  }

  /** This state with other values, and our files as they will be with them. */
  HugePagesState with(Map<String, Long> newLive, Map<String, String> newPersistent)
      throws Unsupported {
    HugePagesState changed = new HugePagesState(newLive, newPersistent, around);
    Around edited =
        around.with(
            OwnFile.SYSCTL.edited(around.sysctl, settings(), changed.settings()),
            OwnFile.TMPFILES.edited(around.tmpfiles, attributes(), changed.attributes()));
    return new HugePagesState(newLive, newPersistent, edited);
  }

  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(persistent);
    settings.keySet().removeIf(key -> keeper(key) != OwnFile.SYSCTL);
    return settings;
  }

  Map<String, String> attributes() {
    Map<String, String> attributes = new LinkedHashMap<>(persistent);
    attributes.keySet().removeIf(key -> keeper(key) != OwnFile.TMPFILES);
    return attributes;
  }

  /**
   * The knobs of the pools that a task sets; the numbers of nodes follow where it sets the whole.
   */
  Map<String, Knob> knobs(boolean nodes) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      String name = Leaves.within(leaf);
      if (Leaves.aspect(leaf).equals("persistent")) {
        knobs.put(leaf, Knob.of((name.startsWith("/") ? "tmpfiles:" : "sysctl.d:") + name));
      } else if (name.equals(SETTING)) {
        knobs.put(leaf, Knob.of("/proc/sys/vm/nr_hugepages"));
      } else if (nodes || !name.startsWith("node")) {
        knobs.put(leaf, Knob.of(path(name)));
      }
    }
    return knobs;
  }
}
