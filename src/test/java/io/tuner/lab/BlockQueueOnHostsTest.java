package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queue of a real disk: live, after a boot, and back. */
@RealHosts
@Proves(
    types = "block_queue",
    what =
        "scheduler, rq_affinity, nr_requests and read_ahead_kb of a disk: live, after a boot, and "
            + "back; a value that the driver clamps is a failure",
    against = "the kernel's loop driver, real udev")
class BlockQueueOnHostsTest {
  private static final String RULES = "/etc/udev/rules.d/99-tuner-block.rules";

  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private ControlMachine control;

  @BeforeEach
  void inventory() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner").with("data_disk", host.disk().orElseThrow()));
    control.write(
        "queue.yml",
        """
        - hosts: all
          become: true
          tasks:
            - block_queue:
                devices: "${data_disk}"
                scheduler: mq-deadline
                rq_affinity: 2
                nr_requests: ${requests}
                read_ahead_kb: 64
        """);
  }

  @AfterEach
  void nothingStays() {
    assertThat(host.ssh("ls " + RULES).exit()).isEqualTo(2);
  }

  private RunDocument run(int exit, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    Outcome outcome = control.tuner(words.toArray(String[]::new));
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return RunDocument.of(outcome);
  }

  private String queue() {
    String attributes = "scheduler rq_affinity nr_requests read_ahead_kb";
    return host.output("cd /sys/block/" + host.disk().orElseThrow() + "/queue && cat " + attributes)
        .replace('\n', ' ');
  }

  @Test
  void fourAttributesAreSetAtOnceAndByEveryBootAndTakenBack() {
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    String before = queue();
    run(0, "apply", "queue.yml", "--yes", "-e", "requests=96");
    assertThat(queue()).matches(".*\\[mq-deadline].* 2 96 64");
    assertThat(run(0, "apply", "queue.yml", "--yes", "-e", "requests=96").changes("host1"))
        .isEmpty();

    String disk = host.disk().orElseThrow();
    host.reboot();
    assertThat(host.disk()).hasValue(disk);
    assertThat(queue()).matches(".*\\[mq-deadline].* 2 96 64");
    run(0, "verify", "queue.yml", "-e", "requests=96");

    run(0, "rollback", "--yes");
    assertThat(queue()).isEqualTo(before);
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  @Trap(types = "block_queue", value = "the driver takes another value than was written")
  void aValueThatTheDriverDoesNotTakeIsAFailureWithWhatIsThere() {
    Snapshot knobs = host.knobs();
    RunDocument document = run(1, "apply", "queue.yml", "--yes", "-e", "requests=3");
    String address = "block_queue[" + host.disk().orElseThrow() + "]";
    assertThat(document.task("host1", address).get("message").toString())
        .contains("nr_requests")
        .contains("`4`")
        .contains("`3`");
    run(0, "rollback", "--yes");
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  void aSchedulerThatTheKernelLacksIsRefusedBeforeAnythingIsWritten() {
    Snapshot knobs = host.knobs();
    control.write(
        "unknown.yml",
        """
        - hosts: all
          become: true
          tasks:
            - file: {dest: /etc/lab-first, content: x}
            - block_queue: {devices: "${data_disk}", scheduler: wishful, read_ahead_kb: 64}
        """);
    RunDocument document = run(1, "apply", "unknown.yml", "--yes");
    String address = "block_queue[" + host.disk().orElseThrow() + "]";
    assertThat(document.task("host1", address).get("message").toString())
        .contains(host.disk().orElseThrow(), "none", "mq-deadline");
    assertThat(host.ssh("ls /etc/lab-first").exit()).isEqualTo(2);
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }
}
