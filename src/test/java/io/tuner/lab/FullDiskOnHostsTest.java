package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disks that are full or read-only in the middle of an apply: file systems of a few hundred KiB.
 */
@RealHosts
@Proves(
    what =
        "a disk that is full or read-only in the middle of an apply: the old file is whole, the error "
            + "says so, a rollback restores",
    against = "real hosts")
class FullDiskOnHostsTest {

  private static final String PLAYBOOK =
      """
      - hosts: all
        become: true
        tasks:
          - file: {dest: /etc/lab-first, content: "1\\n"}
          - template: {src: large.ftl, dest: /opt/lab-disk/large.conf}
          - file: {dest: /etc/lab-last, content: "3\\n"}
      """;

  @TempDir Path directory;

  private final Host host = Lab.host(2);
  private ControlMachine control;
  private Snapshot start;

  @BeforeEach
  void prepare() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner"));
    control.write("disk.yml", PLAYBOOK);
    control.write("large.ftl", "0123456789abcde\n".repeat(8 << 10));
    host.output("rm -rf /var/lib/tuner; mkdir -p /opt/lab-disk /var/lib/tuner");
  }

  @AfterEach
  void unmount() {
    host.output(
        "umount -q /opt/lab-disk /var/lib/tuner; rm -rf /opt/lab-disk /var/lib/tuner; true");
  }

  private void disk(String place, int kibibytes) {
    host.output("mount -t tmpfs -o size=" + kibibytes + "k,mode=755 lab " + place);
  }

  private String failing() {
    RunDocument applied = control.document(1, "apply", "disk.yml", "--yes");
    assertThat(applied.tasks(host.name(), "not_started")).containsExactly("file[/etc/lab-last]");
    return applied.message(host.name(), "template[/opt/lab-disk/large.conf]");
  }

  private void restored() {
    control.document(0, "rollback", "--yes");
    assertThat(host.tree("/opt/lab-disk").changesSince(start)).isEmpty();
    assertThat(host.output("ls -A /opt/lab-disk")).isEqualTo("large.conf");
    assertThat(host.output("cat /opt/lab-disk/large.conf")).isEqualTo("old");
  }

  @Test
  void aFullDiskLeavesTheOldFile() {
    disk("/opt/lab-disk", 64);
    host.output("echo old >/opt/lab-disk/large.conf");
    start = host.tree("/opt/lab-disk");
    assertThat(failing()).contains("No space left on device");
    assertThat(host.output("cat /opt/lab-disk/large.conf")).isEqualTo("old");
    restored();
  }

  @Test
  void aReadOnlyDiskLeavesTheOldFile() {
    disk("/opt/lab-disk", 512);
    host.output("echo old >/opt/lab-disk/large.conf; mount -o remount,ro /opt/lab-disk");
    start = host.tree("/opt/lab-disk");
    assertThat(failing()).contains("Read-only file system");
    host.output("mount -o remount,rw /opt/lab-disk");
    restored();
  }

  /** What cannot be written down is not begun. */
  @Test
  void aJournalWithoutRoomEndsTheRunBeforeTheChange() {
    disk("/opt/lab-disk", 512);
    host.output("echo old >/opt/lab-disk/large.conf");
    disk("/var/lib/tuner", 96);
    start = host.tree("/opt/lab-disk");
    assertThat(failing())
        .contains("not begun, for the journal cannot be written", "No space left on device");
    assertThat(host.output("cat /opt/lab-disk/large.conf")).isEqualTo("old");
    restored();
  }
}
