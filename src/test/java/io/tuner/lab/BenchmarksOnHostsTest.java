package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Proves;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Benchmarks around real changes, by real programs. */
@RealHosts
@Proves(
    types = {"sysfs", "file", "run"},
    what =
        "fio before and after a change of a disk's queue, its numbers those of fio's own output; a "
            + "missed gate that takes the host back; pgbench before and after a reload of the server",
    against = "fio and PostgreSQL of Debian, the kernel's loop driver, real sshd")
class BenchmarksOnHostsTest {

  /** Keeps what fio printed, so that it can be compared with what was reported. */
  private static final String TEE =
      """
      #!/bin/sh
      out=$(/usr/bin/fio "$@") || exit
      case $* in *--version*) ;; *) printf '%s\\n' "$out" >"/run/fio.$(date +%s%N)" ;; esac
      printf '%s\\n' "$out"
      """;

  @TempDir Path directory;

  private final Host host = Lab.host(2);
  private ControlMachine control;
  private String disk;

  @BeforeEach
  void inventory() {
    disk = host.disk().orElseThrow();
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "root").with("data_disk", disk));
  }

  @AfterEach
  void clean() {
    host.output("rm -f /usr/local/bin/fio /run/fio.*");
  }

  @Test
  void fioTellsWhatAChangeOfTheQueueBroughtAndNothingElse() throws Exception {
    assertThat(host.ssh("cat >/usr/local/bin/fio; chmod 755 /usr/local/bin/fio", TEE).exit())
        .isZero();
    String before = host.output("cat /sys/block/" + disk + "/queue/read_ahead_kb").strip();
    fio("report", "{read.iops: \">= 1\"}");
    Outcome outcome =
        control.tuner("apply", "fio.yml", "-i", "inventory.yml", "--yes", "--output", "json");
    assertThat(outcome.exit()).as("%s", outcome).isZero();
    List<Map<String, Object>> results = results(outcome);
    Map<String, Object> one = result(results, "read.iops", "1");
    Map<String, Object> two = result(results, "read.iops", "2");
    assertThat(one.get("verdict").toString())
        .isIn("improved", "regressed", "no difference", "inconclusive");
    assertThat(((Map<?, ?>) one.get("gate")).get("result")).isEqualTo("passed");
    Map<String, Object> busy = result(results, "cpu.busy", "1");
    assertThat(samples(busy, "before")).hasSize(6).allMatch(value -> value > 0 && value <= 100);
    assertThat(busy.get("verdict")).as("beside a benchmark nothing is claimed").isNull();
    List<Double> reported = new ArrayList<>();
    for (String state : List.of("before", "after")) {
      List<Double> first = samples(one, state);
      List<Double> second = samples(two, state);
      assertThat(first).hasSize(6);
      for (int i = 0; i < first.size(); i++) {
        reported.add(first.get(i));
        reported.add(second.get(i));
      }
    }
    assertThat(reported).isEqualTo(printed());
    assertThat(control.tuner("rollback", "-i", "inventory.yml", "--yes").exit()).isZero();
    assertThat(host.output("cat /sys/block/" + disk + "/queue/read_ahead_kb").strip())
        .isEqualTo(before);
  }

  @Test
  void aMissedGateTakesTheHostBackAndSaysSoFirst() {
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    fio("rollback", "{read.iops: \">= 1000000000\"}");
    Outcome outcome =
        control.tuner("apply", "fio.yml", "-i", "inventory.yml", "--yes", "--report", "report");
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(1);
    assertThat(read("report/report.txt").lines().limit(3).toList().toString())
        .contains("the gate `read.iops >= 1000000000`")
        .contains("rolled back by run");
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  void pgbenchTellsWhatAReloadedSettingBrought() throws Exception {
    host.output(
        """
        set -e
        version=$(ls /usr/lib/postgresql)
        pg_createcluster -p 5433 "$version" lab -- --no-sync >/dev/null
        pg_ctlcluster --skip-systemctl-redirect "$version" lab start
        su postgres -c 'createuser -p 5433 -s root && createdb -p 5433 lab && pgbench -q -p 5433 -i -s 1 lab' 2>/dev/null
        """);
    try {
      String version = host.output("ls /usr/lib/postgresql").strip();
      control.write(
          "pgbench.yml",
          """
          - hosts: all
            tasks:
              - file:
                  dest: /etc/postgresql/%s/lab/conf.d/tuner.conf
                  content: "synchronous_commit = off\\n"
                  mode: "0644"
                notify: reload the server
            handlers:
              - name: reload the server
                run: {command: "psql -qp 5433 lab -c 'select pg_reload_conf()'"}
            benchmarks:
              - pgbench: {database: lab, host: /var/run/postgresql, port: 5433, clients: [1], time: 1}
          """
              .formatted(version));
      Outcome outcome =
          control.tuner("apply", "pgbench.yml", "-i", "inventory.yml", "--yes", "--output", "json");
      assertThat(outcome.exit()).as("%s", outcome).isZero();
      Map<String, Object> tps = result(results(outcome), "tps", "");
      assertThat(samples(tps, "before")).hasSize(6).allMatch(value -> value > 0);
      assertThat(samples(tps, "after")).hasSize(6).allMatch(value -> value > 0);
      assertThat(host.output("psql -Atqp 5433 lab -c 'show synchronous_commit'").strip())
          .isEqualTo("off");
      assertThat(control.tuner("rollback", "-i", "inventory.yml", "--yes").exit()).isZero();
    } finally {
      host.output("version=$(ls /usr/lib/postgresql); pg_dropcluster --stop \"$version\" lab");
    }
  }

  private void fio(String action, String expect) {
    control.write(
        "fio.yml",
        """
        - hosts: all
          on_regression: %s
          tasks:
            - sysfs: {path: "/sys/block/${data_disk}/queue/read_ahead_kb", value: 64, persist: false}
          benchmarks:
            - name: random read
              fio:
                filename: /dev/${data_disk}
                rw: randread
                bs: 4k
                numjobs: [1, 2]
                size: 8M
                runtime: 1
                time_based: true
              observe: [cpu]
              expect: %s
        """
            .formatted(action, expect));
  }

  private String read(String name) {
    try {
      return java.nio.file.Files.readString(control.directory().resolve(name));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The operations a second that fio itself printed, in the order of its runs. */
  private List<Double> printed() throws IOException {
    List<Double> all = new ArrayList<>();
    for (String file : host.output("ls /run/fio.*").split("\\s+")) {
      Map<String, Object> document = JSON.std.mapFrom(host.output("cat " + file));
      Map<?, ?> job = (Map<?, ?>) ((List<?>) document.get("jobs")).get(0);
      all.add(((Number) ((Map<?, ?>) job.get("read")).get("iops")).doubleValue());
    }
    return all;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> results(Outcome outcome) throws IOException {
    return (List<Map<String, Object>>)
        (List<?>) JSON.std.mapFrom(outcome.stdout()).get("benchmarks");
  }

  private static Map<String, Object> result(
      List<Map<String, Object>> results, String metric, String numjobs) {
    return results.stream()
        .filter(result -> result.get("metric").equals(metric))
        .filter(
            result ->
                numjobs.isEmpty()
                    || ((Map<?, ?>) result.get("labels")).get("numjobs").equals(numjobs))
        .findFirst()
        .orElseThrow();
  }

  private static List<Double> samples(Map<String, Object> result, String state) {
    List<?> samples = (List<?>) ((Map<?, ?>) result.get("samples")).get(state);
    return samples.stream().map(sample -> ((Number) sample).doubleValue()).toList();
  }
}
