package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A host that is as declared costs one connection, one shell and one round trip. */
@RealHosts
@Proves(
    what = "a host as declared costs one connection and one round trip, with 200 tasks too",
    against = "real hosts")
class RoundTripsTest {
  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private ControlMachine control;

  @BeforeEach
  void traced() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner").traced());
  }

  private long logins() {
    return host.output("journalctl -u lab-trace-sshd -o cat --no-pager")
        .lines()
        .filter(line -> line.startsWith("Accepted publickey for tuner"))
        .count();
  }

  private List<String> twenty(String command) {
    List<String> lines = host.output(command + " | sort | head -n 20").lines().toList();
    assertThat(lines).hasSize(20);
    return lines;
  }

  /** Tasks of seven types that ask for what every Debian has; two of ten ask by a tool. */
  private String playbook(int tasks) {
    List<String> sysctls = twenty("cd /proc/sys/net/ipv4 && grep -lE '^[0-9]+$' tcp_*");
    List<String> programs =
        twenty("find /usr/bin -type f -perm 755 -name '[a-z]*' -printf '%f\\n'");
    List<String> units =
        twenty("systemctl list-unit-files --state=static | grep -o '^[a-z][a-z-]*[.]service'");
    StringBuilder text = new StringBuilder("- hosts: all\n  become: true\n  tasks:\n");
    for (int i = 0; i < tasks; i++) {
      int ten = i / 10;
      text.append("    - ")
          .append(
              switch (i % 10) {
                case 0 -> "command: {run: \"exit 1\", unless: \"test " + i + " -lt 1000\"}";
                case 1 ->
                    "sysctl: {settings: {net.ipv4."
                        + sysctls.get(ten)
                        + ": \">= 0\"}, persist: false}";
                case 2 -> "file: {dest: /usr/bin/" + programs.get(ten) + ", mode: \"0755\"}";
                case 3 ->
                    "config_option: {path: /etc/adduser.conf, option: O" + i + ", state: absent}";
                case 4 -> "file: {dest: /etc/none" + i + ", state: absent}";
                case 5 -> "command: {run: \"exit " + i + "\", creates: /etc/passwd}";
                case 6 -> "service: {name: " + units.get(ten) + ", enabled: false}";
                case 7 -> "file: {dest: /etc/none" + i + "/deep, state: absent}";
                case 8 -> "config_option: {path: /etc/none, option: O" + i + ", state: absent}";
                default ->
                    i == 9
                        ? "package: {name: tuner-probe, state: absent}"
                        : i == 19
                            ? "block_queue: {devices: \"loop*\", nr_requests: \">= 1\", persist: false}"
                            : "file: {dest: /srv/none" + i + ", state: absent}";
              })
          .append("\n");
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"verify, 20", "apply, 200"})
  void aHostAsDeclaredCostsOneOfEach(String command, int tasks) {
    control.write("many.yml", playbook(tasks));
    long before = logins();
    host.clearTraces();
    RunDocument document =
        RunDocument.of(
            control.tuner(command, "many.yml", "-i", "inventory.yml", "--output", "json"));
    assertThat(document.status(host.name())).as("%s", document).isEqualTo("ok");
    assertThat(document.tasks(host.name(), "ok")).hasSize(tasks);
    assertThat(document.host(host.name()).get("round_trips")).isEqualTo(1);
    assertThat(host.traces()).hasSize(1);
    assertThat(logins()).isEqualTo(before + 1);
  }
}
