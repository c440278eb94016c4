package io.tuner.laws;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Worlds with models of systemd and of a package manager, each as far as the types use it. */
final class ToolWorlds {

  /**
   * The manager knows the units below /usr/lib; what runs is a file each below /run/model, and what
   * it has read of drop-ins is one more.
   */
  private static final String SYSTEMCTL =
      """
      #!/bin/sh
      for unit; do :; done
      etc=$R/etc/systemd/system
      link=$etc/multi-user.target.wants/$unit
      drop_ins() { cd "$R/" && for f in etc/systemd/system/*.d/*.conf; do
        [ ! -e "$f" ] || printf '%s %s\\n' "/$f" "$(tr '\\n' '~' <"$f")"; done; }
      case $1 in
      show)
        printf 'Id=%s\\n' "$unit"
        [ -e "$R/usr/lib/systemd/system/$unit" ] || { echo LoadState=not-found; exit 0; }
        load=loaded file=disabled active=inactive pid=0 stale=no
        [ ! -L "$link" ] || file=enabled
        [ ! -L "$etc/$unit" ] || load=masked file=masked
        [ ! -e "$R/run/model/$unit" ] || active=active pid=42
        [ "$(drop_ins)" = "$(cat "$R/run/model/loaded")" ] || stale=yes
        paths=$(sed "s/ .*//" "$R/run/model/loaded" | grep "/$unit.d/" | tr '\\n' ' ')
        printf '%s\\n' "LoadState=$load" "UnitFileState=$file" "ActiveState=$active" \\
          "MainPID=$pid" "NeedDaemonReload=$stale" "DropInPaths=${paths% }" Type=simple ;;
      daemon-reload) drop_ins >"$R/run/model/loaded" ;;
      enable) ln -sfn "../../../../usr/lib/systemd/system/$unit" "$link" ;;
      disable) rm -f "$link" ;;
      mask) ln -sfn ../../../dev/null "$etc/$unit" ;;
      unmask) rm -f "$etc/$unit" ;;
      start) [ -L "$etc/$unit" ] && exit 1; : >"$R/run/model/$unit" ;;
      stop) rm -f "$R/run/model/$unit" ;;
      *) exit 1 ;;
      esac
      """;

  private static final String APT_GET =
      """
      #!/bin/sh
      PATH=/usr/bin:/bin
      for what; do :; done
      version=2.0-1
      case $what in *=*) version=${what#*=} ;; esac
      printf '%s' "$version" >"$R/var/lib/dpkg/model/${what%%=*}"
      """;

  private static final String DPKG =
      """
      #!/bin/sh
      PATH=/usr/bin:/bin
      [ "$1" = --remove ] && rm "$R/var/lib/dpkg/model/$2"
      """;

  private static final String DPKG_QUERY =
      """
      #!/bin/sh
      for name; do :; done
      [ -e "$R/var/lib/dpkg/model/$name" ] || exit 1
      printf 'installed\\t%s\\n' "$(cat "$R/var/lib/dpkg/model/$name")"
      """;

  private ToolWorlds() {}

  static World systemdUnit(Random random) {
    World world = manager(random, true);
    String found = "# ours\n[Service]\nTimeoutStopSec=90\nNice = 5";
    if (random.nextBoolean()) {
      String path = "/etc/systemd/system/app.service.d/tuner.conf";
      world.file(path, found);
      world.file("/run/model/loaded", path + " " + found.replace('\n', '~') + "\n");
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("LimitMEMLOCK", Worlds.pick(random, "infinity", "64K", "1M"));
    if (random.nextBoolean()) {
      settings.put("TimeoutStopSec", Worlds.pick(random, "90", "600", "30min"));
      settings.put("Environment", List.of("A=$(reboot)", "\"B=x y\""));
    }
    String limit = String.valueOf(settings.get("LimitMEMLOCK"));
    String bytes = Map.of("infinity", "unlimited", "64K", "65536", "1M", "1048576").get(limit);
    world.boot(root -> Files.writeString(root.resolve("proc/42/limits"), limits(bytes)));
    return world.task(
        "systemd_unit", Map.of("unit", "app", "drop_in", Map.of("Service", settings)));
  }

  static World service(Random random) {
    World world = manager(random, random.nextBoolean());
    if (random.nextBoolean()) {
      world.link(
          "/etc/systemd/system/multi-user.target.wants/app.service",
          "../../../../usr/lib/systemd/system/app.service");
    }
    boolean masked = random.nextInt(3) == 0;
    if (masked) {
      world.link("/etc/systemd/system/app.service", "../../../dev/null");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("name", "app");
    boolean mask = random.nextInt(4) == 0;
    if (masked || mask) {
      parameters.put("masked", mask);
    }
    parameters.put("enabled", !mask && random.nextBoolean());
    if (random.nextBoolean()) {
      parameters.put("state", mask ? "stopped" : Worlds.pick(random, "started", "stopped"));
    }
    return world.task("service", parameters);
  }

  static World packages(Random random) {
    World world =
        new World()
            .tool("/usr/bin/apt-get", APT_GET)
            .tool("/usr/bin/dpkg", DPKG)
            .tool("/usr/bin/dpkg-query", DPKG_QUERY)
            .file("/var/lib/dpkg/model/other", "1");
    if (random.nextBoolean()) {
      world.file("/var/lib/dpkg/model/app", Worlds.pick(random, "1.0-1", "2.0-1", "1:0.9"));
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("name", "app");
    int kind = random.nextInt(3);
    if (kind == 0) {
      parameters.put("state", "absent");
    } else if (kind == 1) {
      parameters.put("version", Worlds.pick(random, "1.0-1", "2.0-1"));
    }
    return world.task("package", parameters);
  }

  private static World manager(Random random, boolean running) {
    World world =
        new World()
            .tool("/usr/bin/systemctl", SYSTEMCTL)
            .file("/usr/lib/systemd/system/app.service", "[Service]\nExecStart=/bin/app\n")
            .file("/etc/systemd/system/multi-user.target.wants/other.service", "")
            .file("/run/model/loaded", "")
            .file("/proc/42/cgroup", "0::/system.slice/app.service\n")
            .file("/proc/42/limits", limits("65536"));
    return running ? world.file("/run/model/app.service", "") : world;
  }

  private static String limits(String locked) {
    return "Max locked memory         %-20s %-20s bytes\n".formatted(locked, locked);
  }
}
