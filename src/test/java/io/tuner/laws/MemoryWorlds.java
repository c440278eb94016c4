package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Hosts whose memory is tuned. An attribute of the kernel is a plain file here, which keeps what is
 * written to it: that other attributes move along with it is left to transcripts and real kernels.
 */
final class MemoryWorlds {

  private static final String OWN = "/etc/tmpfiles.d/00-tuner.conf";
  private static final String NODES = "/sys/devices/system/node/";
  private static final String TRANSPARENT = "/sys/kernel/mm/transparent_hugepage/";

  private MemoryWorlds() {}

  static World transparentHugePages(Random random) {
    World world = new World();
    // A plain file keeps no brackets: it has one value, and takes any.
    world.file(TRANSPARENT + "enabled", pick(random, "always", "madvise", "never") + "\n");
    world.file(TRANSPARENT + "defrag", pick(random, "madvise", "never") + "\n");
    world.file(TRANSPARENT + "khugepaged/defrag", random.nextInt(2) + "\n");
    if (random.nextBoolean()) {
      String other = pick(random, TRANSPARENT + "enabled", "/sys/kernel/mm/ksm/run");
      world.file(OWN, "# by hand\nw  " + other + " - - - -  never\n");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("enabled", pick(random, "always", "madvise", "never"));
    if (random.nextBoolean()) {
      parameters.put("defrag", pick(random, "defer+madvise", "never"));
    }
    if (random.nextBoolean()) {
      parameters.put("khugepaged_defrag", random.nextBoolean());
    }
    parameters.put("persist", random.nextInt(4) != 0);
    return world.task("transparent_huge_pages", parameters);
  }

  /** Numbers of nodes on a host that has some, or the whole on a host without NUMA. */
  static World hugePages(Random random) {
    World world = new World();
    world.file("/proc/meminfo", "MemTotal: 33554432 kB\nHugepagesize:     2048 kB\n");
    String size = pick(random, "", "2M", "1G");
    long most = size.equals("1G") ? 8 : 4096;
    for (String pool : new String[] {"hugepages-2048kB", "hugepages-1048576kB"}) {
      pool(world, "/sys/kernel/mm/hugepages/" + pool, pool.contains("2048kB") ? 3 : 1);
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    if (!size.isEmpty()) {
      parameters.put("size", size);
    }
    if (random.nextBoolean()) {
      for (String pool : new String[] {"hugepages-2048kB", "hugepages-1048576kB"}) {
        for (String node : new String[] {"node0", "node1"}) {
          pool(world, NODES + node + "/hugepages/" + pool, random.nextInt(3));
        }
      }
      Map<String, Object> nodes = new LinkedHashMap<>();
      nodes.put("1", random.nextLong(most));
      if (random.nextBoolean()) {
        nodes.put("0", pick(random, "0", "2G"));
      }
      parameters.put("nodes", nodes);
    } else {
      String way = pick(random, "count", "memory", "percent");
      parameters.put(
          way,
          switch (way) {
            case "count" -> pick(random, "", ">= ", "<= ") + random.nextLong(most);
            case "memory" -> pick(random, "3G", "1025M", "0");
            default -> 1 + random.nextInt(50);
          });
    }
    if (random.nextBoolean()) {
      world.file("/etc/sysctl.d/99-tuner.conf", "# ours\nvm.nr_hugepages = 5\nkernel.other = 1");
    }
    if (random.nextBoolean()) {
      world.file(OWN, "# by hand\nw " + NODES + "node1/hugepages/x - - - - 7\n");
    }
    boolean later = random.nextInt(4) == 0;
    parameters.put("reserve", later ? "boot" : "now");
    parameters.put("persist", later || random.nextInt(4) != 0);
    return world.task("huge_pages", parameters).boot(MemoryWorlds::boot);
  }

  private static void pool(World world, String directory, int pages) {
    world.file(directory + "/nr_hugepages", pages + "\n");
    world.file(directory + "/surplus_hugepages", "0\n");
    world.file(directory + "/free_hugepages", pages + "\n");
  }

  /** What systemd-sysctl and systemd-tmpfiles write. */
  private static void boot(Path root) throws IOException {
    for (String line : lines(root.resolve("etc/sysctl.d/99-tuner.conf"))) {
      if (line.startsWith("vm.nr_hugepages")) {
        Path whole = root.resolve("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");
        Files.writeString(whole, line.replaceFirst(".*= *", "") + "\n");
      }
    }
    for (String line : lines(root.resolve(OWN.substring(1)))) {
      Path path = root.resolve(line.startsWith("w /") ? line.split(" ")[1].substring(1) : "none");
      if (Files.exists(path)) {
        Files.writeString(path, line.replaceFirst(".* - - - - ", "") + "\n");
      }
    }
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
