package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Nodes of a model of nodeos, with its state on disk or in a tmpfs. */
final class NodeosWorlds {

  private static final String DATA = "/data/nodeos";
  private static final String STATE = DATA + "/state";

  private NodeosWorlds() {}

  static World make(Random random) {
    boolean lost = random.nextInt(3) == 1;
    World world =
        new World()
            .tools("systemctl", "mount", "umount", "od", "df", "nodeos", "ls", "sh", "journalctl");
    world.file("/proc/self/mountinfo", "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n");
    world.file("/proc/meminfo", "MemTotal: 32768000 kB\nSwapTotal: 134217728 kB\n");
    world.file(
        "/usr/lib/systemd/system/nodeos.service",
        "[Service]\nExecStart=/usr/bin/nodeos --config-dir /etc/nodeos --data-dir /data/nodeos\n"
            + pick(random, "", "TimeoutStopSec=infinity\n", "TimeoutStopSec=90\n"));
    world.file(DATA + "/blocks/blocks.log", "blocks\n").file("/data/latest.bin", "snapshot\n");
    boolean memory = random.nextBoolean();
    String mode = memory ? "mapped" : pick(random, "mapped", "mapped_private", "heap");
    String end = pick(random, "\n", "\r\n");
    world.file(
        "/etc/nodeos/config.ini",
        "# a node"
            + end
            + "chain-state-db-size-mb = 1024 # MiB"
            + end
            + (mode.equals("mapped") ? "# database-map-mode = x" : "database-map-mode=" + mode)
            + end
            + "plugin = eosio::chain_plugin"
            + end
            + "plugin = eosio::net_plugin"
            + end);
    String entry = memory ? "tmpfs " + STATE + " tmpfs rw,size=" + pick(random, "3G", "2g") : "";
    world.file("/etc/fstab", "# boot\n/dev/sda1 / ext4 defaults 0 1\n" + entry + " 0 0 # chain\n");
    if (!memory) {
      world.file("/etc/fstab", "/dev/sda1 / ext4 defaults 0 1\n");
    }
    world.file("/run/mount/model/.keep", "");
    world.past(root -> Files.createDirectories(root.resolve(STATE.substring(1))));
    if (memory) {
      world.past("mount", "-t", "tmpfs", "-o", "nosuid,size=3145728k", "tmpfs", STATE);
    }
    if (lost) {
      begunFromSnapshot(world);
    } else {
      world.past(root -> state(root.resolve(STATE.substring(1))));
    }
    if (!lost && random.nextInt(4) != 0) {
      world.past("systemctl", "start", "nodeos.service");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("config_dir", "/etc/nodeos");
    parameters.put("data_dir", DATA);
    String wanted = random.nextInt(3) == 0 ? pick(random, "mapped", "heap") : "tmpfs";
    parameters.put("mode", memory ? pick(random, "mapped_private", "mapped", "tmpfs") : wanted);
    parameters.put("size", pick(random, "1G", "2G", "4G"));
    parameters.put(lost ? "snapshot" : "accept_data_loss", lost ? "/data/latest.bin" : true);
    return world.task("nodeos_state", parameters);
  }

  /** The state that comes from the snapshot stays, and so does the nodeos that has it open. */
  private static void begunFromSnapshot(World world) {
    world.file("/var/log/.keep", "").file("/run/systemd/model/.keep", "");
    world.lasts(STATE + "/shared_memory.bin").lasts("/var/log/nodeos.log");
    world.lasts("/run/systemd/model/nodeos.service");
    // The number that the model of systemctl gives its process.
    String process = "/proc/7963";
    world.lasts(process);
    for (String part : List.of("comm", "cgroup", "limits", "maps", "task", "task/7963")) {
      world.lasts(process + "/" + part);
    }
    world.lasts(process + "/task/7963/status");
  }

  private static void state(Path directory) throws IOException {
    Files.writeString(directory.resolve("shared_memory.bin"), "CHAINB01\0accounts and tables\n");
    Files.writeString(directory.resolve("code_cache.bin"), "code\n");
    Files.createDirectories(directory.resolve(".hidden/deep"));
    Files.writeString(directory.resolve(".hidden/deep/x y"), "a file of a directory\n");
  }
}
