package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Hosts with a model of mount(8) and of the kernel's table of mounts. */
final class MountWorlds {

  private static final String POINT = "/data/1";
  private static final String DEVICES = "/run/mount/model/";

  private MountWorlds() {}

  static World make(Random random) {
    World world = new World().tools("mount", "umount", "findmnt", "ls", "systemctl");
    world.file("/proc/self/mountinfo", "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n");
    world.file("/proc/meminfo", "MemTotal:       1024000 kB\nMemFree:         1000 kB\n");
    world.file("/proc/1/comm", pick(random, "systemd\n", "init\n"));
    device(world, "sdb1", "8:17", "xfs");
    device(world, "sdc1", "8:33", "ext4");
    world.link("/dev/disk/by-uuid/0a34", "../../sdb1");
    world.file("/data/other", "").file("/dev/sda1", "");
    String mounted = pick(random, "", "", "xfs", "ext4", "tmpfs");
    if (!mounted.isEmpty() || random.nextBoolean()) {
      world.file(POINT + "/below", "hidden by what is mounted\n");
    }
    String options = pick(random, "rw", "noatime", "ro,nosuid");
    if (mounted.equals("tmpfs")) {
      world.past("mount", "-t", "tmpfs", "-o", options + ",size=64m", "tmpfs", POINT);
    } else if (!mounted.isEmpty()) {
      String device = mounted.equals("xfs") ? "/dev/sdb1" : "/dev/sdc1";
      world.past("mount", "-t", mounted, "-o", options, device, POINT);
    }
    if (random.nextInt(4) != 0) {
      fstab(random, world);
    }
    Map<String, Object> parameters = parameters(random);
    boolean stays = parameters.get("state").equals("present");
    boolean memory = "tmpfs".equals(parameters.get("fstype"));
    boolean resized = parameters.get("state").equals("mounted") && memory;
    if (mounted.equals("tmpfs") && random.nextBoolean()) {
      world.past(root -> Files.writeString(root.resolve("data/1/in-memory"), "x"));
      if (!stays && !resized) {
        world.lasts(POINT + "/in-memory");
      }
    }
    return world.task("mount", parameters);
  }

  private static void device(World world, String name, String number, String type) {
    world.file("/dev/" + name, "").file("/sys/class/block/" + name + "/dev", number + "\n");
    world.file(DEVICES + name + ".type", type + "\n");
    world.file(DEVICES + name + "/on-" + name, "what the device holds\n");
  }

  private static void fstab(Random random, World world) {
    String line =
        pick(
            random,
            "",
            "/dev/sdb1\t/data/1  xfs\tnofail,noatime 0 0 # data\n",
            "UUID=0a34 /data/1 xfs defaults\n",
            "/dev/sdc1 /data/1/ ext4 noauto 0 2\n");
    String end = pick(random, "#end", "\ttmpfs /tmp tmpfs size=1g 0 0\n");
    world.file(
        "/etc/fstab",
        "# boot\n/dev/sda1 / ext4 defaults 0 1\n" + line + end,
        pick(random, "rw-r--r--", "rw-rw-r--"));
    world.file("/tmp/.keep", "");
  }

  private static Map<String, Object> parameters(Random random) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("path", POINT);
    parameters.put("state", pick(random, "mounted", "mounted", "present", "unmounted", "absent"));
    parameters.put("options", pick(random, "defaults", "noatime,nofail", "ro,nofail", "nodev"));
    if (random.nextInt(3) == 0) {
      parameters.put("source", "tmpfs");
      parameters.put("fstype", "tmpfs");
      parameters.put("size", pick(random, "32m", "1G", "25%"));
    } else {
      parameters.put("source", pick(random, "/dev/sdb1", "UUID=0a34"));
      parameters.put("fstype", "xfs");
    }
    // Without it a tmpfs that holds files is refused, which is no law's matter.
    parameters.put("discard", true);
    return parameters;
  }
}
