package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Text is text on its way to a host and on its way back, whatever a shell or a terminal makes of
 * it.
 */
@RealHosts
@Proves(
    what =
        "text reaches a host as it was written, and a host's control characters reach no terminal",
    against = "real hosts")
class HostileValuesTest {
  private static final String PLAYBOOK = ControlMachine.playbook("hostile.yml");

  @TempDir Path directory;

  private final Host host = Lab.host(3);
  private ControlMachine control;

  @BeforeEach
  void inventory() {
    control = new ControlMachine(directory);
    control.inventory(
        Login.of(host, "operator").with("ansible_become_password", Lab.operatorPassword()));
  }

  private Outcome tuner(int exit, String... words) {
    Outcome outcome = control.tuner(words);
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return outcome;
  }

  @Test
  void valuesReachTheHostAsTheyAreWrittenAndNothingIsRun() {
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    tuner(0, "apply", PLAYBOOK, "-i", "inventory.yml", "--yes");

    String content =
        "$(touch /tmp/pwned) `touch /tmp/pwned` \"q\" 'q' ; touch /tmp/pwned\n"
            + "-n ${HOME} \\ %s é ☃ $$ !! #{x}\n";
    assertThat(host.ssh("cat '/etc/lab hostile/$(touch pwned);\"q\" é'").succeeded().stdout())
        .isEqualTo(content);
    assertThat(host.ssh("cat '/etc/lab hostile/-rf it'\\''s'").succeeded().stdout())
        .isEqualTo(content);
    assertThat(host.output("cat /proc/sys/kernel/domainname"))
        .isEqualTo("$(touch /tmp/pwned);`id`'\"");
    assertThat(host.output("cat /etc/lab-hostile.ini"))
        .contains("option = $(touch /tmp/pwned); `touch /tmp/pwned` \"'\\ -x");
    assertThat(host.output("readlink '/etc/lab hostile/link'")).isEqualTo("$(touch /tmp/pwned) -f");
    assertThat(host.output("cat /etc/systemd/system/lab-trace-sshd.service.d/tuner.conf"))
        .contains("Environment=A=$(touch /tmp/pwned)\n")
        .contains("Environment=\"B=back`quote ; touch /tmp/pwned\"");
    assertThat(host.output("cat /tmp/lab-said; rm /tmp/lab-said")).isEqualTo("it's $HOME \"x\"");

    tuner(0, "verify", PLAYBOOK, "-i", "inventory.yml");
    tuner(0, "rollback", "-i", "inventory.yml", "--yes");
    assertThat(host.output("ls -d /tmp/pwned* /pwned* ~/pwned* 2>/dev/null; true")).isEmpty();
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  void controlCharactersOfAHostNeverReachTheTerminal() {
    String evil = "a\\033]0;owned\\007\\033[31mred\\033[2J\\r\\010\\302\\233x\\342\\200\\256y";
    host.output("printf '" + evil + "' >/proc/sys/kernel/domainname");
    host.output(
        "printf '"
            + evil
            + "\\n' | tee /etc/lab-evil >/etc/lab-worse; touch \"/etc/lab-$(printf '\\033c')\"");
    control.write(
        "evil.yml",
        """
        - hosts: all
          become: true
          tasks:
            - sysctl: {settings: {kernel.domainname: plain}, persist: false}
            - file: {dest: /etc/lab-evil, content: "plain\\n"}
            - config_option: {path: /etc/lab-worse, option: a, value: b}
            - command: {run: "cat /etc/lab-evil /etc/lab-*; cat /etc/lab-evil >&2; exit 3", creates: /etc/never}
        """);
    List<Outcome> outcomes =
        List.of(
            tuner(0, "plan", "evil.yml", "-i", "inventory.yml", "-v"),
            tuner(1, "apply", "evil.yml", "-i", "inventory.yml", "-v", "--yes"),
            tuner(0, "rollback", "-i", "inventory.yml", "-v", "--yes"),
            tuner(0, "plan", "evil.yml", "-i", "inventory.yml", "--output", "json"),
            tuner(0, "facts", "-i", "inventory.yml"));
    for (Outcome outcome : outcomes) {
      assertThat(outcome.stdout() + outcome.stderr())
          .doesNotContainPattern(
              "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");
    }
    assertThat(outcomes.get(0).stdout()).contains("red").contains("plain");
    assertThat(outcomes.get(1).stdout()).contains("exit 3").contains("owned");
    host.output("rm -f /etc/lab-*; printf '(none)' >/proc/sys/kernel/domainname");
  }
}
