package io.tuner.laws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Hosts that boot in the ways there are, with models of what generates their entries. */
final class BootWorlds {

  private static final List<String> CONFIGURATIONS =
      List.of("boot/grub/grub.cfg", "boot/efi/EFI/centos/grub.cfg", "boot/grub2/grub.cfg");

  private BootWorlds() {}

  static World make(Random random) {
    World world = new World();
    String all = words(random, "console=tty0 ");
    String later = words(random, "quiet ");
    world.file(
        "/etc/default/grub",
        "# defaults\nGRUB_TIMEOUT=1\nGRUB_CMDLINE_LINUX=\""
            + all
            + "\" # all\n"
            + "GRUB_CMDLINE_LINUX_DEFAULT='"
            + later
            + "'\n");
    int kind = random.nextInt(3);
    switch (kind) {
      case 0 -> debian(world, random);
      case 1 -> generated(world, random);
      default -> entries(world, random, all);
    }
    world.file(
        "/proc/cmdline", "BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro " + words(random, "") + "\n");
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("absent", Worlds.pick(random, "skew_tick", "skew_tick=1", "nohz"));
    parameters.put(
        "present", Worlds.pick(random, "pci=pcie_bus_perf", "console=ttyS0", "mitigations=off"));
    if (random.nextBoolean()) {
      parameters.put("replace", Map.of("crashkernel", "1G"));
    }
    return world.task("kernel_cmdline", parameters).boot(BootWorlds::boot);
  }

  private static String words(Random random, String first) {
    StringBuilder words = new StringBuilder(first);
    for (String word :
        new String[] {"skew_tick=1", "nohz=on", "crashkernel=auto", "mitigations=off"}) {
      if (random.nextInt(3) == 0) {
        words.append(word).append(' ');
      }
    }
    return words.toString().strip();
  }

  private static void debian(World world, Random random) {
    world.tool("/usr/sbin/update-grub", World.model("update-grub"));
    world.tool("/usr/sbin/grub-mkconfig", World.model("grub2-mkconfig"));
    if (random.nextBoolean()) {
      world.file(
          "/etc/default/grub.d/50-cloud.cfg",
          Worlds.pick(
              random,
              "GRUB_CMDLINE_LINUX_DEFAULT=\"$GRUB_CMDLINE_LINUX_DEFAULT console=ttyS0\"\n",
              "GRUB_CMDLINE_LINUX='crashkernel=192M'\n",
              "GRUB_TIMEOUT=0\n"));
    }
    world.file("/boot/grub/fonts", "");
    kernels(world, random);
    world.past("update-grub");
  }

  private static void generated(World world, Random random) {
    world.tool("/usr/sbin/grub2-mkconfig", World.model("grub2-mkconfig"));
    String config = "/boot/grub2/grub.cfg";
    if (random.nextBoolean()) {
      config = "/boot/efi/EFI/centos/grub.cfg";
      world.file("/sys/firmware/efi/runtime", "0x1\n").file("/boot/efi/EFI/centos/fonts", "");
    } else {
      world.file("/boot/grub2/fonts", "");
    }
    kernels(world, random);
    world.past("grub2-mkconfig", "-o", config);
  }

  private static void kernels(World world, Random random) {
    world.file("/boot/vmlinuz-5.10.0-9", "");
    if (random.nextBoolean()) {
      world.file("/boot/vmlinuz-5.10.0-21", "");
    }
  }

  private static void entries(World world, Random random, String all) {
    boolean indirect = random.nextBoolean();
    String kernelopts = "root=/dev/sda1 ro " + all;
    String environment =
        "# GRUB Environment Block\nsaved_entry=a\nkernelopts=" + kernelopts + " \n";
    world.file("/boot/grub2/grub.cfg", "insmod blscfg\nblscfg\n");
    world.file("/boot/grub2/grubenv", environment + "#".repeat(1024 - environment.length()));
    for (String entry : new String[] {"a-5.1", "a-5.2", "a-0-rescue"}) {
      String options = indirect ? "$kernelopts $tuned_params" : "root=/dev/sda1 ro " + all;
      world.file(
          "/boot/loader/entries/" + entry + ".conf",
          "title  Linux\nversion " + entry + "\noptions\t" + options + "\n");
    }
    if (random.nextBoolean()) {
      world.file("/etc/kernel/cmdline", "root=/dev/sda1 ro " + all + Worlds.pick(random, "", "\n"));
    }
  }

  /** The first entry boots. */
  private static void boot(Path root) throws IOException {
    String line = "";
    for (String config : CONFIGURATIONS) {
      if (Files.exists(root.resolve(config))) {
        for (String text : Files.readAllLines(root.resolve(config))) {
          boolean first = line.isEmpty() && text.startsWith("\tlinux\t");
          line = first ? text.substring("\tlinux\t".length()) : line;
        }
      }
    }
    if (line.isEmpty()) {
      String entry = Files.readString(root.resolve("boot/loader/entries/a-5.1.conf"));
      String options = entry.substring(entry.indexOf("options\t") + 8).strip();
      String environment = Files.readString(root.resolve("boot/grub2/grubenv"));
      int start = environment.indexOf("kernelopts=") + 11;
      String kernelopts = environment.substring(start, environment.indexOf('\n', start));
      line = "/vmlinuz " + options.replace("$kernelopts", kernelopts).replace("$tuned_params", "");
    }
    Files.writeString(root.resolve("proc/cmdline"), "BOOT_IMAGE=" + line + "\n");
  }
}
