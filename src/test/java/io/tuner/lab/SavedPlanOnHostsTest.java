package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was reviewed is applied, and nothing else. */
@RealHosts
@Proves(
    what = "a saved plan is applied as reviewed, and refused where the host moved",
    against = "real hosts")
class SavedPlanOnHostsTest {
  private static final String RETRIES = "/proc/sys/net/ipv4/tcp_retries2";

  @TempDir Path directory;

  private final Host host = Lab.host(3);
  private ControlMachine control;

  @BeforeEach
  void plan() {
    control = new ControlMachine(directory);
    control.inventory(
        Login.of(host, "operator").with("ansible_become_password", Lab.operatorPassword()));
    control.write(
        "site.yml",
        """
        - hosts: all
          become: true
          tasks:
            - sysctl: {settings: {net.ipv4.tcp_retries2: 7}}
            - file: {dest: /etc/lab-planned, content: "planned\\n", mode: "0600"}
              notify: tell
          handlers:
            - name: tell
              run: {command: cp /etc/lab-planned /tmp/lab-told}
        """);
    assertThat(tuner("plan", "site.yml", "-o", "plan.json").exit()).isZero();
  }

  private Outcome tuner(String... words) {
    String[] all = java.util.Arrays.copyOf(words, words.length + 4);
    System.arraycopy(
        new String[] {"-i", "inventory.yml", "--output", "json"}, 0, all, words.length, 4);
    return control.tuner(all);
  }

  @Test
  void aSavedPlanIsForItsOwnerAloneAndHoldsNoSecret() throws Exception {
    Path plan = directory.resolve("plan.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(plan)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(plan)).contains("planned").doesNotContain("$HOME");
  }

  @Test
  void aSavedPlanIsAppliedWithoutItsPlaybookAndTakenBack() throws Exception {
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    Files.delete(directory.resolve("site.yml"));
    Outcome outcome = tuner("apply", "plan.json", "--yes");
    assertThat(outcome.exit()).as("%s", outcome).isZero();
    assertThat(host.output("cat " + RETRIES + " /etc/lab-planned /tmp/lab-told; rm /tmp/lab-told"))
        .isEqualTo("7\nplanned\nplanned");
    assertThat(host.output("stat -c '%a %U' /var/lib/tuner /var/lib/tuner/runs/*"))
        .as("for root alone")
        .matches("(700 root\n?)+");
    assertThat(tuner("rollback", "--yes").exit()).isZero();
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  void aHostThatHasMovedIsRefusedWithTheKnobAndBothValues() {
    host.output("echo 9 >" + RETRIES);
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    Outcome outcome = tuner("apply", "plan.json", "--yes");
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(1);
    assertThat(RunDocument.of(outcome).error(host.name()))
        .contains(RETRIES)
        .contains("`15`")
        .contains("`9`");
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
    host.output("echo 15 >" + RETRIES);
  }
}
