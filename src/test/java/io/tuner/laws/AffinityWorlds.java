package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Hosts with processes that have threads, and with models of what moves them. */
final class AffinityWorlds {

  private AffinityWorlds() {}

  static World process(Random random) {
    World world = new World().tools("systemctl", "taskset");
    world.file("/sys/devices/system/cpu/online", "0-5\n");
    world.file("/sys/devices/system/cpu/possible", "0-7\n");
    world.file(
        "/usr/lib/systemd/system/observer.service",
        "[Service]\nExecStart=/opt/observer\n" + pick(random, "", "CPUAffinity=0-1\n"));
    if (random.nextInt(3) == 0) {
      world.file(
          "/etc/systemd/system/observer.service.d/tuner-affinity.conf",
          pick(
              random,
              "# by hand\n[Service]\nCPUAffinity=\nCPUAffinity=2 3\n",
              "[Service]\nCPUAffinity=4\nNice=5\n",
              "[Unit]\nAfter=network.target"));
    }
    boolean started = random.nextBoolean();
    if (started) {
      world.past("systemctl", "start", "observer.service");
    }
    thread(world, 40, 40, "obproxy", random);
    thread(world, 40, 41, "obproxy", random);
    thread(world, 40, 42, "odd name: x", random);
    thread(world, 50, 50, "obproxy", random);
    world.file("/proc/40/comm", "obproxy\n").file("/proc/50/comm", "obproxy\n");
    world.file("/run/obproxy.pid", "40\n");
    Map<String, Object> parameters = new LinkedHashMap<>();
    switch (random.nextInt(4)) {
      case 0 -> parameters.put("process", "obproxy");
      case 1 -> parameters.put("pidfile", "/run/obproxy.pid");
      default -> parameters.put("unit", "observer");
    }
    parameters.put("cpus", pick(random, "2-3", "2,3", "3-6", "0-4:2"));
    parameters.put("threads", pick(random, "all", "all", "main"));
    if (parameters.containsKey("unit") && !started) {
      // What a boot starts is what is still pending.
      world.boot("systemctl", "start", "observer.service");
    }
    return world.task("process_affinity", parameters);
  }

  static World interrupts(Random random) {
    World world = new World().tools("systemctl");
    world.file("/sys/devices/system/cpu/online", "0-2,4-5\n");
    world.file("/sys/devices/system/cpu/possible", "0-5\n");
    world.file("/sys/devices/system/node/node0/cpulist", "0-2\n");
    world.file("/sys/devices/system/node/node1/cpulist", "3-5\n");
    StringBuilder table = new StringBuilder("      CPU0  CPU1  CPU2  CPU4  CPU5\n");
    String lists = pick(random, "smp_affinity_list", "smp_affinity_list", "smp_affinity");
    int number = 30;
    for (String handler : new String[] {"eth0", "eth0-rx-0", "eth0-rx-0", "eth1-rx-0", "ahci"}) {
      table.append(" %d:  0  1  2  3  4   PCI-MSI 5120-edge      %s\n".formatted(number, handler));
      world.file("/proc/irq/" + number + "/" + lists, random.nextInt(5) + "\n");
      number++;
    }
    world.file("/proc/interrupts", table.toString());
    world.file("/sys/devices/pci0000:00/0000:00:03.0/msi_irqs/30", "msix\n");
    world.link("/sys/class/net/eth0/device", "../../../devices/pci0000:00/0000:00:03.0");
    world.file(
        "/usr/lib/systemd/system/irqbalance.service",
        """
        [Service]
        EnvironmentFile=-/usr/lib/irqbalance/defaults.env
        EnvironmentFile=-/etc/default/irqbalance
        ExecStart=/usr/sbin/irqbalance --foreground $IRQBALANCE_ARGS
        [Install]
        WantedBy=multi-user.target
        """);
    if (random.nextBoolean()) {
      world.file(
          "/etc/default/irqbalance",
          pick(
              random,
              "#IRQBALANCE_ARGS=\nIRQBALANCE_ARGS=\"\"\n",
              "# by hand\n#IRQBALANCE_ARGS=\nIRQBALANCE_BANNED_CPULIST=3",
              "IRQBALANCE_ARGS=--hintpolicy=ignore\n",
              "IRQBALANCE_ARGS=\"--deepestcache=2 --policyscript=/etc/tuner/irqbalance-policy\"\n"
                  + "TUNER_BANNED_IRQS=\"eth7@0000:00:07.0 eth0@0000:00:09.0\"\n"));
    }
    if (random.nextBoolean()) {
      world.past("systemctl", "enable", "irqbalance.service");
      world.past("systemctl", "start", "irqbalance.service");
    }
    if (random.nextBoolean()) {
      world.file("/etc/network/if-up.d/other", "x\n");
    }
    if (random.nextInt(3) == 0) {
      world.file(
          "/etc/tuner/irq-affinity",
          "# by hand\nspread interface 'eth1' all 0-3\nspread interface 'eth0' all 1");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put(pick(random, "interface", "interface", "match"), pick(random, "eth0", "eth1"));
    parameters.computeIfPresent("match", (key, name) -> name + "-rx*");
    parameters.put(random.nextBoolean() ? "numa_node" : "cpus", pick(random, "0", "1"));
    parameters.put("spread", pick(random, "one_each", "all"));
    parameters.put("persist", random.nextInt(4) != 0);
    if (random.nextBoolean()) {
      parameters.put("ban", pick(random, "service", "list", "list"));
    }
    return world.task("irq_affinity", parameters);
  }

  /** The first bytes of a shared object for x86-64. */
  private static final String ELF =
      "\u007fELF\u0002\u0001\u0001" + "\0".repeat(9) + "\u0003\0\u003e\0" + "more";

  static World preload(Random random) {
    World world = new World().tools("systemctl", "od");
    String jemalloc = "/usr/lib/libjemalloc.so.2";
    world.file("/proc/self/exe", ELF).file(jemalloc, ELF).file("/opt/trace.so", ELF);
    world.file(
        "/usr/lib/systemd/system/observer.service",
        "[Service]\nExecStart=/opt/observer\n"
            + pick(random, "", "Environment=LD_PRELOAD=/opt/own.so\n", "Environment=A=1\n"));
    if (random.nextInt(3) == 0) {
      world.file(
          "/etc/systemd/system/observer.service.d/zz-tuner-preload.conf",
          pick(
              random,
              "# by hand\n[Service]\nEnvironment=B=2\nEnvironment=LD_PRELOAD=/opt/old.so\nNice=5\n",
              "[Unit]\r\nAfter=network.target"));
    }
    world.past("systemctl", "start", "observer.service");
    Map<String, Object> parameters = new LinkedHashMap<>();
    switch (random.nextInt(4)) {
      case 0 -> {
        parameters.put("wrapper", pick(random, "/usr/local/bin/wrapped", "/opt/deep/in/wrapped"));
        if (random.nextBoolean()) {
          parameters.put("program", "/opt/observer");
        }
      }
      case 1 -> {
        world.file(
            "/etc/default/observer",
            pick(random, "", "# by hand\nLD_PRELOAD=\"/opt/x.so\"\nA='b c'", "A=1\r\nB=2\r\n"));
        parameters.put("env_file", pick(random, "/etc/default/observer", "/etc/default/new"));
      }
      default -> {
        parameters.put("unit", "observer");
        world.boot("systemctl", "restart", "observer.service");
      }
    }
    parameters.put(
        "library", random.nextBoolean() ? jemalloc : java.util.List.of(jemalloc, "/opt/trace.so"));
    parameters.put("position", pick(random, "first", "last"));
    return world.task("ld_preload", parameters);
  }

  private static void thread(World world, int process, int number, String name, Random random) {
    world.file(
        "/proc/" + process + "/task/" + number + "/status",
        "Name:\t%s\nUmask:\t0022\nTgid:\t%d\nPid:\t%d\nThreads:\t3\nCpus_allowed_list:\t%s\n"
            .formatted(name, process, number, pick(random, "0-5", "0-5", "2-3", "1")));
  }
}
