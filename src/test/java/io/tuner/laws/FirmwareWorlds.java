package io.tuner.laws;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Hosts with a RAID controller, and with a management controller. */
final class FirmwareWorlds {

  private FirmwareWorlds() {}

  static World storcli(Random random) {
    World world = new World();
    String tool =
        Worlds.pick(
            random,
            "/opt/MegaRAID/storcli/storcli64",
            "/usr/local/sbin/storcli2",
            "/opt/MegaRAID/perccli/perccli64");
    world.tool(tool, World.model("storcli"));
    String controller = "/var/lib/storcli/model/c0/";
    world.file(
        controller + "pack", Worlds.pick(random, "cv Optimal\n", "bbu Charging\n", "none -\n"));
    int drives = 1 + random.nextInt(3);
    for (int drive = 0; drive < drives; drive++) {
      String type = drive > 0 && random.nextInt(4) == 0 ? "NytroCache1" : "RAID5";
      String policy =
          String.join(
              " ",
              Worlds.pick(random, "WB", "WT"),
              Worlds.pick(random, "RA", "NORA"),
              Worlds.pick(random, "direct", "cached"),
              Worlds.pick(random, "on", "off", "default"));
      world.file(
          controller + "v" + drive, (drives - drive) + " " + type + " " + policy + " VD a\n");
    }
    if (random.nextBoolean()) {
      world.file(controller + "text", "");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("virtual_drives", random.nextBoolean() ? "all" : List.of("0"));
    parameters.put("write", Worlds.pick(random, "WB", "WT", "AWB"));
    parameters.put("accept_data_loss", true);
    parameters.put("read", Worlds.pick(random, "RA", "NORA"));
    if (random.nextBoolean()) {
      parameters.put("io", "direct");
      parameters.put("disk_cache", "off");
    }
    // A pack that is well again by the next boot lets the controller write back.
    return world
        .task("storcli_cache", parameters)
        .boot(
            root ->
                java.nio.file.Files.writeString(
                    root.resolve(controller.substring(1) + "pack"), "cv Optimal\n"));
  }
}
