package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Hosts with kernel modules, and the models of the tools that load them. */
final class ModuleWorlds {

  private static final String RELEASE = "/lib/modules/6.1.0-9/";

  private ModuleWorlds() {}

  static World make(Random random) {
    World world = new World().file("/proc/sys/kernel/osrelease", "6.1.0-9\n");
    for (String tool : new String[] {"modprobe", "rmmod", "modinfo"}) {
      world.tool("/usr/sbin/" + tool, World.model("modprobe"));
    }
    world.file(RELEASE + "modules.builtin", "kernel/drivers/block/loop.ko\n");
    world.file(RELEASE + "model/nvme_tcp", "parm poll_queues 0\nparm wrong N\nhidden secret\n");
    world.file("/sys/module/kernel/parameters/panic", "0\n");
    if (random.nextBoolean()) {
      // What a rollback loads again takes its options from files.
      world.past("modprobe", "nvme_tcp");
    }
    if (random.nextBoolean()) {
      world.file("/etc/modprobe.d/site.conf", "options nvme-tcp wrong=Y poll_queues=2\n");
    }
    String ours = "/etc/modprobe.d/tuner.conf";
    if (random.nextBoolean()) {
      world.file(
          ours, pick(random, "# by hand\noptions other x=1", "options nvme-tcp poll_queues=9\n"));
    }
    if (random.nextBoolean()) {
      world.file(
          "/etc/modules-load.d/tuner.conf", pick(random, "# by hand\nother", "nvme-tcp\nother\n"));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    String state = pick(random, "loaded", "loaded", "unloaded", "blacklisted");
    parameters.put("name", pick(random, "nvme-tcp", "nvme_tcp", "loop"));
    boolean builtIn = parameters.get("name").equals("loop");
    parameters.put("state", builtIn ? "loaded" : state);
    if (state.equals("loaded") && !builtIn && random.nextBoolean()) {
      parameters.put("options", Map.of("poll_queues", random.nextInt(4), "wrong", "N"));
    }
    boolean must = !builtIn && (state.equals("blacklisted") || parameters.containsKey("options"));
    parameters.put("persist", must || random.nextInt(4) != 0);
    world.task("kernel_module", parameters);
    // A boot begins with no module, and loads the one that our file names.
    boolean again = !builtIn && state.equals("loaded") && must;
    if (again) {
      world.boot(ModuleWorlds::unload);
      world.boot("modprobe", "nvme_tcp");
    }
    return world;
  }

  private static void unload(Path root) throws IOException {
    Path module = root.resolve("sys/module/nvme_tcp");
    if (Files.exists(module)) {
      try (Stream<Path> paths = Files.walk(module)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
