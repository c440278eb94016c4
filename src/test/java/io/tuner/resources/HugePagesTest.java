package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.apply.TestHost;
import io.tuner.plan.Conflicts;
import io.tuner.plan.HostPlan;
import io.tuner.plan.Subject;
import io.tuner.resource.Readings;
import io.tuner.resource.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a short allocation does, and who else sets the number of huge pages. */
class HugePagesTest {

  private static final String POOL = "sys/kernel/mm/hugepages/hugepages-2048kB/";

  @TempDir Path root;

  @BeforeEach
  void host() throws IOException {
    write("proc/meminfo", "MemTotal: 33554432 kB\nHugepagesize: 2048 kB\n");
    write(POOL + "nr_hugepages", "0\n");
    write(POOL + "surplus_hugepages", "0\n");
    write(POOL + "free_hugepages", "0\n");
    write("proc/sys/vm/nr_hugepages", "0\n");
    Files.createDirectories(root.resolve("var/lib"));
  }

  @Test
  void aShortAllocationIsAskedForOnceMoreAfterCompaction() throws Exception {
    Ran ran = allocate("[ -e \"$R/proc/sys/vm/compact_memory\" ] && echo 4096 || echo 3738");
    assertThat(ran).isEqualTo(new Ran(0, ""));
    assertThat(root.resolve("proc/sys/vm/drop_caches")).hasContent("3\n");
    assertThat(root.resolve("proc/sys/vm/compact_memory")).hasContent("1\n");
  }

  @Test
  @Trap(types = "huge_pages", value = "fewer pages are got than were asked for")
  void aShortAllocationIsAFailureWithWhatWasGotAndAdvice() throws Exception {
    Ran ran = allocate("echo 3738; echo x >> \"$R/asked\"");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.error())
        .contains("asked for 4096 pages of 2M, got 3738")
        .contains("hugepagesz=2M hugepages=4096 on the kernel's command line");
    assertThat(Files.readAllLines(root.resolve("asked"))).as("one retry, no more").hasSize(2);
  }

  @Test
  void pageCacheIsLeftAloneWhereTheFirstAnswerIsEnough() throws Exception {
    assertThat(allocate("echo 4096")).isEqualTo(new Ran(0, ""));
    assertThat(root.resolve("proc/sys/vm/drop_caches")).doesNotExist();
  }

  @Test
  void twoNamesOfTheDefaultPoolAreOneKnob() throws Exception {
    Subject setting = TestHost.task("sysctl", Map.of("settings", Map.of("vm.nr_hugepages", 512)));
    Subject attribute =
        TestHost.task("sysfs", Map.of("path", "/" + POOL + "nr_hugepages", "value", 512));
    for (Subject other : List.of(setting, attribute)) {
      for (Map<String, ?> more : List.of(Map.of("count", 200), Map.of("size", "2M", "count", 9))) {
        assertThat(refusal(other, TestHost.task("huge_pages", more))).contains(other.address());
      }
      assertThat(refusal(other, TestHost.task("huge_pages", Map.of("memory", "1G"))))
          .as("as many pages are no conflict")
          .isEmpty();
    }
  }

  /** Why the second of two tasks is refused beside the first; empty where it is not. */
  private String refusal(Subject one, Subject other) throws Exception {
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(one, other));
      return Conflicts.forbidden("db1", plan.tasks(), new Readings.Builder().build())
          .get(1)
          .result()
          .message()
          .orElse("");
    }
  }

  private record Ran(int exit, String error) {}

  /** Asks for 4096 pages of a kernel that answers with what a command prints. */
  private Ran allocate(String answer) throws Exception {
    Subject task = TestHost.task("huge_pages", Map.of("count", 4096));
    Step step;
    try (TestHost host = new TestHost(root)) {
      step = host.plan(List.of(task)).tasks().get(0).script().steps().get(0);
    }
    write("bin/cat", "#!/bin/sh\n" + answer + "\n");
    Files.setPosixFilePermissions(
        root.resolve("bin/cat"), PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", ((Step.Command) step).command());
    shell.environment().put("R", root.toString());
    shell.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
    Process process = shell.start();
    process.getOutputStream().close();
    String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), error);
  }

  private void write(String path, String text) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), text);
  }
}
