package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are not as most are, and journals that are not as they were written. */
class AwkwardFilesTest {

  @TempDir Path root;

  @BeforeEach
  void directory() throws Exception {
    Files.createDirectories(root.resolve("etc"));
  }

  private static Subject task(Object... words) {
    return TestHost.task(
        "file", Map.of("dest", words[0], (String) words[1], words[2], (String) words[3], words[4]));
  }

  private static int bits(Path path) throws Exception {
    return (int) Files.getAttribute(path, "unix:mode") & 07777;
  }

  @Test
  void aFileMadeWhereADanglingLinkLeadsGoesAndTheLinkStays() throws Exception {
    Files.createSymbolicLink(root.resolve("etc/link"), Path.of("there"));
    Map<String, String> before = HostTree.of(root);
    try (TestHost host = new TestHost(root)) {
      host.apply(task("/etc/link", "content", "x\n", "mode", "0600"));
      assertThat(Files.readString(root.resolve("etc/there"))).isEqualTo("x\n");
      assertThat(host.rollback(false, false).status()).isEqualTo(Status.CHANGED);
    }
    assertThat(HostTree.of(root)).isEqualTo(before);
  }

  @Test
  void aListOfChoicesKeepsItsChoices() throws Exception {
    Path queue = Files.createDirectories(root.resolve("sys/block/sda/queue"));
    Files.writeString(root.resolve("sys/block/sda/dev"), "8:0\n");
    Files.writeString(queue.resolve("nr_requests"), "64\n");
    Path scheduler = Files.writeString(queue.resolve("scheduler"), "[mq-deadline] bfq none\n");
    try (TestHost host = new TestHost(root)) {
      for (String wanted : List.of("none", "bfq", "mq-deadline", "none")) {
        Subject task =
            TestHost.task(
                "block_queue", Map.of("devices", "sda", "scheduler", wanted, "persist", "false"));
        HostResult applied = host.apply(task);
        assertThat(applied.status()).as("%s", applied).isEqualTo(Status.CHANGED);
        assertThat(scheduler)
            .hasContent("mq-deadline bfq none\n".replaceFirst(wanted + "\\b", "[" + wanted + "]"));
      }
      host.rollback(true, false);
      assertThat(scheduler).hasContent("[mq-deadline] bfq none\n");
    }
  }

  @Test
  void aNewOwnerLeavesTheSetIdBits() throws Exception {
    Path file = Files.writeString(root.resolve("etc/suid"), "x");
    Files.setAttribute(file, "unix:mode", 06755);
    String owner = Files.getAttribute(file, "unix:uid").toString();
    Subject task = task("/etc/suid", "content", "y", "owner", owner);
    try (TestHost host = new TestHost(root)) {
      assertThat(host.apply(task).status()).isEqualTo(Status.CHANGED);
      // Even root's chown to the same owner takes the bits away.
      HostResult again = host.apply(task("/etc/suid", "content", "z", "owner", owner));
      assertThat(again.status()).isEqualTo(Status.CHANGED);
      assertThat(bits(file)).isEqualTo(06755);
      host.rollback(true, false);
      assertThat(bits(file)).isEqualTo(06755);
    }
  }

  @Test
  void aDirectoryLosesAndGetsTheBitOfItsGroup() throws Exception {
    Path with = Files.createDirectory(root.resolve("etc/with"));
    Files.setAttribute(with, "unix:mode", 02775);
    Path without = Files.createDirectory(root.resolve("etc/without"));
    Files.setPosixFilePermissions(without, PosixFilePermissions.fromString("rwxrwxr-x"));
    try (TestHost host = new TestHost(root)) {
      HostResult applied =
          host.apply(
              task("/etc/with", "state", "directory", "mode", "0755"),
              task("/etc/without", "state", "directory", "mode", "2755"));
      assertThat(applied.status()).isEqualTo(Status.CHANGED);
      assertThat(bits(with)).isEqualTo(0755);
      assertThat(bits(without)).isEqualTo(02755);
      assertThat(host.rollback(false, false).status()).isEqualTo(Status.CHANGED);
    }
    assertThat(bits(with)).isEqualTo(02775);
    assertThat(bits(without)).isEqualTo(0775);
  }

  @Test
  void filesOfNearlyTheLargestSizeComeBack() throws Exception {
    byte[] bytes = new byte[1 << 20];
    new Random(1).nextBytes(bytes);
    Files.write(root.resolve("etc/large"), bytes);
    Map<String, String> before = HostTree.of(root);
    try (TestHost host = new TestHost(root)) {
      host.apply(task("/etc/large", "content", "\u0001".repeat(900_000), "mode", "0600"));
      assertThat(host.rollback(false, false).status()).isEqualTo(Status.CHANGED);
    }
    assertThat(HostTree.of(root)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"0001.json, '{broken'", "0001.json, '[]'", "0001.json, ''", "run.json, '{'"})
  void aDamagedJournalIsNotActedOn(String name, String damage) throws Exception {
    try (TestHost host = new TestHost(root)) {
      host.apply(task("/etc/a", "content", "x\n", "mode", "0600"));
      Path run = root.resolve("var/lib/tuner/runs").resolve(host.runs().get(0).run());
      Files.writeString(run.resolve(name), damage);
      assertThatThrownBy(host::runs)
          .isInstanceOf(JournalReader.Damaged.class)
          .hasMessageContaining(name + " was damaged");
    }
  }

  @Test
  void aStateThatIsNoneOfItsTypeIsNotTakenBack() throws Exception {
    try (TestHost host = new TestHost(root)) {
      host.apply(task("/etc/a", "content", "x\n", "mode", "0600"));
      String run = host.runs().get(0).run();
      Path entry = root.resolve("var/lib/tuner/runs").resolve(run).resolve("0001.json");
      Files.writeString(entry, Files.readString(entry).replace("\"absent\"", "\"unheard-of\""));
      HostResult back = host.rollback(false, false);
      assertThat(back.tasks().get(0).message())
          .hasValueSatisfying(m -> assertThat(m).contains("damaged", "`unheard-of`"));
      assertThat(host.runs().get(0).rolledBackBy()).isEmpty();
    }
  }

  @Test
  void aRunThatWentOnSinceItWasReadIsNotTakenBack() throws Exception {
    try (TestHost host = new TestHost(root)) {
      host.apply(task("/etc/a", "content", "x\n", "mode", "0600"));
      Path runs = root.resolve("var/lib/tuner/runs");
      HostResult back =
          host.rollback(
              () -> {
                Path run = runs.resolve(host.runs().get(0).run());
                Files.copy(run.resolve("0001.json"), run.resolve("0002.json"));
              });
      assertThat(back.error()).hasValueSatisfying(e -> assertThat(e).contains("has gone on since"));
      assertThat(Files.readString(root.resolve("etc/a"))).isEqualTo("x\n");
      assertThat(host.runs()).hasSize(1).allMatch(run -> run.rolledBackBy().isEmpty());
    }
  }

  @Test
  void whatCannotBeJournalledIsNotBegunAndSaysWhy() throws Exception {
    Path special = root.resolve("etc/a");
    Files.writeString(special, "x\n");
    try (TestHost host = new TestHost(root)) {
      Subject breaking =
          TestHost.task(
              "command",
              Map.of(
                  "run",
                      "for run in \"$R\"/var/lib/tuner/runs/*; do mkdir \"$run/0002.json.new\"; done",
                  "creates", "/etc/never"));
      Subject change = task("/etc/a", "content", "y\n", "mode", "0600");
      HostResult result = host.apply(new Subject[] {ignored(breaking), change});
      assertThat(result.tasks().get(1).message())
          .hasValueSatisfying(m -> assertThat(m).contains("not begun", "0002.json.new"));
      assertThat(Files.readString(special)).isEqualTo("x\n");
    }
  }

  private static Subject ignored(Subject task) {
    return new Subject(
        task.address(),
        task.type(),
        task.name(),
        task.source(),
        task.resource(),
        task.parameters(),
        task.notifies(),
        true,
        task.become(),
        task.wanted());
  }
}
