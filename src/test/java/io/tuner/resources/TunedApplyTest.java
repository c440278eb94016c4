package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.apply.TestHost;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Settles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only turns out once TuneD has applied a profile. */
class TunedApplyTest {

  @TempDir Path root;

  private Path write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  @Trap(
      types = "tuned_profile",
      value = "TuneD calls itself verified though a plug-in did not load")
  void aPluginThatDidNotLoadIsToldByTheApplyItself() throws Exception {
    String model = Files.readString(Path.of("src/test/resources/models/tuned-adm"));
    Files.setPosixFilePermissions(
        write("usr/bin/tuned-adm", model), PosixFilePermissions.fromString("rwxr-xr-x"));
    write("run/tuned/tuned.pid", "812\n");
    write("etc/tuned/active_profile", "");
    write("usr/lib/tuned/quick/tuned.conf", "[scheduler]\nps_blacklist=x\n");
    write("proc/cmdline", "ro\n");
    write(
        "var/log/tuned/tuned.log",
        "2026-01-01 00:00:01,000 INFO     tuned.profiles.loader: loading profile: quick\n"
            + "2026-01-01 00:00:02,000 ERROR    tuned.units.manager: failed to initialize plugin"
            + " scheduler\n"
            + "2026-01-01 00:00:02,001 ERROR    tuned.units.manager: No module named 'perf'\n");
    Files.createDirectories(root.resolve("var/lib"));
    try (TestHost host = new TestHost(root)) {
      HostResult result = host.apply(TestHost.task("tuned_profile", Map.of("profile", "quick")));
      TaskResult task = result.tasks().get(0);
      assertThat(task.status()).as(task.toString()).isEqualTo(Status.CHANGED);
      assertThat(task.changes())
          .filteredOn(change -> change.settles() == Settles.When.NEVER)
          .singleElement()
          .satisfies(
              change -> {
                assertThat(change.path()).isEqualTo("failures.plugin scheduler");
                assertThat(change.reason()).contains("No module named 'perf'");
              });
    }
  }

  @Test
  void aRollbackThatStopsTunedDoesNotAskItForTheProfileOfBefore() throws Exception {
    String model = Files.readString(Path.of("src/test/resources/models/tuned-adm"));
    Files.setPosixFilePermissions(
        write("usr/bin/tuned-adm", model), PosixFilePermissions.fromString("rwxr-xr-x"));
    write("etc/tuned/active_profile", "usual\n");
    write("usr/lib/tuned/quick/tuned.conf", "[sysctl]\nvm.swappiness=1\n");
    write("usr/lib/tuned/usual/tuned.conf", "[sysctl]\nvm.swappiness=60\n");
    write("proc/cmdline", "ro\n");
    write("run/tuned/model/active", "usual\n");
    Files.createDirectories(root.resolve("var/lib"));
    try (TestHost host = new TestHost(root)) {
      Subject daemon =
          TestHost.task("file", Map.of("dest", "/run/tuned/tuned.pid", "content", "812\n"));
      host.apply(daemon, TestHost.task("tuned_profile", Map.of("profile", "quick")));
      HostResult result = host.rollback(false, false);
      assertThat(result.tasks()).noneMatch(task -> task.status() == Status.FAILED);
      assertThat(root.resolve("etc/tuned/active_profile")).hasContent("usual\n");
    }
  }
}
