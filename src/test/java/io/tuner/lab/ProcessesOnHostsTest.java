package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: their threads on other CPUs, and jemalloc in them. */
@RealHosts
@Proves(
    types = "process_affinity",
    what =
        "all threads of a running service on another CPU, at its next start too, and each thread "
            + "back; a pid file; a process that does not run is pending",
    against = "real systemd and taskset, this kernel")
@Proves(
    types = "ld_preload",
    what =
        "jemalloc in `/proc/PID/maps` of a service after its restart, beside a library that it "
            + "preloaded before; through a wrapper and an environment file; a library for another "
            + "machine is refused; all taken back",
    against = "real systemd, linker and jemalloc")
class ProcessesOnHostsTest {
  private static final int THREADS = 8;

  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private ControlMachine control;
  private String library;

  @BeforeEach
  void services() {
    library = host.output("dpkg -L libjemalloc2 | grep '/libjemalloc.so.2$'");
    host.ssh(
            "cat >/etc/systemd/system/lab-threads.service",
            """
            [Service]
            Type=notify
            NotifyAccess=all
            ExecStart=/usr/bin/perl -Mthreads -e 'threads->create(sub { sleep 1e6 })->detach for 2..%d; \
            system("systemd-notify", "--ready"); sleep 1e6'
            """
                .formatted(THREADS))
        .succeeded();
    host.ssh(
            "cat >/etc/systemd/system/lab-memory.service",
            "[Service]\nEnvironment=LD_PRELOAD=/usr/lib/lab/own.so\nExecStart=/usr/bin/sleep infinity\n")
        .succeeded();
    // Another library that the unit preloads already, and must keep: the same one under another
    // name.
    host.output("cp -L " + library + " /usr/lib/lab/own.so");
    host.output("systemctl daemon-reload && systemctl start lab-threads lab-memory");
    control = new ControlMachine(directory);
    control.inventory(
        Login.of(host, "tuner")
            .with("library", library)
            .with(
                "cpu", host.output("cat /sys/devices/system/cpu/online").replaceAll(".*[-,]", "")));
  }

  @AfterEach
  void asItWas() {
    host.reset();
  }

  private RunDocument run(int exit, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    Outcome outcome = control.tuner(words.toArray(String[]::new));
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return RunDocument.of(outcome);
  }

  private List<String> affinities() {
    return host.output("taskset -acp $(systemctl show -P MainPID lab-threads)")
        .lines()
        .map(line -> line.replaceFirst(".*: ", ""))
        .toList();
  }

  private String cpu() {
    return host.output("cat /sys/devices/system/cpu/online").replaceAll(".*[-,]", "");
  }

  @Test
  @Trap(types = "process_affinity", value = "only the first thread is moved")
  void allThreadsOfAServiceMoveAndSoDoesItsNextStartAndAllComeBack() {
    control.write(
        "pin.yml",
        """
        - hosts: all
          become: true
          tasks:
            - process_affinity: {unit: lab-threads, cpus: "${cpu}"}
        """);
    String one = host.output("ls /proc/$(systemctl show -P MainPID lab-threads)/task | tail -n 1");
    host.output("taskset -cp 0 " + one);
    List<String> before = affinities();
    Snapshot tree = host.tree();
    assertThat(before).hasSize(THREADS).contains("0");

    run(0, "apply", "pin.yml", "--yes");
    assertThat(affinities()).hasSize(THREADS).containsOnly(cpu());
    assertThat(run(0, "apply", "pin.yml", "--yes").changes("host1")).isEmpty();

    run(0, "rollback", "--yes");
    assertThat(affinities()).isEqualTo(before);
    assertThat(host.tree().changesSince(tree)).isEmpty();

    run(0, "apply", "pin.yml", "--yes");
    host.output("systemctl restart lab-threads");
    assertThat(affinities()).hasSize(THREADS).containsOnly(cpu());
    run(0, "verify", "pin.yml");
  }

  @Test
  void aProcessThatDoesNotRunIsPendingAndAPidFileNamesOne() {
    control.write(
        "pin.yml",
        """
        - hosts: all
          become: true
          tasks:
            - process_affinity: {pidfile: /run/lab.pid, cpus: "${cpu}"}
        """);
    RunDocument absent = run(5, "apply", "pin.yml", "--yes");
    assertThat(absent.task("host1", "process_affinity[/run/lab.pid]").get("status"))
        .isEqualTo("pending");
    host.output("systemctl show -P MainPID lab-threads >/run/lab.pid");
    run(0, "apply", "pin.yml", "--yes");
    assertThat(affinities()).hasSize(THREADS).containsOnly(cpu());
  }

  private String maps() {
    return host.output("cat /proc/$(systemctl show -P MainPID lab-memory)/maps");
  }

  @Test
  @Trap(types = "ld_preload", value = "what runs has loaded its libraries long ago")
  void jemallocIsInTheServiceAfterItsRestartBesideWhatWasThereAndGoesWithARollback() {
    control.write(
        "memory.yml",
        """
        - hosts: all
          become: true
          tasks:
            - ld_preload: {unit: lab-memory, library: "${library}"}
              notify: restart
          handlers:
            - name: restart
              restart: {service: lab-memory}
        """);
    Snapshot tree = host.tree();
    assertThat(maps()).contains("/usr/lib/lab/own.so").doesNotContain("libjemalloc");

    run(0, "apply", "memory.yml", "--yes");
    assertThat(maps()).contains("/usr/lib/lab/own.so", library);
    assertThat(run(0, "apply", "memory.yml", "--yes").changes("host1")).isEmpty();
    run(0, "verify", "memory.yml");

    run(0, "rollback", "--yes");
    assertThat(host.tree().changesSince(tree)).isEmpty();
    host.output("systemctl restart lab-memory");
    assertThat(maps()).contains("/usr/lib/lab/own.so").doesNotContain("libjemalloc");
  }

  @Test
  @Trap(types = "ld_preload", value = "the server is no unit")
  void aWrapperAndAnEnvironmentFileCarryItToo() {
    control.write(
        "memory.yml",
        """
        - hosts: all
          become: true
          tasks:
            - ld_preload: {wrapper: /usr/local/bin/lab-wrapped, library: "${library}"}
            - ld_preload: {env_file: /etc/default/lab, library: "${library}"}
        """);
    host.output("printf '# ours\\nA=1\\n' >/etc/default/lab");
    Snapshot tree = host.tree();
    run(0, "apply", "memory.yml", "--yes");
    String ask = "cat /proc/self/maps";
    assertThat(host.output("LD_PRELOAD=/usr/lib/lab/own.so lab-wrapped " + ask))
        .contains(library, "/usr/lib/lab/own.so");
    assertThat(
            host.output("systemd-run -q --wait --pipe -p EnvironmentFile=/etc/default/lab " + ask))
        .contains(library);
    run(0, "rollback", "--yes");
    assertThat(host.tree().changesSince(tree)).isEmpty();
  }

  @Test
  void aLibraryForAnotherMachineIsRefusedBeforeAnythingIsWritten() {
    control.write(
        "memory.yml",
        """
        - hosts: all
          become: true
          tasks:
            - ld_preload: {unit: lab-memory, library: /usr/lib/lab/other.so}
        """);
    // e_machine, at 18 of an ELF header: LoongArch, which this is not.
    host.output("cp -L " + library + " /usr/lib/lab/other.so");
    host.output(
        "printf '\\002\\001' | dd of=/usr/lib/lab/other.so bs=1 seek=18 conv=notrunc status=none");
    Snapshot tree = host.tree();
    RunDocument refused = run(1, "apply", "memory.yml", "--yes");
    assertThat(refused.task("host1", "ld_preload[lab-memory.service]").get("message").toString())
        .contains("LoongArch");
    assertThat(host.tree().changesSince(tree)).isEmpty();
  }
}
