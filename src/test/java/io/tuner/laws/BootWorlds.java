package io.tuner.laws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Hosts that boot in the ways there are, with models of what generates their entries. */
final class BootWorlds {

  /** Writes the entries from GRUB's defaults, as grub-mkconfig does. */
  private static final String GENERATE =
      """
      . "$R/etc/default/grub"
      for file in "$R"/etc/default/grub.d/*.cfg; do
        [ -e "$file" ] && . "$file"
      done
      linux="linux /vmlinuz root=/dev/sda1 ro $GRUB_CMDLINE_LINUX"
      {
        echo "### BEGIN /etc/grub.d/10_linux ###"
        echo "menuentry 'Linux' {"
        echo "  $linux $GRUB_CMDLINE_LINUX_DEFAULT"
        echo "}"
        echo "menuentry 'Linux (recovery mode)' {"
        echo "  $linux recovery"
        echo "}"
      } >"$R$config"
      """;

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
      case 0 -> generated(world, "/boot/grub/grub.cfg", all + " " + later);
      case 1 -> generated(world, "/boot/grub2/grub.cfg", all + " " + later);
      default -> entries(world, random, all);
    }
    if (kind == 0) {
      world.tool(
          "/usr/sbin/update-grub", "#!/bin/sh\nset -e\nconfig=/boot/grub/grub.cfg\n" + GENERATE);
    } else if (kind == 1) {
      world.tool("/usr/sbin/grub2-mkconfig", "#!/bin/sh\nset -e\nconfig=$2\n" + GENERATE);
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

  private static void generated(World world, String path, String words) {
    String linux = "  linux /vmlinuz root=/dev/sda1 ro ";
    String all = words.contains("quiet") ? words.substring(0, words.indexOf("quiet")) : words;
    world.file(
        path,
        "### BEGIN /etc/grub.d/10_linux ###\nmenuentry 'Linux' {\n"
            + linux
            + words
            + "\n}\nmenuentry 'Linux (recovery mode)' {\n"
            + linux
            + all
            + "recovery\n}\n");
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
    for (String config : new String[] {"boot/grub/grub.cfg", "boot/grub2/grub.cfg"}) {
      if (Files.exists(root.resolve(config))) {
        for (String text : Files.readAllLines(root.resolve(config))) {
          line =
              line.isEmpty() && text.contains("linux /vmlinuz") ? text.strip().substring(6) : line;
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
