package io.tuner.laws;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * How a world is generated, for every resource type.
 *
 * <p>An attribute of the kernel is a plain file here, which keeps what is written to it and resets
 * nothing. So the disks of these worlds have the one scheduler `none`, and what a change of
 * scheduler does is left to transcripts and to real hosts.
 */
final class Worlds {

  static final Map<String, World.Maker> BY_TYPE = new TreeMap<>();

  static {
    BY_TYPE.put("block_queue", Worlds::blockQueue);
    BY_TYPE.put("command", Worlds::command);
    BY_TYPE.put("config_option", Worlds::configOption);
    BY_TYPE.put("cpu_frequency", CpuWorlds::frequency);
    BY_TYPE.put("ethtool_channels", InterfaceWorlds::channels);
    BY_TYPE.put("ethtool_coalesce", InterfaceWorlds::coalesce);
    BY_TYPE.put("ethtool_features", InterfaceWorlds::features);
    BY_TYPE.put("ethtool_ring", InterfaceWorlds::ring);
    BY_TYPE.put("file", Worlds::file);
    BY_TYPE.put("huge_pages", MemoryWorlds::hugePages);
    BY_TYPE.put("irq_affinity", AffinityWorlds::interrupts);
    BY_TYPE.put("kernel_cmdline", BootWorlds::make);
    BY_TYPE.put("kernel_module", ModuleWorlds::make);
    BY_TYPE.put("ld_preload", AffinityWorlds::preload);
    BY_TYPE.put("limits", Worlds::limits);
    BY_TYPE.put("link", InterfaceWorlds::link);
    BY_TYPE.put("mount", MountWorlds::make);
    BY_TYPE.put("nodeos_state", NodeosWorlds::make);
    BY_TYPE.put("oceanbase_parameter", OceanbaseWorlds::make);
    BY_TYPE.put("package", PackageWorlds::make);
    BY_TYPE.put("process_affinity", AffinityWorlds::process);
    BY_TYPE.put("redfish_bios", FirmwareWorlds::redfish);
    BY_TYPE.put("service", SystemdWorlds::service);
    BY_TYPE.put("storcli_cache", FirmwareWorlds::storcli);
    BY_TYPE.put("swap", SwapWorlds::make);
    BY_TYPE.put("sysctl", Worlds::sysctl);
    BY_TYPE.put("sysfs", Worlds::sysfs);
    BY_TYPE.put("systemd_unit", SystemdWorlds::unit);
    BY_TYPE.put("template", Worlds::template);
    BY_TYPE.put("transparent_huge_pages", MemoryWorlds::transparentHugePages);
    BY_TYPE.put("tuned_profile", TunedWorlds::make);
  }

  private Worlds() {}

  private static World sysctl(Random random) {
    World world = new World();
    List<String> keys = List.of("vm.swappiness", "vm.dirty_ratio", "net.core.somaxconn");
    Map<String, Object> settings = new LinkedHashMap<>();
    for (String key : keys) {
      world.file("/proc/sys/" + key.replace('.', '/'), random.nextInt(1000) + "\n");
      if (random.nextBoolean()) {
        String bound = random.nextInt(4) == 0 ? ">= " : "";
        settings.put(key, bound + random.nextInt(1000));
      }
    }
    world.file("/proc/sys/vm/dirty_bytes", "0\n");
    settings.putIfAbsent("vm.swappiness", "7");
    if (random.nextBoolean()) {
      world.file("/etc/sysctl.d/99-tuner.conf", "# ours\nvm.swappiness = 3\nkernel.other = 1");
    }
    if (random.nextBoolean()) {
      world.file("/etc/sysctl.d/10-other.conf", "vm.swappiness=" + random.nextInt(100) + "\n");
    }
    boolean persist = random.nextInt(4) != 0;
    return world.task("sysctl", Map.of("settings", settings, "persist", persist));
  }

  private static World limits(Random random) {
    World world = new World().file("/proc/sys/fs/nr_open", "1048576\n");
    world.file("/etc/pam.d/sshd", "session required pam_limits.so\n");
    if (random.nextBoolean()) {
      String value = pick(random, "1024", "unlimited", "-1", "65536");
      world.file("/etc/security/limits.conf", "mysql - nofile " + value + "\n* soft core 0");
    }
    if (random.nextBoolean()) {
      world.file(
          "/etc/security/limits.d/99-tuner.conf",
          "# ours\n" + pick(random, "mysql - nproc 5\n", "") + "oracle hard nproc 7",
          pick(random, "rw-r--r--", "rw-r-----"));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("domain", pick(random, "mysql", "@dba"));
    parameters.put("both", Map.of("nofile", pick(random, ">= ", "<= ", "") + 65536));
    parameters.put("soft", Map.of("nproc", pick(random, "5", "infinity")));
    return world.task("limits", parameters);
  }

  private static World sysfs(Random random) {
    World world = new World();
    String path = "/sys/kernel/mm/ksm/" + pick(random, "run", "pages_to_scan");
    world.file(path, random.nextInt(3) + "\n");
    if (random.nextBoolean()) {
      String other = pick(random, path, "/sys/kernel/mm/lru_gen/min_ttl_ms");
      world.file("/etc/tmpfiles.d/00-tuner.conf", "# by hand\nw  " + other + " - - - -  1\n");
    }
    String value = pick(random, "", ">= ", "<= ") + random.nextInt(3);
    boolean persist = random.nextInt(4) != 0;
    return world.task("sysfs", Map.of("path", path, "value", value, "persist", persist));
  }

  private static World blockQueue(Random random) {
    World world = new World().file("/proc/cmdline", "root=/dev/sda1 ro\n");
    int number = 0;
    for (String disk : List.of("sda", "sdb", "nvme0n1")) {
      String queue = "/sys/block/" + disk + "/queue/";
      world.file("/sys/block/" + disk + "/dev", "8:" + number + "\n");
      world.file(queue + "scheduler", "none\n");
      world.file(queue + "nr_requests", pick(random, "64", "256") + "\n");
      world.file(queue + "rq_affinity", random.nextInt(3) + "\n");
      world.file(queue + "read_ahead_kb", pick(random, "128", "4096") + "\n");
      String serial = pick(random, "E:ID_SERIAL=same\n", "E:ID_SERIAL=own" + number + "\n", "");
      world.file("/run/udev/data/b8:" + number, serial);
      number++;
    }
    world.link("/dev/disk/by-id/wwn-1", "../../sdb").file("/dev/sdb", "");
    if (random.nextBoolean()) {
      world.file(
          "/etc/udev/rules.d/99-tuner-block.rules",
          "# by hand\nACTION==\"add\", KERNEL==\"sdb\", ATTR{queue/rq_affinity}=\"1\"\n");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("devices", pick(random, "sd*", "*", "/dev/disk/by-id/wwn-1", "nvme0n1"));
    parameters.put("rq_affinity", "2");
    if (random.nextBoolean()) {
      parameters.put("scheduler", "none");
    }
    parameters.put("nr_requests", pick(random, ">= 128", "256"));
    parameters.put("read_ahead_kb", "<= 1024");
    parameters.put("persist", random.nextInt(4) != 0);
    return world.task("block_queue", parameters);
  }

  private static World file(Random random) {
    World world = new World();
    String dest = pick(random, "/etc/a.conf", "/etc/new/deep/a.conf", "/etc/link.conf");
    world.file("/etc/a.conf", text(random), pick(random, "rw-r--r--", "rw-------", "rwxr-x---"));
    world.link("/etc/link.conf", pick(random, "a.conf", "/etc/a.conf"));
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("dest", dest);
    int kind = random.nextInt(5);
    if (kind == 0) {
      parameters.put("state", "absent");
    } else if (kind == 1 && !dest.equals("/etc/a.conf")) {
      parameters.put("dest", "/etc/made/directory");
      parameters.put("state", "directory");
      parameters.put("mode", "0750");
    } else {
      parameters.put("content", text(random));
      if (random.nextBoolean()) {
        parameters.put("mode", pick(random, "0600", "0644", "0755"));
      }
    }
    return world.task("file", parameters);
  }

  private static World template(Random random) {
    World world = new World();
    if (random.nextBoolean()) {
      world.file("/etc/t.conf", text(random), pick(random, "rw-r--r--", "rw-r-----"));
    }
    return world.task(
        "template", Map.of("src", text(random), "dest", "/etc/t.conf", "mode", "0640"));
  }

  private static World configOption(Random random) {
    World world = new World();
    String end = pick(random, "\n", "\r\n");
    world.file(
        "/etc/app.ini",
        String.join(
            end,
            "; a file",
            "",
            "[one]",
            "#size = 3",
            "name=x y",
            pick(random, "size = 5", "other=1"),
            "",
            "[two]",
            "size=9" + pick(random, "", end)));
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("path", "/etc/app.ini");
    parameters.put("section", pick(random, "one", "two", "three"));
    parameters.put("option", pick(random, "size", "name"));
    if (random.nextInt(3) == 0) {
      parameters.put("state", "absent");
    } else {
      parameters.put("value", pick(random, "5", "a b", "x=y", "$(reboot)"));
    }
    return world.task("config_option", parameters);
  }

  private static World command(Random random) {
    World world = new World().file("/etc/made.from", "x\n");
    if (random.nextInt(3) == 0) {
      world.file("/etc/made", "x\n");
    }
    return world.task(
        "command",
        Map.of(
            "run", "cp \"$R/etc/made.from\" \"$R/etc/made\"",
            "creates", "/etc/made",
            "rollback", "rm \"$R/etc/made\""));
  }

  static String pick(Random random, String... words) {
    return words[random.nextInt(words.length)];
  }

  static String text(Random random) {
    return pick(
        random,
        "",
        "one line\n",
        "no end",
        "quotes ' \" and $(reboot) `x` ; \\ \t\n\n",
        "\u00e4\u4e2d\n");
  }
}
