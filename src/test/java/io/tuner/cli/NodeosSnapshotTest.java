package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that lost its state and starts from a snapshot, on a copy of a sandbox's node. */
class NodeosSnapshotTest extends OneHost {

  private Path state;

  @BeforeEach
  void node() throws Exception {
    Process copy =
        new ProcessBuilder("cp", "-a", "inventories/sandbox/node1/.", host.toString())
            .inheritIO()
            .start();
    assertThat(copy.waitFor()).isZero();
    Path model = Path.of("src/test/resources/models/journalctl");
    Files.copy(model, host.resolve("usr/bin/journalctl"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(host.resolve("data/snapshots/latest.bin"), "needs 2000 MiB\n");
    state = host.resolve("data/nodeos/state/shared_memory.bin");
    Files.delete(state);
    Path process = host.resolve("proc/7963");
    Files.delete(process.resolve("cgroup"));
    Files.delete(process.resolve("comm"));
    Files.delete(host.resolve("run/systemd/model/nodeos.service"));
  }

  private Path playbook(String mode, String size) throws Exception {
    return playbook(
        "    - nodeos_state: {config_dir: /etc/nodeos, data_dir: /data/nodeos, mode: %s, size: %s,"
                .formatted(mode, size)
            + " snapshot: /data/snapshots/latest.bin}\n");
  }

  @Test
  void aStateTooSmallForTheSnapshotIsSaidAndItsPartIsNoState() throws Exception {
    String noRoom = "nodeos found no room for a snapshot in 1024 MiB of state: ";
    String part = "move /data/nodeos/state/shared_memory.bin away, which holds a part of it";
    assertThat(run("apply", playbook("mapped", "1G"))).isEqualTo(ExitCode.FAILED);
    assertThat(printed()).contains(noRoom + "give a larger `size`, and " + part);
    assertThat(state).content().contains("a part of it");
    assertThat(run("apply", playbook("mapped", "4G"))).isEqualTo(ExitCode.FAILED);
    assertThat(printed()).contains(noRoom + part);
    Files.delete(state);
    assertThat(run("apply", playbook("mapped", "1G"))).isEqualTo(ExitCode.FAILED);
    assertThat(printed()).contains(noRoom + "give a larger `size`\n");
    assertThat(run("apply", playbook("mapped", "4G"))).as(printed()).isZero();
    assertThat(state).content().contains("begun from /data/snapshots/latest.bin");
    String verified = playbook("mapped", "4G").toString();
    assertThat(dispatch("verify", verified, "-i", hosts())).as(printed()).isZero();
  }

  @Test
  void aRollbackKeepsTheStateThatCameFromTheSnapshot() throws Exception {
    Path config = host.resolve("etc/nodeos/config.ini");
    String before = Files.readString(config);
    assertThat(run("apply", playbook("heap", "4G"))).as(printed()).isZero();
    assertThat(config).content().contains("database-map-mode = heap");
    printed();
    int exit = run("rollback");
    String said = printed();
    assertThat(exit).as(said).isZero();
    assertThat(said).contains("the state that is there stays");
    assertThat(config).hasContent(before);
    assertThat(state).content().contains("begun from /data/snapshots/latest.bin");
  }
}
