package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Hosts with a model of systemd. */
final class SystemdWorlds {

  private static final String OBSERVER = "/usr/lib/systemd/system/observer.service";
  private static final String WANTS = "/etc/systemd/system/multi-user.target.wants/";

  private SystemdWorlds() {}

  private static World host(Random random, String install) {
    World world = new World();
    world.file(
        OBSERVER,
        "[Unit]\nDescription=Observer\n[Service]\nExecStart=/opt/observer\n"
            + pick(random, "", "LimitNOFILE=65536\n", "TimeoutStopSec=90\n")
            + install);
    world.file("/usr/lib/systemd/system/other.service", "[Service]\nExecStart=/opt/other\n");
    world.link("/etc/systemd/system/dbus.service", "/usr/lib/systemd/system/broker.service");
    return world.tools("systemctl").past("systemctl", "start", "other.service");
  }

  static World unit(Random random) {
    World world = host(random, "[Install]\nWantedBy=multi-user.target\n");
    String directory = "/etc/systemd/system/observer.service.d/";
    String file = pick(random, "tuner.conf", "90-limits.conf");
    if (random.nextBoolean()) {
      world.file(
          directory + file,
          pick(
              random,
              "# by hand\n[Service]\nNice=5\nLimitNOFILE=1024\n",
              "[Unit]\nAfter=network.target",
              "[Service]\r\nEnvironment=A=1\r\nEnvironment=\"B=2 3\"\r\n"),
          pick(random, "rw-r--r--", "rw-r-----"));
    }
    if (random.nextInt(3) == 0) {
      world.file(directory + "99-later.conf", "[Service]\nLimitNOFILE=infinity\n");
    }
    if (random.nextInt(3) != 0) {
      world.past("systemctl", "start", "observer.service");
      world.boot("systemctl", "restart", "observer.service");
    }
    Map<String, Object> service = new LinkedHashMap<>();
    service.put("LimitMEMLOCK", pick(random, "infinity", "8M", "1M:infinity"));
    if (random.nextBoolean()) {
      service.put("TimeoutStopSec", pick(random, "600", "10min"));
    }
    if (random.nextBoolean()) {
      service.put("Environment", List.of("A=1", "\"C=x $(reboot)\""));
    }
    Map<String, Object> settings = new LinkedHashMap<>(Map.of("Service", service));
    if (random.nextInt(3) == 0) {
      settings.put("Unit", Map.of("After", List.of("network.target")));
    }
    return world.task(
        "systemd_unit", Map.of("unit", "observer", "file", file, "drop_in", settings));
  }

  static World service(Random random) {
    boolean isStatic = random.nextInt(6) == 0;
    World world = host(random, isStatic ? "" : "[Install]\nWantedBy=multi-user.target\n");
    if (random.nextBoolean()) {
      // Without it the directory of the links is made with the first one.
      world.link(WANTS + "ssh.service", "/usr/lib/systemd/system/ssh.service");
    }
    boolean masked = random.nextInt(3) == 0;
    boolean enabled = !isStatic && random.nextBoolean();
    if (enabled) {
      world.past("systemctl", "enable", "observer.service");
    }
    if (random.nextBoolean()) {
      world.past("systemctl", "start", "observer.service");
    }
    if (masked && random.nextBoolean()) {
      // As systemctl's mask --runtime leaves it: only a unit file below /usr is hidden by /run.
      world.past("systemctl", "mask", "--runtime", "observer.service");
    } else if (masked) {
      world.past("systemctl", "mask", "observer.service");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("name", pick(random, "observer", "observer.service"));
    boolean close = random.nextInt(3) == 0;
    if (close) {
      parameters.put("masked", true);
    } else if (random.nextBoolean()) {
      parameters.put("masked", false);
    }
    // What a mask that stays forbids is refused, and so no law's matter.
    boolean closed = close || masked && !parameters.containsKey("masked");
    if (random.nextBoolean()) {
      parameters.put("state", closed ? "stopped" : pick(random, "started", "stopped"));
    }
    boolean bound = closed && !close && enabled;
    if (!bound && random.nextBoolean()) {
      parameters.put("enabled", !isStatic && !closed && random.nextBoolean());
    } else if (parameters.size() == 1) {
      parameters.put("state", "stopped");
    }
    return world.task("service", parameters);
  }
}
