package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks of two types that set one knob: one by its type, the other by a file that says so too. */
class OneKnobTwoTasksTest extends OneHost {

  /** Refused before the host is contacted, the error naming both tasks and the knob. */
  private void isRefused(String knob, String... tasks) throws Exception {
    String list = String.join("", Stream.of(tasks).map(task -> "    - " + task + "\n").toList());
    assertThat(run("apply", playbook(list))).isEqualTo(ExitCode.USAGE);
    String said = err.toString(StandardCharsets.UTF_8);
    assertThat(said)
        .contains("site.yml:4:7: error: `" + knob + "` is set to")
        .contains("- " + tasks[1].substring(0, tasks[1].indexOf(':')))
        .contains(" by `" + tasks[0].substring(0, tasks[0].indexOf(':')) + "[")
        .contains("site.yml:3:7; keep one of them");
    assertThat(host.resolve("var")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file: {dest: /etc/sysctl.d/10-first.conf, content: \"vm.swappiness = 60\\n\"}",
        "file: {dest: /etc/sysctl.d/zz.conf, content: \"# x\\n-vm/swappiness=60\\n\"}",
        "file: {dest: /etc/sysctl.conf, content: \"vm.swappiness=10\\nvm.swappiness=60\\n\"}",
        "template: {src: swappiness.conf, dest: /usr/lib/sysctl.d/50-x.conf}",
        "config_option: {path: /etc/sysctl.d/9.conf, option: vm.swappiness, value: 60, create: true}"
      })
  void aKernelParameter(String other) throws Exception {
    Files.createDirectories(directory.resolve("templates"));
    Files.writeString(directory.resolve("templates/swappiness.conf"), "vm.swappiness=${30 * 2}\n");
    isRefused("/proc/sys/vm/swappiness", "sysctl: {settings: {vm.swappiness: 10}}", other);
  }

  @Test
  void aKernelParameterOfTheNextBootAlone() throws Exception {
    isRefused(
        "sysctl.d:vm.swappiness",
        "file: {dest: /etc/sysctl.d/1.conf, content: \"vm.swappiness=60\\n\"}",
        "sysctl: {settings: {vm.swappiness: 10}, live: false}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file: {dest: /etc/security/limits.d/a.conf, content: \"admin - nofile 1024\\n\"}",
        "file: {dest: /etc/security/limits.conf, content: \"admin soft nofile 1024\\n\"}",
        "config_option: {path: /etc/security/limits.d/b.conf, option: admin soft nofile,"
            + " separator: \" \", value: 1024, create: true}"
      })
  void aLimit(String other) throws Exception {
    isRefused("limits:admin soft nofile", other, "limits: {domain: admin, soft: {nofile: 655350}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file: {dest: /etc/default/grub, content: \"GRUB_CMDLINE_LINUX=\\\"quiet skew_tick=1\\\"\\n\"}",
        "file: {dest: /etc/default/grub.d/a.cfg, content: \"GRUB_CMDLINE_LINUX_DEFAULT=skew_tick=1\"}",
        "config_option: {path: /etc/default/grub, option: GRUB_CMDLINE_LINUX, value: skew_tick=1}"
      })
  void aWordOfTheCommandLine(String other) throws Exception {
    isRefused("cmdline:skew_tick", "kernel_cmdline: {absent: [skew_tick]}", other);
  }

  @Test
  void aLineWrittenWholeAndAWordPutIntoIt() throws Exception {
    isRefused(
        "config:/etc/default/grub:GRUB_CMDLINE_LINUX",
        "config_option: {path: /etc/default/grub, option: GRUB_CMDLINE_LINUX, value: quiet}",
        "kernel_cmdline: {present: [pci=pcie_bus_perf]}");
  }

  @Test
  void aFileThatSetsThatSoOrSomethingElseIsNoConflict() throws Exception {
    Path tasks =
        playbook(
            """
                - file:
                    dest: /etc/sysctl.d/10-x.conf
                    content: |
                      vm.swappiness=010
                      vm.dirty_ratio=60
                      net.ipv4.conf.*.rp_filter = 2
                - file: {dest: /etc/other.conf, content: "vm.swappiness=60\\n"}
                - sysctl: {settings: {vm.swappiness: 10, net.ipv4.conf.all.rp_filter: 1}}
                - sysctl: {settings: {vm.dirty_ratio: ">= 20"}}
            """
                .replace("010", "10"));
    assertThat(dispatch("lint", tasks.toString(), "-i", hosts())).isZero();
  }

  /** A warning of the plan that names the knob, both tasks, and the file. */
  private void isWarnedOf(String task, String other, String... said) throws Exception {
    Path tasks = playbook("    - " + other + "\n    - " + task + "\n");
    int exit = dispatch("plan", tasks.toString(), "-i", hosts());
    assertThat(exit).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(printed()).contains(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz-late.rules", "99-tuner-cover.rules"})
  void aQueueAndARuleOfUdevThatIsYetToBeWritten(String name) throws Exception {
    write("sys/block/sda/dev", "8:0");
    write("run/udev/data/b8:0", "E:ID_SERIAL=3600605b0");
    write("sys/block/sda/queue/rotational", "0");
    write("sys/block/sda/queue/read_ahead_kb", "128");
    String path = "/etc/udev/rules.d/" + name;
    isWarnedOf(
        "block_queue: {devices: sda, read_ahead_kb: 256}",
        "file: {dest: " + path + ", content: 'ATTR{queue/read_ahead_kb}=\"64\"'}",
        "/sys/block/sda/queue/read_ahead_kb",
        "block_queue[sda]",
        path + ":1 of file[" + path + "]");
  }

  @Test
  void anAttributeAndAFileOfTmpfilesThatIsYetToBeWritten() throws Exception {
    write("sys/kernel/mm/ksm/run", "0");
    String path = "/etc/tmpfiles.d/00-early.conf";
    isWarnedOf(
        "sysfs: {path: /sys/kernel/mm/ksm/run, value: 1}",
        "file: {dest: " + path + ", content: \"w /sys/kernel/mm/ksm/run - - - - 2\\n\"}",
        "sysfs[/sys/kernel/mm/ksm/run]",
        "of file[" + path + "]");
  }

  private void write(String path, String line) throws Exception {
    Files.createDirectories(host.resolve(path).getParent());
    Files.writeString(host.resolve(path), line + "\n");
  }
}
