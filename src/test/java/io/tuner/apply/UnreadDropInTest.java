package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A drop-in that lies on disk, and that systemd has not read yet. */
class UnreadDropInTest {

  @TempDir Path root;
  private Path dropIn;

  @BeforeEach
  void systemd() throws Exception {
    Path tool = Files.createDirectories(root.resolve("usr/bin")).resolve("systemctl");
    Files.copy(Path.of("src/test/resources/models/systemctl"), tool);
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path units = Files.createDirectories(root.resolve("usr/lib/systemd/system"));
    Files.writeString(units.resolve("observer.service"), "[Service]\nExecStart=/opt/observer\n");
    // A unit that runs is loaded: the model tells by its sources that they changed since.
    Path loaded = Files.createDirectories(root.resolve("run/systemd/model"));
    Files.writeString(loaded.resolve("observer.service"), "/usr/lib/systemd/system/old 1-1\n");
    Path directory = Files.createDirectories(root.resolve("etc/systemd/system/observer.service.d"));
    dropIn = directory.resolve("tuner.conf");
  }

  private static Subject task() {
    return TestHost.task(
        "systemd_unit",
        Map.of("unit", "observer", "drop_in", Map.of("Service", Map.of("TimeoutStopSec", "600"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"90", "600"})
  void comesBackAndSystemdHasReadIt(String before) throws Exception {
    Files.writeString(dropIn, "[Service]\nTimeoutStopSec=" + before + "\n");
    try (TestHost host = new TestHost(root)) {
      assertThat(host.apply(task()).tasks().get(0).status()).isEqualTo(Status.CHANGED);
      assertThat(host.apply(task()).tasks().get(0).status()).isEqualTo(Status.OK);
      assertThat(host.rollback(false, false).tasks().get(0).status())
          .isEqualTo(Status.CHANGED);
      assertThat(Undo.select(host.runs(), java.util.Optional.empty(), true)).isEmpty();
    }
    assertThat(dropIn).hasContent("[Service]\nTimeoutStopSec=" + before + "\n");
  }

  @Test
  void whatSystemdCannotForgetIsSaid() throws Exception {
    Files.writeString(dropIn, "[Service]\nTimeoutStopSec=90\n");
    try (TestHost host = new TestHost(root)) {
      host.apply(task());
      assertThat(host.rollback(false, false).tasks().get(0).changes())
          .anySatisfy(change -> assertThat(change.reason()).contains("systemd does not forget"));
    }
  }
}
