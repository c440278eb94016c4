package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new fstab is checked for faults that the old one has not. */
class FstabFaultsTest {

  private static final String OLD = "/dev/gone /gone xfs defaults 0 0\n/dev/a /a ext4 nofail 0 0\n";

  @TempDir Path root;

  @BeforeEach
  void host() throws Exception {
    write("proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
    write("proc/1/comm", "init\n");
    write("dev/sdb1", "");
    write("sys/class/block/sdb1/dev", "8:17\n");
    write("etc/fstab", OLD);
    Files.createDirectories(root.resolve("data"));
    Files.createDirectories(root.resolve("var/lib"));
    tool("findmnt", Files.readString(Path.of("src/test/resources/models/findmnt")));
  }

  private void write(String path, String content) throws Exception {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), content);
  }

  private void tool(String name, String script) throws Exception {
    write("usr/bin/" + name, script);
    Files.setPosixFilePermissions(
        root.resolve("usr/bin/" + name), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Subject mount(String path) {
    return TestHost.task(
        "mount", Map.of("path", path, "source", "/dev/sdb1", "fstype", "xfs", "state", "present"));
  }

  private HostResult apply(Subject task) throws Exception {
    try (TestHost host = new TestHost(root)) {
      return host.apply(task);
    }
  }

  private String fstab() throws Exception {
    return Files.readString(root.resolve("etc/fstab"));
  }

  @Test
  void aFaultThatWasThereBeforeStopsNothing() throws Exception {
    assertThat(apply(mount("/data")).status()).isEqualTo(Status.CHANGED);
    assertThat(fstab()).isEqualTo(OLD + "/dev/sdb1 /data xfs defaults 0 0\n");
  }

  @Test
  @Trap(types = "mount", value = "a broken fstab keeps the host from booting")
  void aFaultOfTheNewEntryIsRefusedWithItsOwnWordsAlone() throws Exception {
    HostResult result = apply(mount("/not/there"));
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.tasks().get(0).message().orElseThrow())
        .contains("/not/there", "unreachable on boot")
        .doesNotContain("/gone");
    assertThat(fstab()).isEqualTo(OLD);
  }

  @Test
  void aFaultOfAFileWithoutAnyIsRefused() throws Exception {
    write("etc/fstab", "/dev/a /a ext4 nofail 0 0\n");
    assertThat(apply(mount("/not/there")).status()).isEqualTo(Status.FAILED);
    assertThat(fstab()).isEqualTo("/dev/a /a ext4 nofail 0 0\n");
  }

  @Test
  void aRefusalWithoutAWordOfItIsOne() throws Exception {
    tool("findmnt", "#!/bin/sh\ncase $3 in *fstab.tuner) exit 3 ;; esac\n");
    assertThat(apply(mount("/data")).status()).isEqualTo(Status.FAILED);
    assertThat(fstab()).isEqualTo(OLD);
  }
}
