package io.tuner.resources;

import io.tuner.format.HugePageSize;
import io.tuner.format.Meminfo;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.ByteSize;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How huge pages are read. What a kernel calls {@code nr_hugepages} below /sys counts surplus pages
 * as well, which it gave out beyond the number and takes back; those are left out here.
 *
 * @param wanted the size; the kernel's default where it is empty
 * @param nodes numbers of the NUMA nodes that a task sets; where empty it sets the whole
 * @param persist whether our files are read as well
 */
record HugePagesReader(Optional<ByteSize> wanted, Collection<String> nodes, boolean persist) {

  private static final String MEMORY = "/proc/meminfo";
  private static final String NODE_MEMORY = "/sys/devices/system/node/node*/meminfo";
  private static final String POOLS = "/sys/kernel/mm/hugepages/hugepages-*/";
  private static final String NODE_POOLS = "/sys/devices/system/node/node*/hugepages/hugepages-*/";
  private static final String NUMBER = "nr_hugepages";
  private static final String SURPLUS = "surplus_hugepages";

  Probe probe() {
    Probe probe = Probe.NOTHING.file(MEMORY).glob(NODE_MEMORY);
    for (String pools : new String[] {POOLS, NODE_POOLS}) {
      probe = probe.glob(pools + NUMBER).glob(pools + SURPLUS);
    }
    probe = probe.glob(POOLS + "free_hugepages").glob(POOLS + "resv_hugepages");
    return persist ? probe.file(OwnFile.SYSCTL.path()).file(OwnFile.TMPFILES.path()) : probe;
  }

  HugePagesState parse(Readings readings) throws ProbeFailed {
    Meminfo memory = Meminfo.parse(readings.text(MEMORY).orElse(""));
    long standard = memory.bytes("Hugepagesize").orElse(0);
    HugePageSize size = new HugePageSize(wanted.map(ByteSize::bytes).orElse(standard));
    Map<String, Long> pools = numbers(readings, POOLS, NUMBER);
    Map<String, Long> ram = new TreeMap<>();
    ram.put("", memory.bytes("MemTotal").orElse(0));
    for (Map.Entry<String, Reading<Content>> file : readings.glob(NODE_MEMORY).entrySet()) {
      Optional<Content> text = file.getValue().known(file.getKey());
      Meminfo node = Meminfo.parse(text.map(Readings::decode).orElse(""));
      ram.put(number(file.getKey()), node.bytes("MemTotal").orElse(0));
    }
    Map<String, Long> live = live(readings, size, standard);
    Optional<String> sysctl = text(readings, OwnFile.SYSCTL);
    Optional<String> tmpfiles = text(readings, OwnFile.TMPFILES);
    Set<String> keys = keys(size, standard);
    Map<String, String> persistent = new LinkedHashMap<>(OwnFile.SYSCTL.values(sysctl, keys));
    persistent.putAll(OwnFile.TMPFILES.values(tmpfiles, keys));
    return new HugePagesState(
        live,
        persistent,
        new HugePagesState.Around(
            size.bytes(),
            standard,
            pools,
            numbers(readings, POOLS, "free_hugepages").getOrDefault(size.directory(), 0L),
            numbers(readings, POOLS, "resv_hugepages").getOrDefault(size.directory(), 0L),
            ram,
            memory.bytes("MemAvailable").orElse(-1),
            sysctl,
            tmpfiles));
  }

  private Map<String, Long> live(Readings readings, HugePageSize size, long standard)
      throws ProbeFailed {
    Map<String, Long> live = new LinkedHashMap<>();
    Map<String, Long> ofNodes = own(readings, NODE_POOLS);
    ofNodes.keySet().removeIf(pool -> !pool.endsWith("/" + size.directory()));
    boolean all = true;
    for (Map.Entry<String, Long> pool : ofNodes.entrySet()) {
      boolean named = nodes.contains(number("/" + pool.getKey()));
      all &= named || nodes.isEmpty();
      if (named || nodes.isEmpty() && ofNodes.size() > 1) {
        live.put(pool.getKey(), pool.getValue());
      }
    }
    // A task of some nodes leaves the others, and so the whole, to other tasks.
    Optional<Long> whole =
        nodes.isEmpty()
            ? Optional.ofNullable(own(readings, POOLS).get(size.directory()))
            : Optional.of(live.values().stream().mapToLong(Long::longValue).sum())
                .filter(sum -> !live.isEmpty());
    if (all && whole.isPresent()) {
      live.put(size.directory(), whole.get());
      if (size.bytes() == standard) {
        live.put(HugePagesState.SETTING, whole.get());
      }
    }
    return live;
  }

  private Set<String> keys(HugePageSize size, long standard) {
    Set<String> keys = new LinkedHashSet<>();
    nodes.forEach(
        node -> keys.add(HugePagesState.path(HugePagesState.pool(size, Optional.of(node)))));
    if (nodes.isEmpty()) {
      String path = HugePagesState.path(HugePagesState.pool(size, Optional.empty()));
      keys.add(size.bytes() == standard ? HugePagesState.SETTING : path);
    }
    return keys;
  }

  private static Map<String, Long> own(Readings readings, String pools) throws ProbeFailed {
    Map<String, Long> numbers = numbers(readings, pools, NUMBER);
    Map<String, Long> surplus = numbers(readings, pools, SURPLUS);
    numbers.replaceAll((pool, number) -> number - surplus.getOrDefault(pool, 0L));
    return numbers;
  }

  /** An attribute of all pools, by the pool's name. */
  private static Map<String, Long> numbers(Readings readings, String pools, String attribute)
      throws ProbeFailed {
    Map<String, Long> numbers = new TreeMap<>();
    for (Map.Entry<String, Reading<Content>> file : readings.glob(pools + attribute).entrySet()) {
      String[] path = file.getKey().split("/");
      String pool = path[path.length - 2];
      String text = file.getValue().known(file.getKey()).map(Readings::decode).orElse("").strip();
      if (!text.matches("[0-9]{1,18}")) {
        throw new ProbeFailed(file.getKey() + " is no number: `" + text + "`");
      }
      boolean ofNode =
          path[path.length - 3].equals("hugepages") && path[path.length - 4].startsWith("node");
      numbers.put(ofNode ? path[path.length - 4] + "/" + pool : pool, Long.parseLong(text));
    }
    return numbers;
  }

  /** The number of the node whose file that is. */
  private static String number(String path) {
    return path.replaceFirst(".*/node([0-9]+)/.*", "$1");
  }

  private Optional<String> text(Readings readings, OwnFile file) throws ProbeFailed {
    return persist ? readings.text(file.path()) : Optional.empty();
  }
}
