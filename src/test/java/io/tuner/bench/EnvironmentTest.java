package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.bench.Environment.Difference;
import io.tuner.bench.HostEnvironment.Seen;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EnvironmentTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private static Told host() {
    return Told.at(1)
        .boot("one")
        .file("/proc/sys/kernel/osrelease", "5.10.0-60.aarch64\n")
        .file("/proc/loadavg", "3.50 2.00 1.00 1/200 4242\n")
        .file("/sys/devices/system/cpu/online", "0-63\n")
        .file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n")
        .file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance\n")
        .file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
        .file("/sys/class/thermal/thermal_zone0/temp", "45000\n")
        .file("/sys/class/hwmon/hwmon0/temp1_input", "51500\n");
  }

  private static Environment of(Told host, Map<String, String> raid) {
    return Environment.of(host.read(Environment.PROBE), NOON, raid);
  }

  private static Environment of(Told host) {
    return of(host, Map.of());
  }

  @Test
  void whatAHostIsLike() {
    Environment environment = of(host());
    assertThat(environment.kernel()).contains("5.10.0-60.aarch64");
    assertThat(environment.governors()).contains("performance");
    assertThat(environment.hottest()).hasValue(51.5);
    assertThat(environment.load()).hasValue(3.5);
    assertThat(environment.hugePages()).contains("madvise");
    assertThat(environment.online().orElseThrow().numbers()).hasSize(64);
    assertThat(environment.differences(environment)).isEmpty();
  }

  @Test
  void whatIsAnotherIsNamed() {
    Told later =
        host()
            .boot("two")
            .file("/proc/sys/kernel/osrelease", "5.10.0-61.aarch64\n")
            .file("/sys/devices/system/cpu/online", "0-31\n")
            .file("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n")
            .file("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n")
            .file("/proc/loadavg", "12.00 2.00 1.00 1/200 4242\n")
            .file("/sys/class/hwmon/hwmon0/temp1_input", "70000\n");
    List<Difference> differences =
        of(host(), Map.of("vd0", "WB", "vd1", "WT"))
            .differences(of(later, Map.of("vd0", "WT", "vd2", "WT")));
    assertThat(differences)
        .containsExactly(
            new Difference("kernel", "5.10.0-60.aarch64", "5.10.0-61.aarch64"),
            new Difference("boot", "one", "two"),
            new Difference("cpus online", "0-63", "0-31"),
            new Difference("governor", "performance", "performance (1), powersave (1)"),
            new Difference("transparent huge pages", "madvise", "always"),
            new Difference("load average", "3.50", "12.00"),
            new Difference("temperature", "52 °C", "70 °C"),
            new Difference("raid vd0", "WB", "WT"));
    assertThat(differences.get(0))
        .hasToString("kernel was 5.10.0-60.aarch64, and is 5.10.0-61.aarch64");
  }

  @Test
  void aLittleMoreLoadIsNoDifferenceAndOfALargeHostMore() {
    Told busier = host().file("/proc/loadavg", "9.80 2.00 1.00 1/200 4242\n");
    assertThat(of(host()).differences(of(busier))).as("64 CPUs").isEmpty();
    String two = "/sys/devices/system/cpu/online";
    Environment small = of(host().file(two, "0-1\n"));
    assertThat(small.differences(of(busier.file(two, "0-1\n"))))
        .extracting(Difference::what)
        .containsExactly("load average");
  }

  @Test
  void whatThePlayMadeIsNoSurprise() {
    Told later =
        host()
            .file("/proc/sys/kernel/osrelease", "5.10.0-61.aarch64\n")
            .file("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
    List<Seen> blocks =
        List.of(
            new Seen("before", of(host(), Map.of("c0/v0", "WT"))),
            new Seen("before", of(later, Map.of("c0/v0", "WT"))),
            new Seen("after", of(later, Map.of("c0/v0", "WB"))));
    HostEnvironment made =
        HostEnvironment.of("db1", blocks, Set.of("transparent_huge_pages", "storcli_cache"));
    assertThat(made.blocks()).containsExactly(blocks.get(0), blocks.get(2));
    assertThat(made.unexplained()).containsExactly("kernel");
    assertThat(made.notes())
        .containsExactly(
            "db1: kernel was 5.10.0-60.aarch64, and is 5.10.0-61.aarch64, which the play did not"
                + " make");
    assertThat(HostEnvironment.of("db1", blocks, Set.of()).unexplained())
        .containsExactly("kernel", "transparent huge pages", "raid c0/v0");
    assertThat(HostEnvironment.of("db1", blocks.subList(0, 1), Set.of()).notes()).isEmpty();
  }

  @Test
  void whatIsNotToldIsNoDifference() {
    Environment nothing = of(Told.at(1).file("/proc/sys/kernel/random/boot_id", ""));
    assertThat(nothing.kernel()).isEmpty();
    assertThat(nothing.load()).isEmpty();
    assertThat(nothing.hottest()).isEmpty();
    assertThat(nothing.differences(of(host()))).isEmpty();
    assertThat(of(host()).differences(nothing)).isEmpty();
  }

  @Property(tries = 200)
  void garbageIsRead(@ForAll String text) {
    Told told = host();
    for (String path :
        List.of(
            "/proc/loadavg",
            "/sys/devices/system/cpu/online",
            "/sys/kernel/mm/transparent_hugepage/enabled",
            "/sys/class/thermal/thermal_zone0/temp")) {
      told.file(path, text);
    }
    assertThat(of(told).differences(of(told))).isEmpty();
  }
}
