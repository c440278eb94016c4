package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.plan.Checksum;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs over several hosts that are directories: batches, failures, and what is told of them.
 */
class FleetRunsTest {

  @TempDir Path directory;

  private String report = "report";
  private String out = "";
  private String err = "";

  @BeforeEach
  void hosts() throws IOException {
    StringBuilder inventory = new StringBuilder("all:\n  hosts:\n");
    for (String host : List.of("a", "b", "c", "d")) {
      Path root = directory.resolve(host);
      Files.createDirectories(root.resolve("etc"));
      inventory.append(
          "    %s: {ansible_connection: local, tuner_root: %s}\n".formatted(host, root));
    }
    Files.writeString(directory.resolve("hosts.yml"), inventory);
  }

  /** On host b the task fails: its directory has a file where a directory is needed. */
  private void playbook(String words) throws IOException {
    Files.writeString(directory.resolve("b/etc/app"), "in the way\n");
    Files.writeString(
        directory.resolve("site.yml"),
        """
        - hosts: all
        %s  tasks:
            - command:
                run: mkdir "$R/etc/app" && echo "$R" >"$R/etc/app/order"
                creates: /etc/app/order
                rollback: rm -r "$R/etc/app"
        """
            .formatted(words));
  }

  private int tuner(String... words) {
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(stdout, true, StandardCharsets.UTF_8),
            new PrintStream(stderr, true, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader("")),
            false,
            false,
            false,
            Map.of());
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-i", directory.resolve("hosts.yml").toString()));
    if (!words[0].equals("history")) {
      all.addAll(List.of("--report", directory.resolve(report).toString()));
    }
    int exit = new Dispatch(console).run(all.toArray(String[]::new));
    out = stdout.toString(StandardCharsets.UTF_8);
    err = stderr.toString(StandardCharsets.UTF_8);
    return exit;
  }

  private int apply(String... words) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("apply", directory.resolve("site.yml").toString(), "--yes"));
    all.addAll(List.of("--output", "json"));
    all.addAll(List.of(words));
    return tuner(all.toArray(String[]::new));
  }

  private Map<String, String> statuses() throws IOException {
    Map<String, Object> document = JSON.std.mapFrom(out);
    Map<String, String> statuses = new LinkedHashMap<>();
    for (Object host : (List<?>) document.get("hosts")) {
      Map<?, ?> map = (Map<?, ?>) host;
      Map<?, ?> task = (Map<?, ?>) ((List<?>) map.get("tasks")).get(0);
      statuses.put((String) map.get("host"), (String) task.get("status"));
    }
    return statuses;
  }

  @Test
  void aHostThatFailsCostsItselfAlone() throws IOException {
    playbook("");
    assertThat(apply()).isEqualTo(ExitCode.FAILED);
    assertThat(statuses())
        .containsExactly(
            Map.entry("a", "changed"),
            Map.entry("b", "failed"),
            Map.entry("c", "changed"),
            Map.entry("d", "changed"));
  }

  @Test
  void oneFailureIsFatalWhereThePlaySaysSo() throws IOException {
    playbook("  serial: 1\n  any_errors_fatal: true\n");
    assertThat(apply()).isEqualTo(ExitCode.FAILED);
    assertThat(statuses())
        .containsEntry("a", "changed")
        .containsEntry("b", "failed")
        .containsEntry("c", "not_started")
        .containsEntry("d", "not_started");
    assertThat(directory.resolve("c/etc/app")).doesNotExist();
  }

  @Test
  void moreFailuresThanAllowedEndThePlay() throws IOException {
    playbook("  serial: 2\n  max_fail_percentage: 49\n");
    assertThat(apply()).isEqualTo(ExitCode.FAILED);
    assertThat(statuses()).containsEntry("a", "changed").containsEntry("c", "not_started");
    playbook("  serial: 2\n  max_fail_percentage: 50\n");
    assertThat(apply()).isEqualTo(ExitCode.FAILED);
    assertThat(statuses()).containsEntry("c", "changed").containsEntry("d", "changed");
  }

  @Test
  void aCanaryWhoseGateIsMissedIsTakenBackAndTheOthersAreLeftAlone() throws IOException {
    for (String host : List.of("a", "b", "c", "d")) {
      Files.writeString(directory.resolve(host).resolve("etc/speed"), "100\n");
    }
    Files.writeString(
        directory.resolve("site.yml"),
        """
        - hosts: all
          serial: [1, "100%"]
          on_regression: rollback
          tasks:
            - file: {dest: /etc/speed, content: "90\\n"}
          benchmarks:
            - name: speed
              command: {run: "cat $R/etc/speed", metrics: {speed: {regex: "([0-9]+)", unit: IOPS, better: higher}}}
              expect: {speed: ">= -2%"}
        """);
    assertThat(apply()).isEqualTo(ExitCode.FAILED);
    assertThat(directory.resolve("a/etc/speed")).hasContent("100");
    for (String later : List.of("b", "c", "d")) {
      assertThat(statuses()).containsEntry(later, "not_started");
      assertThat(directory.resolve(later).resolve("var/lib/tuner")).doesNotExist();
      assertThat(directory.resolve(later).resolve("etc/speed")).hasContent("100");
    }
    assertThat(out).contains("is missed (-10.00 %): rolled back by run");
  }

  @Test
  void theHostsThatFailedCanBeNamedAsThose() throws Exception {
    playbook("");
    report = "runs/20261201T120000Z-0000";
    StoredRuns runs = new StoredRuns(directory.resolve("runs"));
    assertThatThrownBy(() -> Limit.pattern(Optional.of("@failed"), runs))
        .isInstanceOf(Stop.class)
        .hasMessageContaining("no run is stored");
    assertThat(apply()).isEqualTo(ExitCode.FAILED);
    assertThat(Limit.pattern(Optional.of("@failed"), runs)).contains("b");
    assertThat(Limit.pattern(Optional.of("a:c"), runs)).contains("a:c");
    Path file = Files.writeString(directory.resolve("some"), "c\n# not b\n\nd # yes\n");
    assertThat(apply("--limit", "@" + file)).isZero();
    assertThat(statuses()).containsOnlyKeys("c", "d");
    assertThatThrownBy(() -> Limit.pattern(Optional.of("@failed"), runs))
        .hasMessageContaining("no host of the last run failed");
    assertThat(apply("--limit", "@" + directory.resolve("none"))).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void withoutConfirmationNothingIsChanged() throws IOException {
    playbook("");
    assertThat(tuner("apply", directory.resolve("site.yml").toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err).contains("nobody to confirm them").contains("--yes");
    assertThat(directory.resolve("a/etc/app")).doesNotExist();
    assertThat(directory.resolve("a/var/lib/tuner")).doesNotExist();
  }

  @Test
  void everyHostIsTakenBackAndTheHistorySaysSo() throws IOException {
    playbook("");
    apply();
    assertThat(tuner("rollback", "--yes", "--limit", "a")).isZero();
    assertThat(directory.resolve("a/etc/app")).doesNotExist();
    assertThat(directory.resolve("c/etc/app")).exists();
    assertThat(tuner("rollback", "--yes", "--limit", "c:d")).isZero();
    assertThat(directory.resolve("c/etc/app")).doesNotExist();
    assertThat(tuner("history", "--limit", "a")).isZero();
    assertThat(out).contains("rolled back by").contains("1 change").doesNotContain("\nc\n");
  }

  @Test
  void aHostThatIsLostInALaterPlayIsToldSo() throws IOException {
    Files.writeString(directory.resolve("b/etc/first"), "there already");
    Files.writeString(
        directory.resolve("site.yml"),
        """
        - hosts: all
          tasks:
            - file: {dest: /etc/first, content: "there already"}
        - hosts: all
          tasks:
            - file: {dest: /etc/second, content: "x"}
        - hosts: all
          tasks:
            - file: {dest: /etc/third, content: "x"}
        """);
    String plan = directory.resolve("plan.json").toString();
    assertThat(tuner("plan", directory.resolve("site.yml").toString(), "-o", plan)).isZero();
    String here =
        "\"ansible_host\":\"b\",\"ansible_connection\":\"local\",\"tuner_root\":\"%s\""
            .formatted(directory.resolve("b"));
    String elsewhere = "\"ansible_host\":\"127.0.0.1\",\"ansible_port\":1";
    String saved = Files.readString(Path.of(plan));
    assertThat(saved).contains(here);
    Map<String, Object> moved = JSON.std.mapFrom(saved.replace(here, elsewhere));
    moved.put("checksum", Checksum.of(moved));
    Files.writeString(
        Path.of(plan), JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(moved));
    assertThat(tuner("apply", plan, "--yes", "--output", "json")).isEqualTo(ExitCode.UNREACHABLE);
    Map<?, ?> lost = (Map<?, ?>) ((List<?>) JSON.std.mapFrom(out).get("hosts")).get(1);
    assertThat(lost.get("host")).isEqualTo("b");
    assertThat(lost.get("status")).isEqualTo("unreachable");
    assertThat((List<?>) lost.get("tasks"))
        .extracting(task -> String.valueOf(((Map<?, ?>) task).get("status")))
        .containsExactly("ok", "not_started", "not_started");
    assertThat(directory.resolve("a/etc/third")).exists();
  }

  @Test
  void aFailureIsOneJsonDocumentToo() throws IOException {
    Files.writeString(directory.resolve("site.yml"), "- hosts: nowhere\n  tasks: []\n");
    assertThat(apply()).isEqualTo(ExitCode.USAGE);
    Map<String, Object> document = JSON.std.mapFrom(out);
    assertThat(document).containsEntry("exit", 2).containsKey("error");
    Map<?, ?> error = (Map<?, ?>) ((List<?>) document.get("errors")).get(0);
    assertThat(String.valueOf(error.get("place"))).endsWith("site.yml:1:10");
    assertThat(String.valueOf(error.get("message"))).contains("`nowhere`").doesNotContain("error:");
    assertThat(error.containsKey("hint")).isTrue();
    assertThat(err).contains("site.yml:1:10: error:");
  }
}
