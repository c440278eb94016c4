package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills (SIGKILL) an apply or a rollback on a real host at points spread evenly over its journalled
 * steps; half of them kill tuner, half the remote shell with everything it runs. Afterwards a
 * rollback, or an apply and a rollback, brings back the very host there was; an apply that must be
 * confirmed brings it back by itself. {@code -Dkills=N} sets the number of points, a fifth of which
 * are of that last kind.
 */
@RealHosts
@Proves(
    what =
        "SIGKILL of tuner or of the remote shell at every journalled step of apply, rollback and an "
            + "apply that must be confirmed: the host comes back byte for byte",
    against = "real hosts")
class KillTest {

  private static final int GUARDED = Integer.getInteger("kills", 60) / 5;
  private static final int POINTS = Integer.getInteger("kills", 60) - GUARDED;
  private static final String UNIT = "/etc/systemd/system/lab-kill.service";

  private static final String PLAYBOOK =
      """
      - name: ten changes
        hosts: all
        tasks:
          - sysctl: {settings: {net.ipv4.tcp_slow_start_after_idle: 0, net.core.somaxconn: 5000}}
          - file: {dest: /etc/lab/kill/one.conf, content: "one\\n", mode: "0640"}
          - file: {dest: /etc/lab-old.conf, content: "new\\n", mode: "0600"}
          - file: {dest: /etc/lab-gone.conf, state: absent}
          - config_option: {path: /etc/lab.ini, section: a, option: size, value: "7"}
          - config_option: {path: /etc/lab.ini, section: b, option: size, value: "8"}
            notify: restart
          - systemd_unit: {unit: lab-kill.service, drop_in: {Service: {LimitNOFILE: "4096"}}}
            notify: restart
          - service: {name: lab-kill.service, state: started, enabled: true}
          - command:
              run: cp /etc/lab.ini /etc/lab.copy
              creates: /etc/lab.copy
              rollback: rm /etc/lab.copy
          - file: {dest: /etc/lab/kill/two.conf, content: "two\\n"}
        handlers:
          - name: restart
            restart: {service: lab-kill.service}
      """;

  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private ControlMachine control;

  @BeforeEach
  void prepare() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "root"));
    control.write("kill.yml", PLAYBOOK);
    control.write(
        "guarded.yml", PLAYBOOK.replace("hosts: all\n", "hosts: all\n  confirm_timeout: 50m\n"));
    host.output(
        "printf '[Service]\\nExecStart=/bin/sleep infinity\\n[Install]\\nWantedBy=multi-user.target\\n' >"
            + UNIT
            + " && systemctl daemon-reload && rm -rf /var/lib/tuner"
            + " && printf 'old\\n' >/etc/lab-old.conf && chmod 604 /etc/lab-old.conf"
            + " && printf 'gone\\n' >/etc/lab-gone.conf && chown tuner /etc/lab-gone.conf"
            + " && printf '[a]\\n# size = 1\\n[b]\\nsize=2' >/etc/lab.ini");
  }

  @Test
  void everyKillIsTakenBackOrFinished() throws Exception {
    Snapshot start = host.tree();
    Snapshot knobs = host.knobs();
    int steps = steps();
    Map<String, Integer> histogram = new TreeMap<>();
    for (int point = 0; point < POINTS; point++) {
      boolean rollback = point % 2 == 1;
      boolean shell = point / 2 % 2 == 1;
      // Spread evenly: the same number of kills (but for one) at every index.
      int index = point / 4 % steps + 1;
      String where =
          "%s %s %02d".formatted(rollback ? "rollback" : "apply", shell ? "shell" : "tuner", index);
      host.output("rm -rf /var/lib/tuner");
      if (rollback) {
        succeeds("apply", "kill.yml", "--yes");
      }
      if (rollback) {
        kill(2, shell, index, "rollback");
      } else {
        kill(1, shell, index, "apply", "kill.yml");
      }
      if (point / 8 % 2 == 1) {
        succeeds("apply", "kill.yml", "--yes");
        succeeds("verify", "kill.yml");
      }
      succeeds("rollback", "--yes");
      assertThat(host.tree().changesSince(start)).as(where).isEmpty();
      assertThat(host.knobs().changesSince(knobs)).as(where).isEmpty();
      histogram.merge(where.substring(0, where.length() - 3) + " " + index, 1, Integer::sum);
    }
    print(steps, histogram);
  }

  @Test
  void whatNobodyConfirmsTakesItselfBack() throws Exception {
    Snapshot start = host.tree();
    Snapshot knobs = host.knobs();
    int steps = steps();
    Map<String, Integer> histogram = new TreeMap<>();
    for (int point = 0; point < GUARDED; point++) {
      boolean shell = point % 2 == 1;
      int index = point * steps / GUARDED + 1;
      String where = "guarded %s %02d".formatted(shell ? "shell" : "tuner", index);
      host.output("rm -rf /var/lib/tuner");
      kill(1, shell, index, "apply", "guarded.yml");
      // Its time is over now.
      host.output("for d in /var/lib/tuner/runs/*/deadline; do [ ! -e $d ] || echo 0 >$d; done");
      host.output("while pgrep -f /var/lib/tuner/[r]uns; do sleep 0.1; done");
      assertThat(host.output("cat /var/lib/tuner/runs/*/ended")).as(where).isEqualTo("unconfirmed");
      assertThat(host.tree().changesSince(start)).as(where).isEmpty();
      assertThat(host.knobs().changesSince(knobs)).as(where).isEmpty();
      succeeds("apply", "kill.yml", "--yes");
      succeeds("rollback", "--all", "--yes");
      assertThat(host.tree().changesSince(start)).as(where).isEmpty();
      histogram.merge(where, 1, Integer::sum);
    }
    print(steps, histogram);
  }

  private static void print(int steps, Map<String, Integer> histogram) {
    System.out.println("killed at step index (of " + steps + "):");
    histogram.forEach((where, count) -> System.out.println("  " + where + ": " + count));
  }

  /** How many steps a whole apply journals. */
  private int steps() throws Exception {
    succeeds("apply", "kill.yml", "--yes");
    int steps = Integer.parseInt(host.output("ls /var/lib/tuner/runs/*/[0-9]*.json | wc -l"));
    succeeds("rollback", "--yes");
    return steps - 1;
  }

  /**
   * One kill.
   *
   * @param runs how many of the host's journal have that step then
   */
  private void kill(int runs, boolean shell, int index, String... command) throws Exception {
    String killing =
        shell
            ? "for d in /proc/[0-9]*; do [ \"$(readlink $d/fd/9)\" = /var/lib/tuner/lock ] || continue;"
                + " read -r _ _ _ _ group _ <$d/stat; kill -9 -$group; done 2>/dev/null"
            : ":";
    String watch =
        "while :; do set -- /var/lib/tuner/runs/*/%04d.json; [ -e \"$1\" ] && [ $# -ge %d ] && break;"
                .formatted(index, runs)
            + " done; echo reached; "
            + killing;
    CompletableFuture<Outcome> reached = CompletableFuture.supplyAsync(() -> host.ssh(watch));
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("-i", "inventory.yml", "--yes"));
    Process tuner =
        control
            .builder(all.toArray(String[]::new))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("killed.log").toFile())
            .start();
    assertThat(reached.get(120, TimeUnit.SECONDS).stdout()).startsWith("reached");
    if (!shell) {
      tuner.destroyForcibly();
    }
    assertThat(tuner.waitFor(120, TimeUnit.SECONDS)).isTrue();
    // Whatever the host was in the middle of is done before the next run may begin.
    host.output("flock /var/lib/tuner/lock true");
  }

  private void succeeds(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-i", "inventory.yml"));
    Outcome outcome = control.tuner(all.toArray(String[]::new));
    assertThat(outcome.exit()).as("%s\n%s\n%s", all, outcome.stdout(), outcome.stderr()).isZero();
  }
}
