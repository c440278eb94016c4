package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Proves(
    what =
        "changes that a host takes back by itself unless they are confirmed over a new connection",
    against = "a directory, this machine's shell")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class GuardTest {

  private static final Duration LATE = Duration.ofHours(1);

  @TempDir Path root;

  private Subject[] tasks() {
    return new Subject[] {
      file("/etc/old.conf", "new\n"),
      file("/etc/made/for/it/new.conf", "fresh\n"),
      TestHost.task("sysctl", Map.of("settings", Map.of("vm.swappiness", "10"), "persist", false)),
      file("/etc/old.conf.d/second.conf", "second $(reboot) '\n")
    };
  }

  private static Subject file(String path, String content) {
    return TestHost.task("file", Map.of("dest", path, "content", content, "mode", "0640"));
  }

  private Map<String, String> before() throws Exception {
    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/old.conf"), "old\n");
    Files.createDirectories(root.resolve("proc/sys/vm"));
    Files.writeString(root.resolve("proc/sys/vm/swappiness"), "60\n");
    return HostTree.of(root);
  }

  private static HostPlan guarded(HostPlan plan, Duration timeout) {
    return new HostPlan(
        plan.host(),
        plan.tasks(),
        plan.handlers(),
        plan.owed(),
        plan.conflicts(),
        plan.environment(),
        false,
        Optional.of(timeout));
  }

  @Test
  void staysWhereItIsConfirmed() throws Exception {
    Map<String, String> before = before();
    try (TestHost host = new TestHost(root)) {
      HostResult result = host.apply(guarded(host.plan(List.of(tasks())), Duration.ofMinutes(5)));
      assertThat(result.error()).isEmpty();
      assertThat(result.count(Status.CHANGED)).isEqualTo(4);
      awaitNoGuard();
      assertThat(Files.readString(root.resolve("etc/old.conf"))).isEqualTo("new\n");
      PastRun run = host.runs().get(0);
      assertThat(run.ended()).isEqualTo("complete");
      try (var files = Files.list(root.resolve("var/lib/tuner/runs/" + run.run()))) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .noneMatch(name -> name.matches(".*\\.back|guard|shell|deadline"));
      }
      host.rollback(false, false);
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  @Test
  void isTakenBackWhereTheControlMachineDies() throws Exception {
    Map<String, String> before = before();
    try (TestHost host = new TestHost(root)) {
      assertThat(host.dieGuarded(new Guard(LATE), tasks())).isEqualTo(4);
      assertThat(HostTree.of(root)).isNotEqualTo(before);
      expire();
      awaitNoGuard();
      assertThat(HostTree.of(root)).isEqualTo(before);
      PastRun run = host.runs().get(0);
      assertThat(run.ended()).isEqualTo("unconfirmed");
      assertThat(run.rolledBackBy()).isEqualTo(run.run());
      assertThat(run.canBeTakenBack()).isFalse();
    }
  }

  @Test
  void isTakenBackAtOnceWhereTheConnectionIsCutAndAnotherCanBeMade() throws Exception {
    Map<String, String> before = before();
    String shell = root + "/var/lib/tuner/runs/*/shell";
    Subject cuts =
        TestHost.task(
            "command",
            Map.of(
                "run",
                "kill -9 $(cut -d' ' -f1 " + shell + ")",
                "unless",
                "false",
                "rollback",
                "true"));
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(tasks()[0], tasks()[1], cuts, tasks()[3]));
      HostResult result = host.apply(guarded(plan, Duration.ofMinutes(30)));
      assertThat(result.error().orElseThrow())
          .contains("; the host took its changes back by itself");
      assertThat(result.status()).isEqualTo(Status.FAILED);
      assertThat(result.restore()).isEmpty();
      assertThat(result.tasks().get(0).message())
          .contains("was made, and taken back by the host itself");
      assertThat(HostTree.of(root)).isEqualTo(before);
      assertThat(host.runs().get(0).ended()).isEqualTo("unconfirmed");
      assertThat(host.apply(tasks()).count(Status.CHANGED)).isEqualTo(4);
    }
  }

  @Test
  void leavesWhatItCannotTakeBackToTheOperator() throws Exception {
    before();
    Subject oneWay =
        TestHost.task("command", Map.of("run", "echo done >$R/etc/flag", "creates", "/etc/flag"));
    try (TestHost host = new TestHost(root)) {
      host.dieGuarded(new Guard(LATE), tasks()[0], oneWay, tasks()[1]);
      expire();
      awaitNoGuard();
      assertThat(Files.readString(root.resolve("etc/old.conf"))).isEqualTo("old\n");
      assertThat(root.resolve("etc/made")).doesNotExist();
      assertThat(root.resolve("etc/flag")).exists();
      PastRun run = host.runs().get(0);
      assertThat(run.ended()).isEqualTo("unconfirmed");
      assertThat(run.rolledBackBy()).isEmpty();
      assertThat(
              Files.readString(root.resolve("var/lib/tuner/runs/" + run.run() + "/0002.back.out")))
          .contains("cannot be taken back by the host: ");
    }
  }

  @Test
  void aLaterRunGoesOnFromWhatNobodyConfirmed() throws Exception {
    Map<String, String> before = before();
    try (TestHost host = new TestHost(root)) {
      host.dieGuarded(new Guard(LATE), tasks());
      Map<String, String> between = HostTree.of(root);
      try (Conversation later = host.hold()) {
        expire();
        later.end("complete", List.of(), "");
      }
      awaitNoGuard();
      assertThat(HostTree.of(root)).isEqualTo(between);
      assertThat(host.runs().get(0).ended()).isEqualTo("continued");
      host.rollback(true, false);
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  /** Lets the first run's time be over. */
  private void expire() throws Exception {
    try (var runs = Files.list(root.resolve("var/lib/tuner/runs"))) {
      Path first = runs.sorted().findFirst().orElseThrow();
      Files.writeString(first.resolve("deadline"), "0\n");
    }
  }

  /** Until the guards of this host's runs have ended; their script's path is in their command. */
  private void awaitNoGuard() throws Exception {
    String journal = root.resolve("var/lib/tuner").toString();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      if (process.info().commandLine().filter(line -> line.contains(journal)).isPresent()) {
        process.onExit().get(1, TimeUnit.MINUTES);
      }
    }
  }
}
