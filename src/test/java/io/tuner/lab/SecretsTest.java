package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A password that the inventory holds, for the login and for sudo, is nowhere else: no output, no
 * report, no plan, no journal or log of the host, no arguments and no environment of any process.
 */
@RealHosts
@Proves(
    what =
        "an inventory's password is in no output, report, plan, journal, log, arguments or "
            + "environment",
    against = "real hosts")
class SecretsTest {
  /** A part of the password that has no form of its own in shell, JSON or strace, but for \. */
  private static final Pattern PASSWORD = Pattern.compile("lab\\\\*\" \\\\*\\$HOME");

  @TempDir Path directory;

  private final Host host = Lab.host(3);

  @Test
  void aPasswordStaysWhereItWasWritten() throws Exception {
    assertThat(Lab.operatorPassword()).containsPattern(PASSWORD);
    ControlMachine control = new ControlMachine(directory);
    Login operator = Login.of(host, "operator").traced();
    operator.variables().remove("ansible_ssh_private_key_file");
    control.inventory(
        operator
            .with("ansible_password", Lab.operatorPassword())
            .with("ansible_become_password", Lab.operatorPassword()));
    control.write(
        "site.yml",
        """
        - hosts: all
          become: true
          tasks:
            - sysctl: {settings: {net.ipv4.tcp_retries2: 7}}
            - file: {dest: /etc/lab-secret, content: "of ${inventory_hostname}\\n"}
            - command: {run: id >/etc/lab-id, creates: /etc/lab-id, rollback: rm /etc/lab-id}
            - command: {run: "false", creates: /etc/lab-never}
        """);
    host.clearTraces();
    List<Outcome> outcomes = new ArrayList<>();
    ProcessWatch watch = new ProcessWatch(PASSWORD);
    try (watch) {
      outcomes.add(run(control, "plan", "site.yml", "-v", "-o", "plan.json"));
      outcomes.add(run(control, "apply", "site.yml", "-v", "--yes"));
      outcomes.add(run(control, "verify", "site.yml", "--output", "json"));
      outcomes.add(run(control, "history", "-v"));
      outcomes.add(run(control, "rollback", "--yes", "-v"));
      outcomes.add(run(control, "inventory", "--list"));
    }

    assertThat(outcomes).extracting(Outcome::exit).containsExactly(0, 1, 3, 0, 0, 0);
    assertThat(outcomes)
        .allSatisfy(
            outcome ->
                assertThat(outcome.stdout() + outcome.stderr()).doesNotContainPattern(PASSWORD));
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile))
          .anyMatch(file -> file.endsWith("report.json"))
          .filteredOn(file -> PASSWORD.matcher(Lab.text(file)).find())
          .containsExactly(directory.resolve("inventory.yml"));
    }
    assertThat(watch.found()).isEmpty();
    assertThat(watch.programs()).contains("sudo").anyMatch(program -> program.endsWith("java"));
    assertThat(host.traces()).hasSizeGreaterThanOrEqualTo(5);
    String everywhere = "/var/lib/tuner /run/lab/trace /var/log /run/log /tmp /etc";
    assertThat(host.output("grep -rlaE 'lab\\\\*\" \\\\*[$]HOME' " + everywhere + " || true"))
        .isEmpty();
    assertThat(host.output("ls -d /var/lib/tuner/runs/* /run/lab/trace/*")).isNotEmpty();
  }

  private static Outcome run(ControlMachine control, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-i", "inventory.yml"));
    return control.tuner(all.toArray(String[]::new));
  }
}
