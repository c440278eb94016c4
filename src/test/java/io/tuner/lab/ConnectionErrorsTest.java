package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hosts that cannot be reached, or whose rights cannot be had, each in its own way, and in the same
 * run one that can: it alone is changed, and each of the others has one error and a hint.
 */
@RealHosts
@Proves(
    what = "twelve ways not to get in, each with one error and a hint, beside a host that works",
    against = "real hosts")
class ConnectionErrorsTest {
  private static final String WRONG_PASSWORD = "not the operator's";

  @TempDir Path directory;

  private ControlMachine control;
  private final Map<Login, String> errors = new LinkedHashMap<>();

  private void wrong(String name, Login login, String error) {
    errors.put(new Login(name, login.variables()), error);
  }

  private String knownHosts(String name, String text) {
    return "-o UserKnownHostsFile=" + control.write(name, text) + " -o GlobalKnownHostsFile=none";
  }

  private void declareWhatIsWrong() {
    Host host = Lab.host(1);
    String mine = Pattern.quote(host.address());
    Login root = Login.of(host, "root");
    Login operator = Login.of(host, "operator");
    wrong(
        "unknown",
        root.with("ansible_ssh_common_args", knownHosts("none", "")),
        "host key is not known: ssh-ed25519 SHA256:.*\nhint: .*ssh-keygen -lf");
    wrong(
        "changed",
        root.with("ansible_ssh_common_args", knownHosts("others", othersKey(host))),
        "host key is not the one at .*others:1: .*SHA256:.*\nhint: .*ssh-keygen -R '" + mine);
    wrong(
        "stranger",
        root.with("ansible_ssh_private_key_file", Lab.key("stranger").toString()),
        "lets nobody in with the keys .*stranger.*\nhint: .*ansible_ssh_private_key_file");
    wrong("nobody", Login.of(host, "no-such-user"), "lets nobody in with .*\nhint: .*ansible_user");
    wrong(
        "encrypted",
        root.with("ansible_ssh_private_key_file", Lab.key("encrypted").toString()),
        "encrypted, and its passphrase was not given\nhint: .*ssh-add");
    wrong(
        "wrongpassword",
        operator.with("ansible_become_password", WRONG_PASSWORD),
        "sudo did not take the password\nhint: .*-K or ansible_become_password");
    wrong("nopassword", operator, "sudo wants a password\nhint: .*-K");
    wrong(
        "refused",
        Login.of(host, "nobodysudo").with("ansible_become_password", WRONG_PASSWORD),
        "sudo (did not take the password|.*may not use sudo.*)\nhint: ");
    wrong("limited", Login.of(host, "limited"), "sudo .*\nhint: ");
    wrong("terminal", Login.of(host, "ttyonly"), "requiretty.*\nhint: .*sudoers");
    wrong(
        "closed",
        root.with("ansible_port", "23"),
        "nothing listens at port 23\nhint: .*ansible_port");
    wrong(
        "down",
        Login.of(Lab.host(2), "root").with("ansible_timeout", "3"),
        "no answer within 3[.]0 s.*\nhint: .*ansible_timeout");
  }

  private static String othersKey(Host host) {
    return Lab.knownHosts()
        .lines()
        .filter(line -> line.startsWith(Lab.host(2).address() + " "))
        .map(line -> line.replace(Lab.host(2).address(), host.address()) + "\n")
        .findFirst()
        .orElseThrow();
  }

  private void inventory() {
    List<Login> logins = new ArrayList<>(errors.keySet());
    logins.add(new Login("good", Login.of(Lab.host(3), "tuner").variables()));
    control.inventory(logins.toArray(Login[]::new));
    control.write(
        "site.yml",
        """
        - hosts: all
          become: true
          tasks:
            - file: {dest: /etc/lab-reached, content: "here\\n"}
        """);
  }

  @Test
  void eachCostsItselfAloneAndSaysWhatToDo() throws Exception {
    control = new ControlMachine(directory);
    declareWhatIsWrong();
    inventory();
    List<Host> untouched = List.of(Lab.host(1), Lab.host(2));
    List<Snapshot> trees = untouched.stream().map(host -> host.tree()).toList();
    Lab.host(2).unplug();
    Outcome text;
    Outcome json;
    try {
      json = control.tuner("apply", "site.yml", "-i", "inventory.yml", "--yes", "--output", "json");
      text = control.tuner("plan", "site.yml", "-i", "inventory.yml", "-v");
    } finally {
      Lab.host(2).plug();
    }

    assertThat(json.exit()).as("%s", json).isEqualTo(4);
    assertThat(text.exit()).as("%s", text).isEqualTo(4);
    RunDocument document = RunDocument.of(json);
    errors.forEach(
        (login, error) -> {
          String name = login.name();
          assertThat(document.status(name)).as(name).isEqualTo("unreachable");
          assertThat(document.error(name)).as(name).containsPattern(error);
          assertThat(document.error(name).lines()).as(name).hasSizeLessThanOrEqualTo(2);
          assertThat(text.stdout().lines().filter(line -> line.startsWith("error: " + name + ":")))
              .as(name)
              .hasSize(1);
        });
    assertThat(document.status("good")).isEqualTo("changed");
    for (Outcome outcome : List.of(json, text)) {
      assertThat(outcome.stdout() + outcome.stderr())
          .doesNotContain(WRONG_PASSWORD)
          .doesNotContain("Exception")
          .doesNotContain("\tat ");
    }
    assertThat(Files.walk(directory.resolve(".tuner")).filter(Files::isRegularFile))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain(WRONG_PASSWORD));
    for (int i = 0; i < trees.size(); i++) {
      assertThat(untouched.get(i).tree().changesSince(trees.get(i))).isEmpty();
    }
    assertThat(Lab.host(3).output("cat /etc/lab-reached; rm -r /etc/lab-reached /var/lib/tuner"))
        .isEqualTo("here");
  }
}
