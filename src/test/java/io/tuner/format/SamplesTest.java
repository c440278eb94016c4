package io.tuner.format;

import static io.tuner.format.Samples.names;
import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.format.IniFile.Style;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Reads outputs of real tools and finds what they are known to say. */
class SamplesTest {
  @Test
  void schedulersAndHugePages() throws Exception {
    assertThat(Choices.parse(read("block/scheduler-nvme-none-bracketed.txt")).active())
        .contains("none");
    assertThat(Choices.parse(read("block/scheduler-sda-bfq.txt")).active()).contains("bfq");
    Choices cfq = Choices.parse(read("block/scheduler-sda-cfq.txt"));
    assertThat(cfq)
        .isEqualTo(new Choices(List.of("noop", "deadline", "cfq"), Optional.of("cfq"), false));
    assertThat(Choices.parse(read("block/scheduler-vdc-noop.txt")).active()).contains("noop");
    Choices zram = Choices.parse(read("block/scheduler-zram-none-only.txt"));
    assertThat(zram.active()).contains("none");
    assertThat(zram.fixed()).isTrue();
    assertThat(Choices.parse(read("thp/thp-always.txt")).active()).contains("always");
    assertThat(Choices.parse(read("thp/thp-madvise-leading-blank-line.txt")).active())
        .contains("madvise");
    assertThat(Choices.parse(read("thp/thp-never.txt")).active()).contains("never");
    assertThat(Choices.parse(read("thp/thp-shmem-empty-bracket.txt")).active()).isEmpty();
    assertThat(Choices.parse(read("thp/thp-shmem.txt")).active()).contains("never");
    IniFile queue = IniFile.parse(read("block/queue-sda.txt"));
    assertThat(queue.get("", "nr_requests")).contains("64");
    assertThat(queue.get("", "scheduler")).contains("mq-deadline kyber [bfq] none");
  }

  @Test
  void memory() throws Exception {
    for (String[] right :
        new String[][] {
          {"facter-meminfo", "4036680", "3659324", "2097148"},
          {"facter-meminfo2", "4037608", "3665024", "0"},
          {"facter-no-memavailable", "4036680", "", "2097148"},
          {"jc-modern", "3997272", "3386876", "3996668"},
          {"node-exporter", "3742148", "", "4194300"}
        }) {
      Meminfo memory = Meminfo.parse(read("meminfo/" + right[0] + ".txt"));
      String[] names = {"MemTotal", "MemAvailable", "SwapTotal"};
      for (int i = 0; i < names.length; i++) {
        Long kilobytes = right[i + 1].isEmpty() ? null : Long.valueOf(right[i + 1]);
        assertThat(memory.kilobytes().get(names[i])).as(right[0] + names[i]).isEqualTo(kilobytes);
      }
      for (String count : List.of("Total", "Free", "Rsvd", "Surp")) {
        assertThat(memory.count("HugePages_" + count)).as(right[0] + count).hasValue(0);
      }
      assertThat(memory.bytes("Hugepagesize")).hasValue(2048 * 1024);
    }
    Meminfo unused = Meminfo.parse(read("meminfo/hugepages-free-equals-total-not-used.txt"));
    assertThat(unused.count("HugePages_Total")).hasValue(2034);
    assertThat(unused.count("HugePages_Free")).hasValue(2034);
    assertThat(unused.count("HugePages_Rsvd")).hasValue(0);
    assertThat(Meminfo.parse(read("meminfo/jc-modern.txt")).bytes("Hugetlb")).hasValue(0);
  }

  @Test
  void commandLines() throws Exception {
    KernelArguments isolated = KernelArguments.parse(read("cmdline/isolcpus-nohz-ubuntu.txt"));
    assertThat(isolated.values("isolcpus")).containsExactly("6,7");
    assertThat(isolated.values("nohz_full")).containsExactly("6,7");
    assertThat(isolated.values("rcu_nocbs")).containsExactly("6,7");
    assertThat(isolated.satisfies(List.of("isolcpus=6,7"), List.of("skew_tick"), Map.of()))
        .isFalse();
    KernelArguments rhel = KernelArguments.parse(read("cmdline/rhel7.txt"));
    assertThat(rhel.values("rd.lvm.lv")).containsExactly("system_vg/Root", "system_vg/Swap");
    assertThat(rhel.values("crashkernel")).containsExactly("auto");
    assertThat(rhel.text()).isEqualTo(read("cmdline/rhel7.txt").strip());
  }

  @Test
  void fileSystemTables() throws Exception {
    for (String name : names("fstab")) {
      Fstab fstab = Fstab.parse(read(name));
      assertThat(fstab.text()).as(name).isEqualTo(read(name));
      for (Fstab.Entry entry : fstab.entries()) {
        assertThat(fstab.with(entry).text()).as(name).isEqualTo(read(name));
      }
    }
    assertThat(Fstab.parse(read("fstab/augeas-tabs-label-multi-fstype.txt")).entries()).hasSize(4);
    Fstab duplicate = Fstab.parse(read("fstab/duplicate-spec.txt"));
    assertThat(duplicate.mount("/lvm2").orElseThrow().options())
        .containsExactly("defaults", "noexec");
    Fstab nodeos = Fstab.parse(read("fstab/eosphere-tmpfs-nodeos-5fields.txt"));
    Fstab.Entry state = nodeos.mount("/home/node/waxdata/state").orElseThrow();
    assertThat(state.options()).contains("size=129G", "x-systemd.after=zfs-mount.service");
    assertThat(state.dump()).hasValue(0);
    assertThat(state.pass()).isEqualTo(OptionalInt.empty());
    assertThat(nodeos.swap("/swap.img")).isPresent();
    Fstab centos = Fstab.parse(read("fstab/jc-centos77.txt"));
    assertThat(centos.entries()).hasSize(3);
    assertThat(centos.mount("/boot").orElseThrow().pass()).hasValue(0);
    Fstab three = Fstab.parse(read("fstab/no-mntopts-indented-hash.txt"));
    assertThat(three.mount("/foo").orElseThrow().options()).containsExactly("defaults");
    assertThat(three.mount("/var/opt/rh/rh-postgresql95/lib/pgsql")).isPresent();
    Fstab octal = Fstab.parse(read("fstab/octal-040-and-trailing-comment.txt"));
    assertThat(octal.mount("/l ok/at")).isPresent();
    assertThat(octal.entries()).hasSize(5);
    assertThat(Fstab.parse(read("fstab/rhel-hdfs-nfs-5fields.txt")).entries()).hasSize(8);
    assertThat(Fstab.parse(read("fstab/two-swap-none.txt")).entries())
        .allMatch(Fstab.Entry::isSwap)
        .extracting(Fstab.Entry::source)
        .containsExactly("/swapfile1", "/swapfile2", "LABEL=swap1", "LABEL=swap2");
  }

  @Test
  void interrupts() throws Exception {
    String headless = read("interrupts/no-header-invalid.txt");
    assertThatThrownBy(() -> Interrupts.parse(headless)).isInstanceOf(Refusal.class);
    Interrupts laptop = Interrupts.parse(read("interrupts/node-exporter-x86.txt"));
    assertThat(laptop.cpus()).containsExactly(0, 1, 2, 3);
    assertThat(laptop.rows().stream().filter(row -> row.number().isPresent())).hasSize(15);
    Interrupts rhel = Interrupts.parse(read("interrupts/rhel-8cpu.txt"));
    assertThat(rhel.cpus()).hasSize(8);
    Interrupts.Row network =
        rhel.rows().stream().filter(row -> row.label().equals("29")).findFirst().orElseThrow();
    assertThat(network.actions()).containsExactly("enp0s25");
    assertThat(network.counts().get(7)).isEqualTo(56791);
    Interrupts single = Interrupts.parse(read("interrupts/single-cpu-no-hwirq.txt"));
    assertThat(single.rows().get(0).actions()).containsExactly("timer");
  }

  @Test
  void affinityMasks() throws Exception {
    assertThat(CpuSet.parseMask(read("irq-affinity/smp_affinity-288cpu.txt").strip()).numbers())
        .containsExactly(27);
    IniFile masks =
        IniFile.parse(
            read("irq-affinity/smp_affinity-list-grep.txt"), new Style(Optional.of(":"), false));
    Map.of(11, List.of(2, 6), 16, List.of(0, 4), 23, List.of(1, 5), 24, List.of(2), 25, List.of(6))
        .forEach(
            (irq, cpus) ->
                assertThat(
                        CpuSet.parseMask(
                                masks.get("", "/proc/irq/" + irq + "/smp_affinity").orElseThrow())
                            .numbers())
                    .isEqualTo(cpus));
  }

  @Test
  void shellAndSystemdFiles() throws Exception {
    ShellAssignments irqbalance =
        ShellAssignments.parse(read("irq-affinity/sysconfig-irqbalance.txt"));
    assertThat(irqbalance.effective("IRQBALANCE_BANNED_CPUS")).contains("f8");
    assertThat(irqbalance.effective("IRQBALANCE_ARGS")).contains("-d");
    assertThat(irqbalance.effective("IRQBALANCE_ONESHOT")).isEmpty();
    SysctlConf sysctl = SysctlConf.parse(read("sysctl/sysctl.conf-semicolon-indent.txt"));
    assertThat(sysctl.get("kernel.modprobe")).contains("/sbin/mod probe");
    assertThat(sysctl.settings()).hasSize(2);
    List<String> environment =
        UnitFile.parse(read("systemd-preload/dropin-jellyfin-debian.conf"))
            .values("Service", "Environment");
    assertThat(UnitEnvironment.ofSettings(environment))
        .containsEntry("LD_PRELOAD", "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2");
    assertThat(UnitEnvironment.ofFile(read("systemd-preload/sysconfig-mysql-preload.txt")))
        .containsEntry("LD_PRELOAD", "/usr/lib64/libjemalloc.so.1")
        .containsEntry("THP_SETTING", "never");
  }

  @Test
  void nodeosConfigurations() throws Exception {
    IniFile relay = IniFile.parse(read("nodeos/relay-heap-32g.ini"), Style.INLINE_COMMENTS);
    assertThat(relay.get("", "database-map-mode")).contains("heap");
    assertThat(relay.get("", "chain-state-db-size-mb")).contains("32768");
    assertThat(relay.values("", "plugin")).hasSize(5);
    String cjk = read("nodeos/trailing-comments-cjk.ini");
    IniFile comments = IniFile.parse(cjk, Style.INLINE_COMMENTS);
    assertThat(comments.get("", "contracts-console")).contains("true");
    assertThat(comments.get("", "verbose-http-errors")).contains("true");
    assertThat(comments.get("", "database-map-mode")).isEmpty();
    assertThat(comments.get("", "signature-provider").orElseThrow()).endsWith("=KEY:REMOVED");
    assertThat(comments.with("", "contracts-console", "false").text())
        .isEqualTo(cjk.replace("contracts-console = true", "contracts-console = false"));
    IniFile wax = IniFile.parse(read("nodeos/wax-mapped-private-120g.ini"), Style.INLINE_COMMENTS);
    assertThat(wax.get("", "chain-state-db-size-mb")).contains("120000");
    assertThat(wax.get("", "database-map-mode")).contains("mapped_private");
    assertThat(wax.get("", "access-control-allow-headers"))
        .contains("Origin, X-Requested-With, Content-Type, Accept");
    assertThat(NodeosLog.tellsOfNoRoom(read("nodeos/log-snapshot-too-small.log"))).isTrue();
  }

  @Test
  void serverParameters() throws Exception {
    BoxedTable observers = table("show-parameters-3-observers.txt");
    assertThat(observers.rows())
        .hasSize(3)
        .allMatch(row -> row.get("value").equals(Optional.of("0")));
    assertThat(observers.rows()).allMatch(row -> row.get("data_type").isEmpty());
    assertThat(table("show-parameters-cpu_quota-tenant.txt").rows().get(0).get("svr_port"))
        .contains("12345");
    for (String name :
        List.of("show-parameters-memory_limit-v3.1-boxed.txt", "show-parameters-vertical-G.txt")) {
      BoxedTable limits = table(name);
      assertThat(limits.rows()).hasSize(2);
      assertThat(limits.rows().get(1).get("name")).contains("memory_limit");
      assertThat(limits.rows().get(1).get("value")).contains("8G");
      assertThat(limits.rows().get(1).get("edit_level")).contains("DYNAMIC_EFFECTIVE");
      assertThat(limits.rows().get(1).get("info").orElseThrow()).endsWith("Range: 0, [8G,)");
    }
    BoxedTable syslog = table("show-parameters-v4.2-14cols.txt");
    assertThat(syslog.rows().get(0).cells()).hasSize(14);
    assertThat(syslog.rows().get(0).get("value")).contains("WDIAG");
    assertThat(syslog.rows().get(0).get("isdefault")).contains("1");
    assertThat(table("alter-system-set-ok.txt").rows()).isEmpty();
    ServerParameters values = ServerParameters.of(observers);
    assertThat(values.named("log_archive_concurrency").rows())
        .extracting(ServerParameters.Row::observer)
        .containsExactly("xxx.xx.xxx.198:2882", "xxx.xx.xxx.197:2882", "xxx.xx.xxx.196:2882");
    ServerParameters limit =
        ServerParameters.of(table("show-parameters-memory_limit-v3.1-boxed.txt"));
    assertThat(limit.named("memory_limit").rows())
        .extracting(ServerParameters.Row::value)
        .containsExactly("8G");
    ServerParameters.Row quota =
        ServerParameters.of(table("show-parameters-cpu_quota-tenant.txt")).rows().get(0);
    assertThat(quota.value()).isEqualTo("2");
    assertThat(quota.scope()).isEqualTo("TENANT");
    assertThat(read("oceanbase/param-seed-edit-levels.txt")).contains("STATIC_EFFECTIVE");
    assertThat(new ServerParameters.Row("", "", "", "", "", "STATIC_EFFECTIVE").isStatic())
        .isTrue();
  }

  private static BoxedTable table(String name) throws Exception {
    return BoxedTable.parse(read("oceanbase/" + name));
  }

  @Test
  void threadsAndTheirCpus() throws Exception {
    assertThat(ThreadStatus.of("Pid:\t1\n" + read("taskset/stride-status.txt")).cpus())
        .isEqualTo(CpuSet.parse("0-7:2"));
    Map<String, List<String>> shown =
        Map.of(
            "taskset/list-0-3.txt", List.of("0-3", "3"),
            "taskset/list-after-cpu-offline.txt", List.of("0"),
            "taskset/list-comma-after-set.txt", List.of("0-5", "0-1"),
            "taskset/mask-40cpu.txt", List.of("0-39"),
            "taskset/mask-ff.txt", List.of("0-7", "0-7"));
    for (Map.Entry<String, List<String>> sample : shown.entrySet()) {
      List<CpuSet> found =
          read(sample.getKey())
              .lines()
              .map(line -> line.split(": "))
              .map(
                  words ->
                      words[0].endsWith("mask")
                          ? CpuSet.parseMask(words[1])
                          : CpuSet.parse(words[1]))
              .toList();
      assertThat(found)
          .as(sample.getKey())
          .isEqualTo(sample.getValue().stream().map(CpuSet::parse).toList());
    }
  }

  @Test
  void refusedAndBannedInterrupts() throws Exception {
    String refused = read("irq-affinity/smp_affinity-write-enospc.txt").strip();
    String error = refused.substring(refused.lastIndexOf(": "));
    assertThat(IrqRefusal.of("/proc/irq/1/smp_affinity_list" + error))
        .hasValueSatisfying(
            refusal -> {
              assertThat(refusal.unsupported()).isFalse();
              assertThat(refusal.reason()).contains("vectors");
            });
    Map<String, String> variables =
        UnitEnvironment.ofFile(read("irq-affinity/sysconfig-irqbalance.txt"));
    assertThat(IrqbalanceOptions.of(List.of("-d"), variables).cpus())
        .isEqualTo(CpuSet.parse("3-7"));
    assertThat(Preload.libraries(Preload.inDropIn(read("systemd-preload/dropin-rhel.conf")).get()))
        .containsExactly("/usr/lib64/libjemalloc.so");
    assertThat(Preload.inEnvironmentFile(read("systemd-preload/sysconfig-mysql-preload.txt")))
        .contains("/usr/lib64/libjemalloc.so.1");
  }
}
