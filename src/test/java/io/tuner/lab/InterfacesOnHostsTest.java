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

/**
 * The real ethtool on a tap (nic0: interrupt coalescing of rx-frames, features) and on a veth
 * (eth0: channels), and the attributes of the kernel: live, after a boot, after ifdown and ifup,
 * and back.
 */
@RealHosts
@Proves(
    types = "ethtool_coalesce",
    what =
        "rx-frames: live, after a boot, after ifdown and ifup with what a driver forgets, and back; a "
            + "value that the driver lowers is a failure, and what it cannot is refused beforehand",
    against = "real ethtool and udev, the kernel's tap driver")
@Proves(
    types = "ethtool_features",
    what = "features: live, after a boot, after ifdown and ifup, and back",
    against = "real ethtool and udev, the kernel's tap driver")
@Proves(
    types = "ethtool_channels",
    what = "channels: live, after a boot, after ifdown and ifup, and back",
    against = "real ethtool and udev, the kernel's veth driver")
@Proves(
    types = "link",
    what =
        "MTU and send queue: live, after a boot, after ifdown and ifup, and back; ifupdown's other "
            + "value is named",
    against = "real udev and ifupdown, the kernel's tap and veth drivers")
class InterfacesOnHostsTest {
  private static final String RULES = "/etc/udev/rules.d/99-tuner-net.rules";
  private static final String HOOK = "/etc/network/if-up.d/tuner";

  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private ControlMachine control;

  @BeforeEach
  void inventory() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner"));
    control.write(
        "net.yml",
        """
        - hosts: all
          become: true
          tasks:
            - link: {interface: nic0, mtu: 1400, txqueuelen: 700}
            - ethtool_channels: {interface: "eth*", rx: "${rx}", tx: 2}
            - ethtool_features: {interface: nic0, features: {gro: off, sg: off, lro: off}}
            - ethtool_coalesce: {interface: [nic0], rx_frames: "${frames}"}
        """);
  }

  @AfterEach
  void nothingStays() {
    assertThat(host.ssh("ls " + RULES + " " + HOOK).stdout()).isEmpty();
  }

  private RunDocument run(int exit, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    Outcome outcome = control.tuner(words.toArray(String[]::new));
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return RunDocument.of(outcome);
  }

  private RunDocument play(int exit, String command, String... more) {
    List<String> words = new ArrayList<>(List.of("net.yml"));
    words.addAll(List.of(more));
    return run(exit, command, words.toArray(String[]::new));
  }

  /** What nic0 has once a hook was called, and udev is done, after it had 5. */
  private String framesAfter(String hook) {
    return host.output(
        "ethtool -C nic0 rx-frames 5 && "
            + hook
            + " && udevadm settle && ethtool -c nic0 | grep ^rx-frames:");
  }

  /** What the kernel says of all that the playbook sets. */
  private List<String> settings() {
    String said =
        host.output(
            "ethtool -c nic0 | grep ^rx-frames:; ethtool -l eth0 | grep -A2 Current | tail -n 2;"
                + " ethtool -k nic0 | grep -E '^(generic-receive|large-receive|scatter-gather)';"
                + " cat /sys/class/net/nic0/mtu /sys/class/net/nic0/tx_queue_len");
    return said.lines().map(line -> line.replaceAll("\\s+", " ")).toList();
  }

  private static final List<String> WANTED =
      List.of(
          "rx-frames: 17",
          "RX: 2",
          "TX: 2",
          "scatter-gather: off",
          "generic-receive-offload: off",
          "large-receive-offload: off [fixed]",
          "1400",
          "700");

  @Test
  @Trap(
      types = {"ethtool_coalesce", "ethtool_ring", "ethtool_channels"},
      value = "the driver forgets it with a boot, or when the link goes down")
  void settingsAreThereAtOnceAfterABootAndAfterIfupAndTakenBack() {
    Snapshot tree = host.tree();
    Snapshot knobs = host.knobs();
    List<String> before = settings();
    String[] values = {"-e", "frames=17", "-e", "rx=2"};
    String[] confirmed = {"--yes", "-e", "frames=17", "-e", "rx=2"};
    play(0, "apply", confirmed);
    assertThat(settings()).isEqualTo(WANTED);
    assertThat(play(0, "apply", confirmed).changes("host1")).isEmpty();

    host.reboot();
    play(0, "verify", values);
    assertThat(settings()).isEqualTo(WANTED);

    // A driver that forgets when it comes up, and an MTU that was changed meanwhile.
    host.output(
        "printf '%s\\n' 'iface nic0 inet manual' '  pre-up ethtool -C nic0 rx-frames 3'"
            + " '  pre-up ip link set nic0 mtu 1300 up' '  down ip link set nic0 down'"
            + " >/etc/network/interfaces.d/nic0");
    host.output("ifup nic0 && ifdown nic0 && ip link set nic0 mtu 1350 && ifup nic0");
    host.output("udevadm settle");
    assertThat(play(0, "verify", values).toString())
        .contains("network scripts (/etc/network/interfaces.d/nic0:2)");
    assertThat(settings()).isEqualTo(WANTED);

    // As NetworkManager and Red Hat's ifup-post call it; of another event it makes nothing.
    assertThat(framesAfter(HOOK + " nic0 down")).isEqualTo("rx-frames: 5");
    assertThat(framesAfter(HOOK + " '' hostname")).isEqualTo("rx-frames: 5");
    assertThat(framesAfter(HOOK + " nic0 up")).isEqualTo("rx-frames: 17");
    assertThat(framesAfter(HOOK + " nic0")).isEqualTo("rx-frames: 17");
    host.output("ifdown nic0; ip link set nic0 up; rm /etc/network/interfaces.d/nic0");

    run(0, "rollback", "--yes");
    assertThat(settings()).isEqualTo(before);
    assertThat(host.tree().changesSince(tree)).isEmpty();
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  void aValueThatTheDriverLowersIsAFailureWithWhatIsThere() {
    Snapshot knobs = host.knobs();
    List<String> before = settings();
    RunDocument document = play(1, "apply", "--yes", "-e", "frames=500", "-e", "rx=2");
    assertThat(document.task("host1", "ethtool_coalesce[nic0]").get("message").toString())
        .contains("rx_frames", "`64`", "`500`");
    run(0, "rollback", "--yes");
    assertThat(settings()).isEqualTo(before);
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  @Test
  void whatADriverCannotIsRefusedBeforeAnythingIsWritten() {
    Snapshot knobs = host.knobs();
    RunDocument document = play(1, "apply", "--yes", "-e", "frames=17", "-e", "rx=3");
    assertThat(document.task("host1", "ethtool_channels[eth*]").get("message").toString())
        .contains("at most 2 rx");
    control.write(
        "unsupported.yml",
        """
        - hosts: all
          become: true
          tasks:
            - ethtool_coalesce: {interface: nic0, rx_usecs: 4}
              ignore_errors: true
            - ethtool_coalesce: {interface: eth0, rx_usecs: 4}
              ignore_errors: true
            - ethtool_ring: {interface: nic0, rx: 512}
              ignore_errors: true
            - ethtool_channels: {interface: eth0, combined: 2}
              ignore_errors: true
            - ethtool_features: {interface: nic0, features: {lro: on}}
              ignore_errors: true
            - link: {interface: nic9, mtu: 9000}
              ignore_errors: true
        """);
    RunDocument unsupported = run(0, "apply", "unsupported.yml", "--yes");
    assertThat(message(unsupported, "ethtool_coalesce[nic0]")).contains("no rx_usecs to set");
    assertThat(message(unsupported, "ethtool_coalesce[eth0]")).contains("no coalescing");
    assertThat(message(unsupported, "ethtool_ring[nic0]")).contains("no rings");
    assertThat(message(unsupported, "ethtool_channels[eth0]"))
        .contains("it has rx (at most 2) and tx (at most 2)");
    assertThat(message(unsupported, "ethtool_features[nic0]")).contains("lro", "fixed off");
    assertThat(message(unsupported, "link[nic9]")).contains("there is no interface `nic9`");
    assertThat(host.knobs().changesSince(knobs)).isEmpty();
  }

  private static String message(RunDocument document, String address) {
    return document.task("host1", address).get("message").toString();
  }
}
