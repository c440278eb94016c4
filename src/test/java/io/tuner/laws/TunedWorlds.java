package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Hosts with a model of TuneD. */
final class TunedWorlds {

  private TunedWorlds() {}

  static World make(Random random) {
    World world = new World().tools("tuned-adm");
    String top = pick(random, "/usr/lib/tuned/", "/usr/lib/tuned/profiles/");
    world.file(
        top + "parent/tuned.conf",
        "[main]\nsummary=parent\n\n[bootloader]\ncmdline_parent=skew_tick=1 tsc=reliable\n");
    world.file(
        top + "cores/tuned.conf",
        "[main]\nsummary=isolates\ninclude=parent, -local\n\n[variables]\n"
            + "include=/etc/tuned/cores-variables.conf\n\n[scheduler]\n"
            + "isolated_cores=${isolated_cores}\nps_blacklist=^kept$\n\n"
            + "[bootloader]\ncmdline_cores=+nohz_full=${isolated_cores} nohz=on\n");
    world.file(top + "plain/tuned.conf", "[sysctl]\nvm.swappiness=${swappiness}\n");
    world.file("/etc/tuned/cores-variables.conf", "# Examples: 2-7\n\nisolated_cores=2-3\n");
    world.file("/run/tuned/tuned.pid", "812\n").file("/sys/devices/system/cpu/online", "0-7\n");
    world.file("/proc/cmdline", pick(random, "ro\n", "ro skew_tick=1\n", "ro nohz=on\n"));
    if (random.nextInt(4) != 0) {
      world.file("/etc/grub.d/00_tuned", "#!/bin/sh\n", "rwxr-xr-x");
      world.file("/etc/tuned/bootcmdline", "TUNED_BOOT_CMDLINE=\"\"\nTUNED_BOOT_INITRD_ADD=\"\"\n");
    }
    world.file("/etc/tuned/active_profile", "").file("/etc/tuned/profile_mode", "auto\n");
    if (random.nextInt(3) != 0) {
      world.past("tuned-adm", "profile", pick(random, "parent", "cores", "plain"));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    boolean plain = random.nextInt(4) == 0;
    parameters.put("profile", plain ? "plain" : "cores");
    if (plain) {
      parameters.put("variables", Map.of("swappiness", "7"));
    } else if (random.nextInt(3) != 0) {
      parameters.put("variables", Map.of("isolated_cores", pick(random, "2-3", "2,3", "4-7")));
    }
    if (random.nextBoolean()) {
      parameters.put("cmdline_remove", List.of(pick(random, "skew_tick", "skew_tick=1")));
    }
    if (random.nextBoolean()) {
      parameters.put("exclude_processes", List.of("observer", "a.long-name-of-a-process"));
    }
    if (random.nextInt(3) == 0) {
      parameters.put("exclude_interrupts", List.of("eth0"));
    }
    return world.task("tuned_profile", parameters).boot(TunedWorlds::boot);
  }

  /** GRUB gives the kernel what TuneD left for it; the words the host had before are GRUB's own. */
  private static void boot(Path root) throws IOException {
    Path words = root.resolve("etc/tuned/bootcmdline");
    if (Files.exists(words)) {
      String added = Files.readString(words).split("\"")[1];
      Files.writeString(root.resolve("proc/cmdline"), "ro " + added + "\n");
    }
  }
}
