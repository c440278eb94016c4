package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkTest {

  private static final String HEAD = "Inter-|   Receive\n face |bytes packets\n";

  private static final String IDLE = "ifb0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

  private static Told host(double uptime, String interfaces) {
    return Told.at(uptime).file("/proc/net/dev", HEAD + interfaces);
  }

  private static String line(String name, long bytes, long dropped) {
    return name + ": " + bytes + " 10 0 " + dropped + " 0 0 0 0 " + 2 * bytes + " 20 0 0 0 0 0 0\n";
  }

  @Test
  void whatInterfacesCarryAndLose() {
    Watched watched =
        Watched.between(
            "network",
            host(1, line("eth0", 4294967290L, 1) + line("lo", 0, 0) + IDLE)
                .file("/proc/net/softnet_stat", "00000001 ffffffff 00000000\n"),
            host(3, line("eth0", 10, 5) + line("lo", 99, 0) + IDLE)
                .file("/proc/net/softnet_stat", "00000001 00000003 00000008\n"));
    assertThat(watched.value("network.eth0.rx_bytes")).as("turned").isEqualTo(8);
    assertThat(watched.value("network.eth0.rx_packets")).isZero();
    assertThat(watched.value("network.eth0.rx_dropped")).isEqualTo(2);
    assertThat(watched.value("network.softnet_dropped")).isEqualTo(2);
    assertThat(watched.value("network.softnet_squeezed")).isEqualTo(4);
    assertThat(watched.values()).doesNotContainKeys("network.lo.rx_bytes", "network.ifb0.rx_bytes");
  }

  @Test
  void interfacesThatComeAndGoAreNamed() {
    Watched watched =
        Watched.between(
            Map.of("network", Map.of("interfaces", "eth*")),
            host(1, line("eth0", 0, 0)),
            host(2, line("eth1", 0, 0)));
    assertThat(watched.warnings())
        .containsExactly(
            "network: `eth0` vanished meanwhile", "network: `eth1` appeared meanwhile");
    assertThat(
            Watched.between(
                    Map.of("network", Map.of("interfaces", "bond0")), host(1, ""), host(2, ""))
                .warnings())
        .containsExactly("network: no interface matches `bond0`");
  }

  @Test
  void interruptsOfAPattern() {
    String start =
        "      CPU0  CPU1\n 30: 4294967295 0 PCI-MSI 1-edge   eth0-rx-0\n 31: 0 0 PCI-MSI 2-edge   x\n";
    String end =
        "      CPU0  CPU1\n 30: 29 10 PCI-MSI 1-edge   eth0-rx-0\n 31: 99 0 PCI-MSI 2-edge   x\n";
    Map<String, Object> observe = Map.of("network", Map.of("interrupts", "^eth0"));
    Watched watched =
        Watched.between(
            observe,
            host(1, "").file("/proc/interrupts", start),
            host(3, "").file("/proc/interrupts", end));
    assertThat(watched.value("network.interrupts")).isEqualTo(20);
    assertThat(watched.value("network.interrupts_busiest_cpu")).isEqualTo(75);
    assertThat(
            Watched.between(
                    Map.of("network", Map.of("interrupts", "mlx5")),
                    host(1, "").file("/proc/interrupts", start),
                    host(3, "").file("/proc/interrupts", end))
                .warnings())
        .containsExactly("network: no handler of an interrupt matches `mlx5`");
    assertThat(Watched.between(observe, host(1, ""), host(2, "")).warnings())
        .singleElement()
        .asString()
        .startsWith("network: /proc/interrupts: ");
  }

  @Test
  void faultsAreToldBeforehand() {
    assertThat(Watched.faults(Map.of("network", Map.of("interrupts", "eth("))))
        .contains("`eth(` is not a regular expression");
  }
}
