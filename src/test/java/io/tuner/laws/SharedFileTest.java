package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.apply.HostTree;
import io.tuner.apply.TestHost;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of one run, and runs after one another, that own keys of one file. */
class SharedFileTest {

  private static final String FILE = "etc/sysctl.d/99-tuner.conf";

  @TempDir Path root;

  private final Subject swappiness = sysctl("vm.swappiness", "1");
  private final Subject ratio = sysctl("vm.dirty_ratio", "5");

  private static Subject sysctl(String key, String value) {
    return TestHost.task("sysctl", Map.of("settings", Map.of(key, value)));
  }

  private TestHost host() throws Exception {
    new World()
        .file("/proc/sys/vm/swappiness", "60\n")
        .file("/proc/sys/vm/dirty_ratio", "20\n")
        .file("/proc/sys/vm/dirty_bytes", "0\n")
        .layOut(root);
    return new TestHost(root);
  }

  private static void succeeds(HostResult result) {
    assertThat(result.error()).isEmpty();
    assertThat(result.tasks()).noneMatch(task -> task.status() == Status.FAILED);
  }

  @Test
  void tasksOfOneRunKeepEachOthersKeys() throws Exception {
    try (TestHost host = host()) {
      Map<String, String> before = HostTree.of(root);
      succeeds(host.apply(swappiness, ratio));
      assertThat(Files.readString(root.resolve(FILE)))
          .endsWith("\nvm.swappiness = 1\nvm.dirty_ratio = 5\n");
      succeeds(host.rollback(false, false));
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  @Test
  void aRollbackLeavesTheKeysOfAnEarlierRun() throws Exception {
    try (TestHost host = host()) {
      Map<String, String> before = HostTree.of(root);
      succeeds(host.apply(swappiness));
      Map<String, String> first = HostTree.of(root);
      succeeds(host.apply(ratio));
      succeeds(host.rollback(false, false));
      assertThat(HostTree.of(root)).isEqualTo(first);
      succeeds(host.apply(ratio));
      succeeds(host.rollback(true, false));
      assertThat(HostTree.of(root)).isEqualTo(before);
    }
  }

  @Test
  void whatSomebodyElseWroteIntoTheFileSinceStays() throws Exception {
    try (TestHost host = host()) {
      succeeds(host.apply(swappiness, ratio));
      String ours = Files.readString(root.resolve(FILE));
      Files.writeString(root.resolve(FILE), ours + "kernel.panic = 10\n");
      succeeds(host.rollback(false, false));
      assertThat(Files.readString(root.resolve(FILE)))
          .endsWith("\nkernel.panic = 10\n")
          .doesNotContain("vm.");
    }
  }
}
