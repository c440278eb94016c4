package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tuner.format.IniFile.Style;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads outputs of real tools from the folder that TUNER_SAMPLES names. */
class SamplesTest {
  private static Path folder;

  @BeforeEach
  void findFolder() {
    String name = System.getenv("TUNER_SAMPLES");
    assumeTrue(name != null, "left out: TUNER_SAMPLES names no folder with outputs of real tools");
    folder = Path.of(name);
  }

  private static String read(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> names(String directory) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(directory))) {
      return files.map(file -> directory + "/" + file.getFileName()).sorted().toList();
    }
  }

  @Test
  void schedulersAndHugePages() {
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
  void commandLines() {
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
  void fileSystemTables() throws IOException {
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
  void bootLoaderFiles() throws IOException {
    assertThat(GrubConfig.parse(read("grub-bls/efi-stub-fedora-grub.cfg")).realConfiguration())
        .contains("/boot/grub2/grub.cfg");
    assertThat(GrubConfig.parse(read("grub-bls/efi-stub-ubuntu.cfg")).realConfiguration())
        .contains("/boot/grub/grub.cfg");
    assertThat(
            GrubConfig.parse(read("grub-bls/efi-stub-ubuntu-separate-boot.cfg"))
                .realConfiguration())
        .contains("/boot/grub/grub.cfg");
    for (String name : names("grub-bls")) {
      if (name.contains("efi-stub")) {
        assertThat(GrubConfig.parse(read(name)).isStub()).as(name).isTrue();
      }
    }
    GrubConfig generated = GrubConfig.parse(read("grub-bls/grub2-efi.cfg"));
    assertThat(generated.isStub()).isFalse();
    assertThat(generated.entries()).hasSize(4);
    assertThat(generated.entries())
        .extracting(GrubConfig.Entry::isRescue)
        .containsExactly(false, false, false, true);
    assertThat(generated.entries().get(0).arguments().values("rd.lvm.lv"))
        .containsExactly("rhel/root", "rhel/swap");
    Map<String, String> variables =
        GrubEnvironment.listed(read("grub-bls/grubenv-rhel8-kernelopts-tuned.txt"));
    assertThat(variables.get("tuned_params")).isEqualTo("transparent_hugepages=never");
    assertThat(KernelArguments.parse(variables.get("kernelopts")).values("console"))
        .containsExactly("tty0", "ttyS0,115200");
  }

  @Test
  void grubDefaults() throws Exception {
    ShellAssignments arch = defaults("arch-indirect-variables.txt");
    assertThat(appended(arch, "GRUB_CMDLINE_LINUX_DEFAULT"))
        .isEqualTo(arch.text().replace("keymap=de\"", "keymap=de new\""));
    ShellAssignments dynamic = defaults("command-substitution-self-edit.txt");
    assertThat(dynamic.effective("GRUB_RECORDFAIL_TIMEOUT")).contains("10");
    assertThatThrownBy(() -> appended(dynamic, "GRUB_CMDLINE_LINUX")).isInstanceOf(Refusal.class);
    assertThat(defaults("dpdk-hugepages-single-quotes.txt").words("GRUB_CMDLINE_LINUX"))
        .startsWith("default_hugepagesz=1GB", "hugepagesz=1GB", "hugepages=6");
    ShellAssignments fedora = defaults("fedora-appended-duplicate-key.txt");
    assertThat(fedora.words("GRUB_CMDLINE_LINUX"))
        .containsExactly("rhgb", "quiet", "text", "console=tty0", "console=ttyS0,115200n8");
    assertThat(fedora.effective("GRUB_TIMEOUT")).contains("1");
    assertThat(
            fedora
                .withWords(
                    "GRUB_CMDLINE_LINUX",
                    words -> new KernelArguments(words).apply(List.of(), List.of("quiet")).words())
                .text())
        .isEqualTo(fedora.text().replace("\"rhgb quiet\"", "\"rhgb\""));
    ShellAssignments odd = defaults("shellvars-odd-quoting.txt");
    assertThat(odd.effective("var3")).contains("ab#c");
    assertThat(odd.effective("var4")).contains("ab");
    assertThat(odd.effective("ESSID")).contains("Joe's net");
    assertThat(odd.effective("IPADDR")).contains("172.31.0.31");
    assertThat(odd.effective("EMPTY")).contains("");
    ShellAssignments dropIn =
        ShellAssignments.parse(
            List.of(
                "GRUB_CMDLINE_LINUX_DEFAULT=\"base\"\n",
                read("grub-default/ubuntu-dropin-brace-plus-expansion.cfg")));
    assertThat(dropIn.words("GRUB_CMDLINE_LINUX_DEFAULT")).containsExactly("base", "preempt=full");
    assertThat(defaults("ubuntu-rt-isolcpus-dropin.cfg").words("GRUB_CMDLINE_LINUX_DEFAULT"))
        .contains("isolcpus=domain,managed_irq,1-7");
    assertThat(defaults("usb-quirks-dropin.cfg").words("GRUB_CMDLINE_LINUX"))
        .containsExactly("usb_storage.quirks=0bc2:ac2b:,0bc2:2344:,0bc2:ac41:,0bc2:ab9a:");
  }

  private static ShellAssignments defaults(String name) {
    return ShellAssignments.parse(read("grub-default/" + name));
  }

  private static String appended(ShellAssignments file, String name) throws Exception {
    String text =
        file.withWords(name, w -> Stream.concat(w.stream(), Stream.of("new")).toList()).text();
    ShellSyntax.check(text);
    return text;
  }

  @Test
  void interrupts() throws Refusal {
    assertThatThrownBy(() -> Interrupts.parse(read("interrupts/no-header-invalid.txt")))
        .isInstanceOf(Refusal.class);
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
  void shellAndSystemdFiles() throws Refusal {
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
  void nodeosConfigurations() throws Refusal {
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
  }

  @Test
  void serverParameters() throws Refusal {
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
  }

  private static BoxedTable table(String name) throws Refusal {
    return BoxedTable.parse(read("oceanbase/" + name));
  }
}
