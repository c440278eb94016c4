package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import io.tuner.apply.HostTree;
import io.tuner.apply.TestHost;
import io.tuner.plan.Conflicts;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.resource.Risk;
import io.tuner.resource.Writer;
import io.tuner.resources.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What interface settings do with the ways of drivers and releases of ethtool, as models have them.
 */
@Proves(
    types = {"ethtool_channels", "ethtool_coalesce", "ethtool_features", "ethtool_ring"},
    what =
        "exit 80, a value that a driver lowers, links that go down once and only for a change, "
            + "coalescing that new channels reset, several tasks in one file",
    against = "a model of `ethtool`")
class InterfaceSettingsTest {
  private static final String MODEL = "run/ethtool/model/eth0/";
  private static final String COALESCE = "adaptive-rx off\nrx-usecs 8\nrx-frames 0 64\n";
  private static final String RULES = "etc/udev/rules.d/99-tuner-net.rules";
  private static final String HOOK = "etc/network/if-up.d/tuner";

  @TempDir Path root;

  private World world() {
    return new World()
        .tools("ethtool", "sh")
        .file("/sys/class/net/eth0/mtu", "1500\n")
        .file("/sys/class/net/eth0/tx_queue_len", "1000\n")
        .file("/sys/class/net/eth0/carrier_changes", "3\n")
        .file("/etc/network/if-up.d/other", "#!/bin/sh\n", "rwxr-xr-x")
        .file("/" + MODEL + "c", COALESCE)
        .file("/" + MODEL + "g", "rx 4096 512\ntx 4096 512\n")
        .file("/" + MODEL + "l", "combined 16 4\n");
  }

  private String text(String path) throws Exception {
    return Files.readString(root.resolve(path));
  }

  private static Status status(HostResult result) {
    return result.tasks().get(0).status();
  }

  /** The host, with an ethtool that ends with these commands where it is to set something. */
  private World setting(String commands) {
    return world()
        .tool("/usr/bin/ethtool.model", World.model("ethtool"))
        .tool(
            "/usr/bin/ethtool",
            "#!/bin/sh\ncase $1 in -[CG]) "
                + commands
                + " ;; esac\n\"$R/usr/bin/ethtool.model\" \"$@\"\n");
  }

  private HostResult applied() throws Exception {
    try (TestHost host = new TestHost(root)) {
      return host.apply(
          TestHost.task("ethtool_coalesce", Map.of("interface", "eth0", "rx_usecs", "4")));
    }
  }

  @Test
  @Trap(
      types = {"ethtool_coalesce", "ethtool_ring"},
      value = "older releases exit with 80 where nothing is to be changed")
  void exit80IsOkWhereTheReadBackMatches() throws Exception {
    setting("\"$R/usr/bin/ethtool.model\" \"$@\"; exit 80").layOut(root);
    HostResult result = applied();
    assertThat(status(result)).as("%s", result.tasks()).isEqualTo(Status.CHANGED);
    assertThat(text(RULES)).contains("/sbin/ethtool -C eth0 rx-usecs 4");
  }

  @Test
  void exit80IsAFailureWhereItDoesNot() throws Exception {
    setting("exit 80").layOut(root);
    HostResult result = applied();
    assertThat(status(result)).isEqualTo(Status.FAILED);
    assertThat(result.tasks().get(0).message().orElse("")).contains("rx_usecs", "`8`", "`4`");
  }

  @Test
  void whatTheToolRefusesFailsWithItsWords() throws Exception {
    setting("echo 'netlink error: Invalid argument' >&2; exit 1").layOut(root);
    HostResult result = applied();
    assertThat(status(result)).isEqualTo(Status.FAILED);
    assertThat(result.tasks().get(0).message().orElse("")).contains("Invalid argument");
    assertThat(root.resolve(RULES)).doesNotExist();
  }

  @Test
  void aValueThatTheDriverLowersIsAFailureThatSaysWhatWasReadBack() throws Exception {
    world().layOut(root);
    try (TestHost host = new TestHost(root)) {
      HostResult result =
          host.apply(
              TestHost.task("ethtool_coalesce", Map.of("interface", "eth0", "rx_frames", "500")));
      assertThat(status(result)).isEqualTo(Status.FAILED);
      assertThat(result.tasks().get(0).message().orElse("")).contains("`64`", "`500`");
      host.rollback(false, false);
      assertThat(text(MODEL + "c")).isEqualTo(COALESCE);
    }
  }

  @Test
  @Trap(types = "ethtool_ring", value = "the link goes down for what is so already")
  void theLinkGoesDownForARingOnceAndNeverForOneThatIsAlreadySo() throws Exception {
    world().layOut(root);
    Map<String, Object> ring = Map.of("interface", "eth0", "rx", "2048", "tx", "512");
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(TestHost.task("ethtool_ring", ring)));
      assertThat(plan.tasks().get(0).result().risks()).containsKey(Risk.LINK_FLAP);
      host.apply(plan);
      assertThat(text("sys/class/net/eth0/carrier_changes")).isEqualTo("5\n");
      host.apply(TestHost.task("ethtool_ring", ring));
      assertThat(text("sys/class/net/eth0/carrier_changes")).isEqualTo("5\n");
    }
  }

  @Test
  void coalescingThatWasSoUntilNewChannelsMadeTheDriverForgetItIsNotCalledOk() throws Exception {
    world().file("/" + MODEL + "c.default", COALESCE.replace("usecs 8", "usecs 50")).layOut(root);
    try (TestHost host = new TestHost(root)) {
      HostResult result =
          host.apply(
              TestHost.task("ethtool_channels", Map.of("interface", "eth0", "combined", "8")),
              TestHost.task(
                  "ethtool_coalesce",
                  Map.of("interface", "eth0", "rx_usecs", "8", "persist", false)));
      assertThat(result.tasks().get(1).status()).isEqualTo(Status.FAILED);
      assertThat(result.tasks().get(1).message().orElse("")).contains("rx_usecs", "`50`", "`8`");
    }
  }

  @Test
  @Trap(
      types = {"ethtool_coalesce", "ethtool_ring", "ethtool_channels"},
      value = "the driver forgets it with a boot, or when the link goes down")
  void coalescingThatNewChannelsMakeTheDriverForgetIsSetBehindThem() throws Exception {
    world().file("/" + MODEL + "c.default", COALESCE.replace("usecs 8", "usecs 50")).layOut(root);
    try (TestHost host = new TestHost(root)) {
      HostResult result =
          host.apply(
              TestHost.task("ethtool_channels", Map.of("interface", "eth0", "combined", "8")),
              TestHost.task("ethtool_coalesce", Map.of("interface", "eth0", "rx_usecs", "4")));
      assertThat(result.tasks()).allMatch(task -> task.status() == Status.CHANGED);
      assertThat(text(MODEL + "c")).contains("rx-usecs 4\n");
    }
  }

  @Test
  void whateverElseSetsAnotherValueIsAConflictThatNamesIt() throws Exception {
    world()
        .file("/sys/class/net/eth0/address", "52:54:00:00:00:01\n")
        .file("/sys/class/net/eth0/type", "1\n")
        .file(
            "/etc/NetworkManager/system-connections/lan.nmconnection",
            "[connection]\ninterface-name=eth0\n[ethtool]\ncoalesce-rx-usecs=30\n")
        .file("/etc/network/interfaces", "iface eth0 inet dhcp\n  up ethtool -C eth0 rx-usecs 60\n")
        .file(
            "/etc/udev/rules.d/99-zz.rules",
            "SUBSYSTEM==\"net\", KERNEL==\"eth0\", RUN+=\"/sbin/ethtool -C eth0 rx-usecs 70\"\n")
        .file("/etc/tuned/active_profile", "own\n")
        .file("/run/tuned/tuned.pid", "7\n")
        .file("/etc/tuned/own/tuned.conf", "[net]\ncoalesce=rx-usecs 50\n")
        .layOut(root);
    List<String> named = new ArrayList<>();
    try (TestHost host = new TestHost(root)) {
      HostPlan plan =
          host.plan(
              List.of(
                  TestHost.task("ethtool_coalesce", Map.of("interface", "eth0", "rx_usecs", "4"))));
      for (Writer writer : Resources.writers()) {
        if (writer.types().contains("ethtool_coalesce")) {
          List<Writer.Claim> claims = writer.claims(host.read(writer.probe()));
          Conflicts.withWriter("here", plan.tasks(), writer.name(), claims)
              .forEach(conflict -> named.add(conflict.toString()));
        }
      }
    }
    for (String place :
        List.of("lan.nmconnection", "/etc/network/interfaces:2", "99-zz.rules:1", "tuned.conf")) {
      assertThat(named).as(place).anyMatch(conflict -> conflict.contains(place));
    }
  }

  @Test
  void severalTasksOnOneInterfaceShareAFileAndItsHookGoesWithTheLast() throws Exception {
    world().layOut(root);
    Map<String, String> before = HostTree.of(root);
    try (TestHost host = new TestHost(root)) {
      host.apply(TestHost.task("link", Map.of("interface", "eth0", "mtu", "9000")));
      host.apply(TestHost.task("ethtool_ring", Map.of("interface", "eth0", "rx", "4096")));
      host.apply(TestHost.task("ethtool_coalesce", Map.of("interface", "eth*", "rx_usecs", "4")));
      assertThat(text(RULES).lines().skip(2))
          .satisfiesExactly(
              link -> assertThat(link).endsWith("ATTR{mtu}=\"9000\""),
              ring -> assertThat(ring).contains("ethtool -G eth0 rx 4096"),
              coalesce -> assertThat(coalesce).contains("ethtool -C eth0 rx-usecs 4"));
      host.rollback(false, false);
      assertThat(text(RULES)).contains("-G eth0").doesNotContain("-C eth0");
      assertThat(root.resolve(HOOK)).exists();
      host.rollback(false, false);
      host.rollback(false, false);
      assertThat(root.resolve(RULES)).doesNotExist();
      assertThat(root.resolve(HOOK)).doesNotExist();
      HostTree.of(root)
          .forEach(
              (path, what) -> {
                if (!path.endsWith("carrier_changes")) {
                  assertThat(what).as(path).isEqualTo(before.get(path));
                }
              });
    }
  }
}
