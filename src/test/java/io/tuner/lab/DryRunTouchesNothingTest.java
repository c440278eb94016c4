package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What only looks changes nothing: every call of the remote shell and its children is traced, as
 * root, through sudo, and through sudo with a password.
 */
@RealHosts
@Proves(
    what = "a dry run, a plan and a verification make no call that changes anything",
    against = "real hosts, traced by strace")
class DryRunTouchesNothingTest {
  private static final String PLAYBOOK = ControlMachine.playbook("apply.yml");

  @TempDir Path directory;

  private ControlMachine control;
  private final List<Host> hosts = Lab.hosts().subList(0, 3);

  @BeforeEach
  void traced() {
    control = new ControlMachine(directory);
    control.inventory(
        Login.of(Lab.host(1), "root").traced(),
        Login.of(Lab.host(2), "tuner").traced(),
        Login.of(Lab.host(3), "operator")
            .traced()
            .with("ansible_become_password", Lab.operatorPassword()));
    hosts.forEach(Host::clearTraces);
  }

  private Outcome tuner(String... words) {
    Outcome outcome = control.tuner(words);
    assertThat(outcome.exit()).as("%s", outcome).isIn(0, 3);
    return outcome;
  }

  @Test
  void dryRunsPlansAndVerificationsMakeNoCallThatChanges() {
    hosts.forEach(host -> host.output("rm -rf /var/lib/tuner"));
    tuner("apply", PLAYBOOK, "-i", "inventory.yml", "--dry-run");
    tuner("plan", PLAYBOOK, "-i", "inventory.yml", "-o", "plan.json");
    assertThat(tuner("verify", PLAYBOOK, "-i", "inventory.yml").exit()).isEqualTo(3);
    tuner("facts", "-i", "inventory.yml");
    for (Host host : hosts) {
      List<SystemCalls> traces = host.traces();
      assertThat(traces).as(host.name()).hasSizeGreaterThanOrEqualTo(4);
      assertThat(traces.stream().flatMap(trace -> trace.programs().stream()))
          .as(host.name())
          .anyMatch(program -> program.endsWith("/head"))
          .anyMatch(program -> program.endsWith("/systemctl"));
      assertThat(traces.stream().flatMap(trace -> trace.changes().stream()))
          .as(host.name())
          .isEmpty();
      assertThat(host.ssh("ls /var/lib/tuner").exit()).as(host.name()).isEqualTo(2);
    }
  }

  @Test
  void anApplyIsSeenToChange() {
    control.write(
        "one.yml",
        """
        - hosts: all
          become: true
          tasks:
            - file: {dest: /etc/lab-traced, content: "x\\n"}
        """);
    tuner("apply", "one.yml", "-i", "inventory.yml", "--yes");
    for (Host host : hosts) {
      assertThat(host.traces().stream().flatMap(trace -> trace.changes().stream()))
          .as(host.name())
          .anyMatch(call -> call.contains("/var/lib/tuner/lock"))
          .anyMatch(call -> call.contains("rename") && call.contains("/etc/lab-traced"));
    }
    tuner("rollback", "-i", "inventory.yml", "--yes");
    hosts.forEach(host -> assertThat(host.ssh("ls /etc/lab-traced").exit()).isEqualTo(2));
  }
}
