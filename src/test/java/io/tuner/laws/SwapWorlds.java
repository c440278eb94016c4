package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Hosts with models of the tools that make and use swap space. */
final class SwapWorlds {

  private static final String[] TOOLS = {
    "blkid",
    "mkswap",
    "swapon",
    "swapoff",
    "wipefs",
    "fallocate",
    "dd",
    "df",
    "rm",
    "findmnt",
    "systemctl"
  };

  private static final String HEADING = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";

  private SwapWorlds() {}

  static World make(Random random) {
    World world = new World().tools(TOOLS);
    String fstype = pick(random, "ext4", "xfs", "ext3");
    world.file(
        "/proc/self/mountinfo",
        "22 1 8:1 / / rw,relatime shared:1 - " + fstype + " /dev/sda1 rw\n");
    world.file("/proc/meminfo", "MemTotal:       1024000 kB\nMemAvailable:     1000 kB\n");
    world.file("/proc/sys/kernel/osrelease", pick(random, "6.1.0", "3.10.0-1160.el7") + "\n");
    world.file("/proc/1/comm", pick(random, "systemd\n", "init\n"));
    world.file("/proc/swaps", HEADING + pick(random, "", "/dev/sdc1 partition 1020 512 -2\n"));
    world.file("/run/free", "4096\n").file("/dev/sda1", "").file("/dev/sdc1", "");
    fstab(random, world);
    return random.nextInt(3) == 0 ? device(random, world) : file(random, world);
  }

  private static void fstab(Random random, World world) {
    String line =
        pick(
            random,
            "",
            "/data/swap\tnone  swap\tsw,pri=3 0 0 # data\n",
            "/dev/sdb swap swap noauto\n/data/swap none swap defaults\n");
    world.file(
        "/etc/fstab",
        "/dev/sdc1 none swap sw 0 0\n" + line + pick(random, "#end", "/dev/sda1 / ext4\n"),
        pick(random, "rw-r--r--", "rw-rw-r--"));
  }

  private static World file(Random random, World world) {
    world.file("/data/other", "");
    if (random.nextBoolean()) {
      String zeros = "\0".repeat(random.nextBoolean() ? 1 << 20 : 2 << 20);
      world.file("/data/swap", zeros, "rw-------");
      world.past("mkswap", "/data/swap");
      use(random, world, "/data/swap");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("file", "/data/swap");
    parameters.put("state", pick(random, "on", "on", "on", "off", "absent"));
    if (parameters.get("state").equals("on")) {
      parameters.put("size", pick(random, "1M", "2M", "3M"));
      priority(random, parameters);
    }
    return world.task("swap", parameters);
  }

  private static World device(Random random, World world) {
    world.link("/dev/disk/by-id/wwn-1", "../../sdb");
    boolean foreign = random.nextInt(3) == 0;
    String begin = foreign ? "xfs:" : "\0\0\0\0";
    world.file("/dev/sdb", begin + "\0".repeat((1 << 20) - 4));
    boolean swap = !foreign && random.nextBoolean();
    if (swap) {
      world.past("mkswap", "/dev/sdb");
      use(random, world, "/dev/sdb");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("device", pick(random, "/dev/sdb", "/dev/disk/by-id/wwn-1"));
    parameters.put("state", pick(random, "on", "on", "off"));
    if (parameters.get("state").equals("on")) {
      priority(random, parameters);
      parameters.put("discard", foreign);
      if (foreign) {
        world.lasts("/dev/sdb");
      }
    }
    return world.task("swap", parameters);
  }

  private static void use(Random random, World world, String path) {
    if (random.nextBoolean()) {
      world.past("swapon", "-p", pick(random, "0", "5"), path);
    } else if (random.nextBoolean()) {
      world.past("swapon", path);
    }
  }

  private static void priority(Random random, Map<String, Object> parameters) {
    if (random.nextBoolean()) {
      parameters.put("priority", pick(random, "0", "5", "7"));
    }
  }
}
