package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves(
    what = "rounds, failures, the lock, a step that hangs, what somebody else changed",
    against = "a directory, this machine's shell")
class ApplierTest {

  @TempDir Path root;

  private Path file(String path, String content) throws Exception {
    Path file = root.resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static Subject file(String path, String content, String mode) {
    return TestHost.task("file", Map.of("dest", path, "content", content, "mode", mode));
  }

  @Test
  void appliesOnceAndRollsBackToTheVeryStart() throws Exception {
    Path old = file("/etc/old.conf", "old\n");
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r-----"));
    Map<String, String> before = HostTree.of(root);
    Subject[] tasks = {
      file("/etc/old.conf", "new $(reboot) 'q' \"d\" ;\n\nend", "0600"),
      file("/etc/made/for/it/new.conf", "fresh\u00e4\n", "0644")
    };
    try (TestHost host = new TestHost(root)) {
      HostResult first = host.apply(tasks);
      assertThat(first.error()).isEmpty();
      assertThat(first.count(Status.CHANGED)).isEqualTo(2);
      assertThat(Files.readString(old)).isEqualTo("new $(reboot) 'q' \"d\" ;\n\nend");
      assertThat(Files.readString(root.resolve("etc/made/for/it/new.conf")))
          .isEqualTo("fresh\u00e4\n");

      assertThat(host.apply(tasks).count(Status.OK)).isEqualTo(2);

      HostResult back = host.rollback(false, false);
      assertThat(back.error()).isEmpty();
      assertThat(back.status()).isEqualTo(Status.CHANGED);
      assertThat(HostTree.of(root)).isEqualTo(before);
      assertThat(Undo.select(host.runs(), java.util.Optional.empty(), true)).isEmpty();
    }
  }

  @Test
  void keepsTheFirstStateOverSeveralApplies() throws Exception {
    file("/etc/a", "first\n");
    Map<String, String> before = HostTree.of(root);
    try (TestHost host = new TestHost(root)) {
      host.apply(file("/etc/a", "second\n", "0644"));
      host.apply(file("/etc/a", "third\n", "0600"));
      HostResult back = host.rollback(true, false);
      assertThat(back.status()).isEqualTo(Status.CHANGED);
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  @Test
  void takesBackWhatWasChangedAndChangedBack() throws Exception {
    file("/etc/a", "first\n");
    try (TestHost host = new TestHost(root)) {
      host.apply(file("/etc/a", "second\n", "0644"));
      host.apply(file("/etc/a", "first\n", "0644"));
      HostResult back = host.rollback(true, false);
      assertThat(back.status()).isEqualTo(Status.CHANGED);
      assertThat(Files.readString(root.resolve("etc/a"))).isEqualTo("first\n");
    }
  }

  @Test
  void leavesWhatSomebodyElseChanged() throws Exception {
    file("/etc/a", "first\n");
    try (TestHost host = new TestHost(root)) {
      host.apply(file("/etc/a", "second\n", "0644"));
      file("/etc/a", "somebody's\n");
      HostResult back = host.rollback(false, false);
      assertThat(back.status()).isEqualTo(Status.FAILED);
      assertThat(back.tasks().get(0).message())
          .hasValueSatisfying(m -> assertThat(m).contains("somebody else"));
      assertThat(Files.readString(root.resolve("etc/a"))).isEqualTo("somebody's\n");
      host.rollback(false, true);
      assertThat(Files.readString(root.resolve("etc/a"))).isEqualTo("first\n");
    }
  }

  @Test
  void twoTasksOfOneAddressAreTakenBackEachToItsOwnStart() throws Exception {
    file("/proc/sys/vm/swappiness", "60\n");
    file("/etc/a.ini", "x=1\ny=2\n");
    Map<String, String> before = HostTree.of(root);
    try (TestHost host = new TestHost(root)) {
      host.apply(file("/etc/a.ini", "x=3\ny=2\n", "0600"));
      host.apply(file("/etc/a.ini", "x=3\ny=4\n", "0644"));
      assertThat(host.rollback(true, false).status()).isEqualTo(Status.CHANGED);
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  @Test
  void refusesAHostThatMoved() throws Exception {
    file("/etc/a", "first\n");
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(file("/etc/a", "second\n", "0644")));
      file("/etc/a", "meanwhile\n");
      HostResult result = host.apply(plan);
      assertThat(result.error())
          .hasValueSatisfying(
              e -> assertThat(e).contains("/etc/a").contains("first").contains("meanwhile"));
      assertThat(Files.readString(root.resolve("etc/a"))).isEqualTo("meanwhile\n");
    }
  }

  @Test
  void whatAnEarlierTaskBringsIsKnownAfterApply() throws Exception {
    file("/etc/from", "[s]\nkey=1\n");
    Map<String, String> before = HostTree.of(root);
    Subject bring =
        TestHost.task(
            "command",
            Map.of(
                "run", "cp \"$R/etc/from\" \"$R/etc/to\"",
                "creates", "/etc/to",
                "rollback", "rm \"$R/etc/to\""));
    Subject option =
        TestHost.task(
            "config_option",
            Map.of("path", "/etc/to", "section", "s", "option", "key", "value", "2"));
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(bring, option));
      assertThat(plan.tasks().get(1).result().status()).isEqualTo(Status.UNKNOWN);
      HostResult result = host.apply(plan);
      assertThat(result.count(Status.CHANGED)).isEqualTo(2);
      assertThat(Files.readString(root.resolve("etc/to"))).isEqualTo("[s]\nkey=2\n");
      host.rollback(false, false);
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  @Test
  void stopsAtTheFirstFailureAndSaysWhatFailed() throws Exception {
    file("/etc/a", "first\n");
    Map<String, String> before = HostTree.of(root);
    Subject failing =
        TestHost.task(
            "command",
            Map.of("run", "echo why not >&2; exit 7", "creates", "/nowhere", "rollback", "true"));
    try (TestHost host = new TestHost(root)) {
      HostResult result =
          host.apply(
              file("/etc/a", "second\n", "0644"), failing, file("/etc/b", "never\n", "0644"));
      assertThat(result.tasks())
          .extracting(io.tuner.plan.TaskResult::status)
          .containsExactly(Status.CHANGED, Status.FAILED, Status.NOT_STARTED);
      assertThat(result.tasks().get(1).message())
          .contains("command failed with exit 7\n  $ echo why not >&2; exit 7\n  why not");
      assertThat(result.restore())
          .hasValueSatisfying(r -> assertThat(r).startsWith("tuner rollback 2026"));
      assertThat(root.resolve("etc/b")).doesNotExist();
      host.rollback(false, false);
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  @Test
  void whatATaskUndidOfAnotherIsCaughtAtTheEnd() throws Exception {
    file("/etc/a", "first\n");
    Subject undoing =
        TestHost.task(
            "command",
            Map.of(
                "run", "echo other > \"$R/etc/a\"; : > \"$R/etc/done\"",
                "creates", "/etc/done",
                "rollback", "rm \"$R/etc/done\""));
    try (TestHost host = new TestHost(root)) {
      HostResult result = host.apply(file("/etc/a", "second\n", "0644"), undoing);
      assertThat(result.tasks().get(0).status()).isEqualTo(Status.FAILED);
      assertThat(result.tasks().get(0).message())
          .hasValueSatisfying(m -> assertThat(m).contains("undone by a later task"));
    }
  }

  @Test
  void aSecondRunIsToldWhoHoldsTheLock() throws Exception {
    file("/etc/a", "first\n");
    try (TestHost first = new TestHost(root);
        TestHost second = new TestHost(root);
        Conversation held = first.hold()) {
      assertThat(held).isNotNull();
      HostResult result = second.apply(file("/etc/a", "second\n", "0644"));
      assertThat(result.error())
          .hasValueSatisfying(
              e -> assertThat(e).contains("lock").contains("(apply) by test@here since"));
      assertThat(Files.readString(root.resolve("etc/a"))).isEqualTo("first\n");
    }
  }

  @Test
  void aStepThatHangsIsEndedWithItsChildren() throws Exception {
    Subject hanging =
        TestHost.task(
            "command",
            Map.of(
                "run", "echo $$ > \"$R/pid\"; sleep 1000 & sleep 1000",
                "creates", "/never",
                "rollback", "true"));
    try (TestHost host = new TestHost(root, Duration.ofSeconds(2))) {
      HostResult result = host.apply(hanging);
      assertThat(result.tasks().get(0).message())
          .hasValueSatisfying(m -> assertThat(m).contains("did not end within its time"));
      long pid = Long.parseLong(Files.readString(root.resolve("pid")).strip());
      ProcessHandle.of(pid)
          .ifPresent(
              process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }
  }
}
