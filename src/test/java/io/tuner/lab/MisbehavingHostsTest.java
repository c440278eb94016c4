package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Login shells that do anything but what they are asked, each of a user of its own, and in the same
 * run a host that behaves: each costs itself alone, within the time of a command, and no process of
 * ours stays behind.
 */
@RealHosts
@Proves(
    what =
        "login shells that flood, hang, lie, close or die cost themselves alone and leave no "
            + "process",
    against = "real hosts")
class MisbehavingHostsTest {
  private static final String LIMIT = "4";

  /** By user, its login shell; the command that it is asked for is in {@code $2}. */
  private static final Map<String, String> SHELLS = new LinkedHashMap<>();

  /** By user, what is to be said. */
  private static final Map<String, String> ERRORS = new LinkedHashMap<>();

  static {
    shell("garbage", "printf 'welcome\\033[2J\\000%s\\377\\n' BEGIN END", "ended");
    shell("flood", "exec yes", "sends more than|within 4([.]0)? s");
    shell("floodafter", "sh -c \"$2\"; exec yes", "");
    shell("sleeper", "sleep 100000", "within 4([.]0)? s");
    shell("reader", "exec cat", "within 4([.]0)? s|ended|did not");
    shell("closer", "exit 0", "its shell ended with exit 0");
    shell("killer", "sh -c \"$2\" | head -c 300; kill -9 $$", "its shell ended|breaks off");
    shell("liar", "sh -c \"$2\" | sed 's/ BEGIN/ BEGAN/'", "within 4([.]0)? s|breaks off");
  }

  @TempDir Path directory;

  private final Host host = Lab.host(2);
  private ControlMachine control;

  private static void shell(String user, String commands, String error) {
    SHELLS.put(user, commands);
    ERRORS.put(user, error);
  }

  @BeforeEach
  void users() {
    StringBuilder commands = new StringBuilder("set -e\n");
    SHELLS.forEach(
        (user, shell) ->
            commands.append(
                """
                cat >/usr/local/bin/%1$s-shell <<'SHELL'
                #!/bin/sh
                %2$s
                SHELL
                chmod 755 /usr/local/bin/%1$s-shell
                useradd -m -s /usr/local/bin/%1$s-shell %1$s
                cp -r /root/.ssh ~%1$s/ && chown -R %1$s ~%1$s/.ssh
                echo '%1$s ALL=(ALL) NOPASSWD: ALL' >>/etc/sudoers.d/misbehaving
                """
                    .formatted(user, shell)));
    host.ssh("bash -s", commands.toString()).succeeded();
    // Noise before anything was asked is what many a .bashrc makes, and harms nobody.
    Lab.host(3).output("echo 'echo; echo hello END; ls /none' | cat - ~tuner/.bashrc >/tmp/noise");
    Lab.host(3).output("cp -p ~tuner/.bashrc /tmp/quiet; cat /tmp/noise >~tuner/.bashrc");

    control = new ControlMachine(directory);
    List<Login> logins = new ArrayList<>();
    SHELLS.keySet().forEach(user -> logins.add(login(user)));
    logins.add(new Login("noise", Login.of(Lab.host(3), "tuner").variables()));
    logins.add(new Login("good", Login.of(Lab.host(1), "tuner").variables()));
    control.inventory(logins.toArray(Login[]::new));
    control.write(
        "site.yml",
        """
        - hosts: all
          become: true
          tasks:
            - file: {dest: "/etc/lab-${inventory_hostname}", content: "here\\n"}
        """);
  }

  private Login login(String user) {
    return new Login(user, Login.of(host, user).with("ansible_command_timeout", LIMIT).variables());
  }

  @AfterEach
  void reset() {
    host.reset();
    Lab.host(3)
        .output(
            "cat /tmp/quiet >~tuner/.bashrc; rm -r /tmp/noise /tmp/quiet /etc/lab-noise /var/lib/tuner");
  }

  private void assertNothingStays() {
    String users = String.join(",", SHELLS.keySet());
    host.ssh("timeout 20 pidwait -u " + users);
    assertThat(host.ssh("ps -o user=,args= -u " + users).stdout()).isEmpty();
  }

  @Test
  void eachCostsItselfAlone() {
    RunDocument document =
        RunDocument.of(
            control.tuner("apply", "site.yml", "-i", "inventory.yml", "--yes", "--output", "json"));
    ERRORS.forEach(
        (user, error) -> {
          if (error.isEmpty()) {
            assertThat(document.status(user)).as("%s", document.host(user)).isEqualTo("changed");
          } else {
            assertThat(document.status(user))
                .as("%s", document.host(user))
                .isEqualTo("unreachable");
            assertThat(document.error(user)).as(user).containsPattern(error);
          }
        });
    assertThat(document.status("noise")).as("%s", document.host("noise")).isEqualTo("changed");
    assertThat(document.status("good")).as("%s", document.host("good")).isEqualTo("changed");
    assertThat(Lab.host(1).output("cat /etc/lab-good; rm -r /etc/lab-good /var/lib/tuner"))
        .isEqualTo("here");
    assertNothingStays();
  }
}
