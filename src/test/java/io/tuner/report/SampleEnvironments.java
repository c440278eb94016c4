package io.tuner.report;

import io.tuner.bench.Environment;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.HostEnvironment.Seen;
import io.tuner.text.CpuSet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** What hosts of sample reports were like. */
final class SampleEnvironments {

  private static final Instant NOON = Instant.parse("2026-11-30T12:00:05Z");
  private static final Instant LATER = Instant.parse("2026-11-30T12:30:05Z");

  private SampleEnvironments() {}

  /** One whose governor and RAID policy a play set and whose kernel it did not, and a reference. */
  static List<HostEnvironment> tuned() {
    Environment before = environment(NOON, "5.10.0-60", "powersave", 3.5, "WT, RA, direct");
    Environment after = environment(LATER, "5.10.0-61", "performance", 3.9, "WB, RA, direct");
    return List.of(
        HostEnvironment.of(
            "db1",
            List.of(new Seen("before", before), new Seen("after", after)),
            Set.of("cpu_frequency", "storcli_cache")),
        HostEnvironment.of("x86", List.of(new Seen(HostEnvironment.REFERENCE, before)), Set.of()));
  }

  /** Hosts of which one state was measured, which tell little. */
  static List<HostEnvironment> alone(String... hosts) {
    Environment one =
        new Environment(
            NOON,
            Optional.of("6.1.0-18"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.of(0.07),
            Optional.empty(),
            Map.of());
    return Stream.of(hosts)
        .map(host -> HostEnvironment.of(host, List.of(new Seen("before", one)), Set.of()))
        .toList();
  }

  static HostEnvironment hostile(String text) {
    Environment one = environment(NOON, text, text, 1, text);
    Environment other = environment(NOON, "x" + text, text, 1, text);
    return HostEnvironment.of(text, List.of(new Seen(text, one), new Seen(text, other)), Set.of());
  }

  private static Environment environment(
      Instant time, String kernel, String governor, double load, String policy) {
    return new Environment(
        time,
        Optional.of(kernel),
        Optional.of("0b1c2d3e"),
        Optional.of(CpuSet.parse("0-63")),
        Optional.of(governor),
        OptionalDouble.of(51.5),
        OptionalDouble.of(load),
        Optional.of("madvise"),
        Map.of("c0/v1", policy));
  }
}
