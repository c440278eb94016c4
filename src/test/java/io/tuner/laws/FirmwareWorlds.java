package io.tuner.laws;

import io.tuner.redfish.Machine;
import io.tuner.redfish.RedfishServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Hosts with a RAID controller, and with a management controller. */
final class FirmwareWorlds {

  private static final String MACHINE = "var/lib/redfish/model";

  /** One for all worlds: it is the controller of the host that was laid out last. */
  private static RedfishServer controller;

  private FirmwareWorlds() {}

  private static synchronized RedfishServer controller() {
    try {
      controller = controller == null ? RedfishServer.http(null, 0) : controller;
      return controller;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static World redfish(Random random) {
    String vendor = Worlds.pick(random, "ibmc", "ilo", "openbmc");
    String staged = Worlds.pick(random, "", "{\"NUMAEn\":\"Enabled\"}\n");
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("NUMAEn", Worlds.pick(random, "Enabled", "Disabled"));
    attributes.put("CustomPowerPolicy", Worlds.pick(random, "Efficiency", "Performance"));
    attributes.put("MonitorMwaitEnable", random.nextInt(2));
    attributes.put("QuietBoot", random.nextBoolean());
    attributes.put("AssetTag", Worlds.pick(random, "rack 7  ", "rack 7", ""));
    boolean refuses = random.nextBoolean();
    World world =
        new World()
            .past(
                root -> {
                  Path directory = root.resolve(MACHINE);
                  Machine machine = Machine.create(directory, vendor);
                  if (!staged.isEmpty()) {
                    Files.writeString(directory.resolve("staged.json"), staged);
                  }
                  if (refuses) {
                    Files.writeString(directory.resolve("quirks"), "no-apply-time\n");
                  }
                  controller().serve(machine);
                });
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("bmc", "http://127.0.0.1:" + controller().port());
    parameters.put("user", RedfishServer.USER);
    parameters.put("password", RedfishServer.PASSWORD);
    parameters.put("attributes", attributes);
    return world
        .task("redfish_bios", parameters)
        .boot(root -> new Machine(root.resolve(MACHINE)).boot());
  }

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
                Files.writeString(root.resolve(controller.substring(1) + "pack"), "cv Optimal\n"));
  }
}
