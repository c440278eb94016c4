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

/** Swap files and devices of a real kernel, small ones: the memory they extend is the machine's. */
@RealHosts
@Proves(
    types = "swap",
    what =
        "swap files on ext4 and ext3 and a swap device: made, used, of another size, and taken "
            + "back; holes, a foreign file system, an overlay and a lack of room refused",
    against = "real util-linux, this kernel")
class SwapOnHostsTest {
  private static final String FILE = "/srv/swap/one";

  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private final String disk = "/dev/" + host.disk().orElseThrow();
  private ControlMachine control;

  @BeforeEach
  void inventory() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner"));
    write("one.yml", "{file: " + FILE + ", size: \"${size}\", priority: 3}");
  }

  @AfterEach
  void nothingStaysInUse() {
    host.output("swapoff -a; ! mountpoint -q /srv/swap || umount /srv/swap; rm -rf /srv/swap");
    host.output("wipefs -q -a " + disk);
    assertThat(host.output("tail -n +2 /proc/swaps")).isEmpty();
  }

  private void write(String name, String parameters) {
    control.write(
        name,
        """
        - hosts: all
          become: true
          tasks:
            - swap: %s
        """
            .formatted(parameters));
  }

  private RunDocument run(int exit, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    Outcome outcome = control.tuner(words.toArray(String[]::new));
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return RunDocument.of(outcome);
  }

  private void fileSystem(String type) {
    host.output("mkfs." + type + " -q -F " + disk + " && mkdir -p /srv/swap");
    host.output("mount " + disk + " /srv/swap");
  }

  private String swaps() {
    return host.output("tail -n +2 /proc/swaps").replaceAll("[ \t]+", " ");
  }

  @Test
  void aSwapFileIsMadeUsedResizedAndTakenBack() {
    fileSystem("ext4");
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    run(0, "apply", "one.yml", "--yes", "-e", "size=8M");
    assertThat(swaps()).matches(FILE + " file 81[0-9]+ [0-9]+ 3");
    assertThat(host.output("stat -c '%a %s' " + FILE)).isEqualTo("600 8388608");
    assertThat(host.output("tail -n 1 /etc/fstab")).isEqualTo(FILE + " none swap sw,pri=3 0 0");
    String inode = host.output("stat -c %i " + FILE);
    assertThat(run(0, "apply", "one.yml", "--yes", "-e", "size=8M").changes("host1")).isEmpty();
    assertThat(host.output("stat -c %i " + FILE)).isEqualTo(inode);

    host.output("swapoff " + FILE);
    assertThat(run(3, "verify", "one.yml", "-e", "size=8M").changes("host1"))
        .contains("swap[" + FILE + "] live on: false -> true");
    host.output("swapon -a");
    assertThat(swaps()).endsWith(" 3");
    run(0, "verify", "one.yml", "-e", "size=8M");

    run(0, "apply", "one.yml", "--yes", "-e", "size=12M");
    assertThat(swaps()).matches(FILE + " file 122[0-9]+ [0-9]+ 3");
    run(0, "rollback", "--yes");
    assertThat(swaps()).matches(FILE + " file 81[0-9]+ [0-9]+ 3");
    run(0, "rollback", "--yes");
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  void aFileSystemThatCannotPreallocateIsWritten() {
    fileSystem("ext3");
    run(0, "apply", "one.yml", "--yes", "-e", "size=8M");
    assertThat(swaps()).matches(FILE + " file 81[0-9]+ [0-9]+ 3");
    run(0, "rollback", "--yes");
    assertThat(host.output("ls -A /srv/swap")).isEqualTo("lost+found");
  }

  @Test
  void aSwapFileOnTheOverlayOrWithoutRoomIsRefusedBeforehand() {
    write("overlay.yml", "{file: /swapfile, size: 8M}");
    RunDocument overlay = run(1, "apply", "overlay.yml", "--yes");
    assertThat(overlay.task("host1", "swap[/swapfile]").get("message").toString())
        .contains("overlay");
    fileSystem("ext4");
    RunDocument full = run(1, "apply", "one.yml", "--yes", "-e", "size=8G");
    assertThat(full.task("host1", "swap[" + FILE + "]").get("message").toString())
        .contains("8192 MiB", "free");
    assertThat(host.output("ls -A /srv/swap")).isEqualTo("lost+found");
  }

  @Test
  void faultsThatFstabHadBeforeStopNothing() {
    fileSystem("ext4");
    host.output(
        "cp -p /etc/fstab /etc/fstab.lab; echo '/dev/gone /gone xfs defaults 0 2' >>/etc/fstab");
    assertThat(host.ssh("findmnt --verify").exit()).isNotZero();
    run(0, "apply", "one.yml", "--yes", "-e", "size=8M");
    assertThat(host.output("tail -n 2 /etc/fstab"))
        .isEqualTo("/dev/gone /gone xfs defaults 0 2\n" + FILE + " none swap sw,pri=3 0 0");
    run(0, "rollback", "--yes");
    host.output("mv /etc/fstab.lab /etc/fstab; systemctl daemon-reload");
  }

  @Test
  @Trap(types = "swap", value = "fallocate leaves holes on some file systems")
  void aFileWithHolesIsRefusedByTheKernelAndFstabStaysAsItWas() {
    fileSystem("ext4");
    host.output("truncate -s 8M " + FILE + " && chmod 600 " + FILE + " && mkswap " + FILE);
    Snapshot tree = host.tree();
    RunDocument document = run(1, "apply", "one.yml", "--yes", "-e", "size=8M");
    assertThat(document.task("host1", "swap[" + FILE + "]").get("message").toString())
        .contains("swapon", "holes");
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(swaps()).isEmpty();
  }

  @Test
  void aDeviceWithAFileSystemIsRefusedAndABlankOneComesBackBlank() {
    write("device.yml", "{device: " + disk + "}");
    host.output("mkfs.ext4 -q -F " + disk);
    RunDocument refused = run(1, "apply", "device.yml", "--yes");
    assertThat(refused.task("host1", "swap[" + disk + "]").get("message").toString())
        .contains("holds ext4");
    host.output("wipefs -q -a " + disk);
    run(0, "apply", "device.yml", "--yes");
    assertThat(swaps()).startsWith(disk + " partition ");
    run(0, "rollback", "--yes");
    assertThat(swaps()).isEmpty();
    assertThat(host.ssh("blkid -p " + disk).exit()).isEqualTo(2);
  }
}
