package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Proves;
import io.tuner.apply.HostTree;
import io.tuner.redfish.Machine;
import io.tuner.redfish.RedfishServer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The playbook of an OceanBase cluster on ARM servers, on copies of its sandbox hosts. */
@Proves(
    what =
        "the playbook of OceanBase on three zones: each of its values, live and behind a modelled "
            + "boot, TuneD started again, and a rollback to what was there before; a profile of "
            + "TuneD that adds `skew_tick` again is named, and so are two tasks of one knob",
    against = "sandbox hosts of files and models, and a model of an iBMC each")
class OceanbaseKunpengTest {

  private static final String PLAYBOOK = "playbooks/oceanbase-kunpeng.yml";
  private static final String INVENTORY = "inventories/oceanbase-kunpeng.yml";
  private static final String BOOT = "5ec0d000-2026-4c0d-8a11-0c0ffee00009";
  private static final String STATIC = "var/lib/oceanbase/model/192.0.2.1%d:2882/use_large_pages";

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<KunpengHost> hosts = new ArrayList<>();
  private final Map<String, Machine> firmware = new LinkedHashMap<>();
  private final List<RedfishServer> controllers = new ArrayList<>();

  @BeforeEach
  void lay() throws Exception {
    directory = directory.toRealPath();
    StringBuilder inventory = new StringBuilder("all:\n  hosts:\n");
    for (String name : List.of("ob1", "ob2", "ob3")) {
      hosts.add(KunpengHost.lay(name, directory));
      Machine machine = Machine.create(directory.resolve("bmc-" + name), "ibmc");
      firmware.put(name, machine);
      controllers.add(RedfishServer.http(machine, 0));
      inventory.append(
          """
              %s:
                ansible_connection: local
                tuner_root: %s
                bmc: http://127.0.0.1:%d
                bmc_user: %s
                redfish_bios_password: %s
          """
              .formatted(
                  name,
                  directory.resolve(name),
                  controllers.get(controllers.size() - 1).port(),
                  RedfishServer.USER,
                  RedfishServer.PASSWORD));
    }
    Files.writeString(directory.resolve("hosts.yml"), inventory);
  }

  @AfterEach
  void close() {
    controllers.forEach(RedfishServer::close);
  }

  @Test
  void aClusterIsTunedBootedVerifiedAndBroughtBack() throws Exception {
    Map<String, String> before = tree();
    assertThat(run("plan", PLAYBOOK)).as(said()).isZero();
    assertThat(tree()).as("a dry run changes no byte").isEqualTo(before);
    assertThat(said())
        .contains("~ live enp2s0f0.rx_usecs                                8 -> 4")
        .contains("~ live enp2s0f0.tx_frames                               128 -> 64");

    assertThat(run("apply", PLAYBOOK, "--yes")).as(said()).isEqualTo(ExitCode.PENDING);
    for (KunpengHost host : hosts) {
      assertWrittenAndLive(host);
    }
    Map<String, String> applied = tree();
    assertThat(run("apply", PLAYBOOK, "--yes")).as(said()).isEqualTo(ExitCode.PENDING);
    assertThat(said()).containsPattern("3 hosts: \\d pending").doesNotContain("changed");
    assertThat(tree()).as("apply twice = apply once").isEqualTo(applied);
    assertThat(run("verify", PLAYBOOK)).as(said()).isEqualTo(ExitCode.PENDING);

    for (KunpengHost host : hosts) {
      host.boot(BOOT);
      firmware.get(host.name()).boot();
    }
    assertThat(run("verify", PLAYBOOK)).as(said()).isZero();
    for (KunpengHost host : hosts) {
      assertWrittenAndLive(host);
      assertBooted(host);
      host.tool("usr/bin/systemctl", "restart", "tuned");
      host.startTuned();
      assertThat(host.line("proc/irq/90/smp_affinity_list")).isEqualTo("0-23,72-95");
      assertThat(host.cpus(4001)).containsExactly("24-47");
    }
    assertThat(run("verify", PLAYBOOK)).as("TuneD started again: " + said()).isZero();

    assertThat(run("rollback", "--all", "--yes")).as(said()).isZero();
    for (KunpengHost host : hosts) {
      String first = before.get(host.name() + "/proc/sys/kernel/random/boot_id");
      host.boot(first.replaceAll("(?s).*`(.*)\n`.*", "$1"));
      firmware.get(host.name()).boot();
    }
    assertThat(tree()).isEqualTo(before);
  }

  /** What holds as soon as it is applied. */
  private void assertWrittenAndLive(KunpengHost host) throws IOException {
    assertThat(host.read("etc/default/grub"))
        .doesNotContain("skew_tick=")
        .contains("pci=pcie_bus_perf");
    assertThat(host.read("boot/efi/EFI/openEuler/grub.cfg"))
        .containsPattern("\tlinux\t.* pci=pcie_bus_perf ")
        .doesNotContain("skew_tick");
    assertThat(host.read("etc/sysctl.d/99-tuner.conf")).contains("vm.nr_hugepages = 196608\n");
    assertThat(host.line("etc/tuned/active_profile")).isEqualTo("tuner-cpu-partitioning");
    assertThat(host.read("etc/tuned/cpu-partitioning-variables.conf"))
        .contains("\nisolated_cores=24-47,48-71\n");
    assertThat(host.read("etc/tuned/bootcmdline"))
        .contains("nohz_full=24-47,48-71 rcu_nocbs=24-47,48-71")
        .doesNotContain("skew_tick");
    assertThat(host.interrupts("enp2s0f0")).containsExactly("0", "1", "2", "3");
    assertThat(host.interrupts("enp67s0f0")).containsExactly("48", "49", "50", "51");
    assertThat(host.read("etc/sysconfig/irqbalance"))
        .contains("TUNER_BANNED_IRQS=\"enp2s0f0@0000:02:00.0 enp67s0f0@0000:43:00.0\"");
    assertThat(host.read("proc/14071/cmdline"))
        .as("irqbalance goes on, and asks")
        .contains("--policyscript=/etc/tuner/irqbalance-policy");
    assertThat(host.cpus(4001)).containsExactly("24-47");
    assertThat(host.cpus(4002)).containsExactly("48-71");
    assertThat(host.line("var/lib/storcli/model/c0/v1"))
        .isEqualTo("1 RAID5 WB RA direct default data");
    assertThat(host.line("var/lib/storcli/model/c0/v0"))
        .isEqualTo("0 RAID1 WT NORA direct default system");
    assertThat(host.line("sys/block/sdb/queue/scheduler"))
        .isEqualTo("mq-deadline kyber bfq [none]");
    assertThat(host.line("sys/block/sdb/queue/rq_affinity")).isEqualTo("2");
    assertThat(host.line("sys/block/sda/queue/rq_affinity")).isEqualTo("1");
    for (String card : List.of("enp2s0f0", "enp67s0f0")) {
      assertThat(host.read("run/ethtool/model/" + card + "/c"))
          .isEqualTo(
              """
              adaptive-rx off
              adaptive-tx off
              rx-usecs 4
              rx-frames 64
              tx-usecs 4
              tx-frames 64
              """);
    }
    assertThat(host.read("proc/4001/maps")).contains(" /usr/lib64/libjemalloc.so.2\n");
    assertThat(host.read("proc/4002/maps")).doesNotContain("jemalloc");
    assertThat(host.read("etc/security/limits.d/99-tuner.conf"))
        .contains(
            "admin soft nofile 655350", "admin hard nproc 655360", "admin hard stack unlimited");
  }

  /** What waits for the boot. */
  private void assertBooted(KunpengHost host) throws IOException {
    assertThat(firmware.get(host.name()).current())
        .containsEntry("CustomPowerPolicy", "Performance")
        .containsEntry("DdrRefreshRate", "64ms")
        .containsEntry("NUMAEn", "Enabled")
        .containsEntry("EnableSMMU", "Disabled")
        .containsEntry("CPUPrefetchConfig", "Disabled");
    assertThat(host.line("proc/cmdline").split(" "))
        .contains("pci=pcie_bus_perf", "nohz_full=24-47,48-71")
        .doesNotContain("skew_tick=1");
    assertThat(host.line("proc/sys/vm/nr_hugepages")).isEqualTo("196608");
    if (host.name().equals("ob1")) {
      for (int observer = 1; observer <= 3; observer++) {
        assertThat(host.line(STATIC.formatted(observer))).isEqualTo("True");
      }
    }
  }

  /** The parent's words come back with TuneD's next start, and both who set them are named. */
  @Test
  void aParentProfileThatAddsSkewTickAgainIsANamedConflict() throws Exception {
    Path playbook =
        changed(
            """
                    # network-latency, which the profile includes, adds it again.
                    cmdline_remove: [skew_tick=1]
                    # TuneD moves processes and interrupts off these CPUs whenever it starts.
                    exclude_processes: [observer, obproxy]
                    exclude_interrupts: "${nics?map(nic -> nic.name)}"
            """,
            "");
    run("plan", playbook.toString(), "-l", "ob1", "-t", "boot,cpu");
    assertThat(said())
        .contains(
            "conflict: ob1: cmdline:skew_tick: kernel_cmdline[pci=pcie_bus_perf,-skew_tick] sets"
                + " absent, TuneD (profile cpu-partitioning,"
                + " /usr/lib/tuned/network-latency/tuned.conf:6) sets 1");
  }

  @Test
  void twoTasksThatSetOneKnobDifferentlyAreAnErrorBeforeAnythingIsContacted() throws Exception {
    Path playbook =
        changed(
            "    - name: a start of observer that pins it\n",
            "    - {name: other, block_queue: {devices: sdb, rq_affinity: 1}}\n"
                + "    - name: a start of observer that pins it\n");
    assertThat(run("plan", playbook.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(said())
        .contains("error: `/sys/block/sdb/queue/rq_affinity` is set to `1` here, and to `2` by")
        .contains("keep one of them");
    controllers.forEach(controller -> assertThat(controller.changes()).isEmpty());
  }

  @Test
  void theModelOfTheOperatorsScriptRefusesWhatItCannotDo() throws Exception {
    KunpengHost host = hosts.get(0);
    String script = "usr/local/sbin/oceanbase";
    assertThatThrownBy(() -> host.tool(script, "restart")).hasMessageContaining("usage");
    assertThatThrownBy(() -> host.tool(script, "pause", "observer"))
        .hasMessageContaining("unknown");
    assertThatThrownBy(() -> host.tool(script, "start", "observer"))
        .hasMessageContaining("observer runs already");
    Files.createDirectories(host.root().resolve("usr/local/bin"));
    Path wrapper = host.root().resolve("usr/local/bin/observer-jemalloc");
    Files.writeString(wrapper, "#!/bin/sh\nexec /nowhere/observer \"$@\"\n");
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    assertThatThrownBy(() -> host.tool(script, "restart", "observer"))
        .hasMessageContaining("/nowhere/observer: not found");
  }

  private Path changed(String part, String other) throws IOException {
    String text = Files.readString(Path.of(PLAYBOOK));
    assertThat(text).contains(part);
    Files.createDirectories(directory.resolve("templates"));
    Files.copy(
        Path.of("playbooks/templates/start-pinned.sh.ftl"),
        directory.resolve("templates/start-pinned.sh.ftl"));
    return Files.writeString(directory.resolve("site.yml"), text.replace(part, other));
  }

  private Map<String, String> tree() {
    Map<String, String> tree = new TreeMap<>();
    for (KunpengHost host : hosts) {
      HostTree.of(host.root()).forEach((path, what) -> tree.put(host.name() + path, what));
    }
    return tree;
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private int run(String command, String... words) {
    out.reset();
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("-i", INVENTORY, "-i", directory.resolve("hosts.yml").toString()));
    all.addAll(List.of(words));
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Console console =
        new Console(
            stream,
            stream,
            new BufferedReader(new StringReader("")),
            false,
            false,
            false,
            Map.of());
    return new Dispatch(console).run(all.toArray(String[]::new));
  }
}
