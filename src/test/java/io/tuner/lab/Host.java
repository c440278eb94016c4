package io.tuner.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Debian host of the lab: systemd, udev, sshd, its own network, root and, for some, disk.
 *
 * <p>Users, all with the key {@code id}: root; {@code tuner} (sudo without a password); {@code
 * operator} (sudo with {@link Lab#operatorPassword}); {@code nobodysudo} (no sudo); {@code limited}
 * (sudo for {@code /usr/bin/id} alone); {@code ttyonly} (sudo only on a terminal).
 *
 * @param number from 1
 * @param address its IPv4 address
 * @param address6 its IPv6 address
 */
public record Host(int number, String address, String address6) {
  /** The port of the sshd whose sessions run under strace: see {@link #traces}. */
  public static final int TRACED_PORT = 2222;

  static Host parse(String line) {
    String[] words = line.split(" ");
    return new Host(Integer.parseInt(words[0]), words[1], words[2]);
  }

  /** Its name, in the inventory and on itself: {@code host1}. */
  public String name() {
    return "host" + number;
  }

  /** The kernel's name of its own disk, {@code loop64}. It may be another one after a boot. */
  public Optional<String> disk() {
    var file = Lab.state().resolve("h" + number).resolve("loop");
    return java.nio.file.Files.exists(file)
        ? Optional.of(Lab.text(file).strip())
        : Optional.empty();
  }

  /**
   * Runs a shell command as root. Standard output, standard error and exit code are the command's;
   * 255 is ssh's.
   */
  public Outcome ssh(String command) {
    return ssh(command, "");
  }

  /** {@link #ssh(String)} with standard input. */
  public Outcome ssh(String command, String input) {
    return Lab.command(input, "ssh", String.valueOf(number), command);
  }

  /** The standard output of a command that must succeed, without the newlines at its end. */
  public String output(String command) {
    return ssh(command).succeeded().stdout().stripTrailing();
  }

  /**
   * Reboots through its systemd: new boot id, new network namespace, new disk attributes; files
   * stay.
   */
  public void reboot() {
    control("reboot");
  }

  /** Awaits the end of a boot that something else has started, such as the tool under test. */
  public void awaitBoot() {
    control("await");
  }

  /** Takes its power away. */
  public void kill() {
    control("kill");
  }

  /** Starts it after {@link #kill} or a power-off. */
  public void start() {
    control("start");
  }

  /** Starts it afresh: an untouched root and an empty disk. */
  public void reset() {
    control("reset");
  }

  /** Takes it off the network: packets are lost, connections stay open. */
  public void unplug() {
    control("unplug");
  }

  /** Brings it back to the network. */
  public void plug() {
    control("plug");
  }

  /** The id of its present boot. */
  public String bootId() {
    return output("cat /proc/sys/kernel/random/boot_id");
  }

  /**
   * Its file tree: type, mode, owner, size, content, link target, extended attributes and ACLs of
   * every path; not times, and not /proc /sys /dev /run /tmp /var/tmp /var/lib/tuner /var/log
   * /var/lib/systemd /var/cache, nor what is mounted.
   *
   * @param leftOut further absolute paths to leave out, with all below them
   */
  public Snapshot tree(String... leftOut) {
    StringBuilder command = new StringBuilder("sh -s --");
    for (String path : leftOut) {
      command.append(" '").append(path).append('\'');
    }
    return Snapshot.ofTree(ssh(command.toString(), Lab.script("tree.sh")).succeeded().stdout());
  }

  /**
   * What is set in its running system: its disk's queue, its sysctls, its network queues, mounts,
   * swaps, units.
   */
  public Snapshot knobs() {
    return Snapshot.ofLines(ssh("sh -s", Lab.script("knobs.sh")).succeeded().stdout());
  }

  /** Forgets the traces taken so far. */
  public void clearTraces() {
    ssh("rm -f /run/lab/trace/*").succeeded();
  }

  /**
   * What each session on {@link #TRACED_PORT} since {@link #clearTraces} did, in the order of their
   * start.
   *
   * @throws AssertionError where a process of such a session still runs after 20 s
   */
  public List<SystemCalls> traces() {
    String listed =
        output(
            "cd /run/lab/trace && for f in $(ls -tr); do flock -w 20 $f true || "
                + "{ echo still traced: $f >&2; exit 1; }; echo $f; done");
    List<SystemCalls> traces = new ArrayList<>();
    for (String session : listed.split("\\s+")) {
      if (!session.isEmpty()) {
        String log = ssh("cat /run/lab/trace/" + session).succeeded().stdout();
        traces.add(SystemCalls.parse(Integer.parseInt(session), log.lines().toList()));
      }
    }
    return traces;
  }

  private void control(String verb) {
    Lab.command("", verb, String.valueOf(number)).succeeded();
  }
}
