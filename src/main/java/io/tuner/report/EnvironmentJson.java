package io.tuner.report;

import io.tuner.bench.Environment;
import io.tuner.bench.HostEnvironment;
import io.tuner.text.CpuSet;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What hosts were like, in the JSON document and back; what a host did not tell is null. */
final class EnvironmentJson {

  private EnvironmentJson() {}

  static List<Map<String, Object>> of(List<HostEnvironment> environments) {
    return environments.stream().map(EnvironmentJson::host).toList();
  }

  private static Map<String, Object> host(HostEnvironment of) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("host", of.host());
    out.put("blocks", of.blocks().stream().map(EnvironmentJson::block).toList());
    out.put("unexplained", of.unexplained());
    return out;
  }

  private static Map<String, Object> block(HostEnvironment.Seen block) {
    Environment of = block.environment();
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("state", block.state());
    out.put("time", of.time().toString());
    out.put("kernel", of.kernel().orElse(null));
    out.put("boot", of.boot().orElse(null));
    out.put("cpus_online", of.online().map(CpuSet::toString).orElse(null));
    out.put("governors", of.governors().orElse(null));
    out.put("temperature_celsius", number(of.hottest()));
    out.put("load_average", number(of.load()));
    out.put("transparent_huge_pages", of.hugePages().orElse(null));
    out.put("raid_policies", new java.util.TreeMap<>(of.raidPolicies()));
    return out;
  }

  private static Object number(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  /** Reads an entry of {@code environments} back. */
  static HostEnvironment read(JsonFields entry) {
    List<HostEnvironment.Seen> blocks = entry.each("blocks", EnvironmentJson::block);
    if (blocks.isEmpty()) {
      throw entry.unexpected("blocks", "a list of at least one block");
    }
    return new HostEnvironment(entry.text("host"), blocks, entry.texts("unexplained"));
  }

  private static HostEnvironment.Seen block(JsonFields block) {
    return new HostEnvironment.Seen(
        block.text("state"),
        new Environment(
            time(block),
            block.optionalText("kernel"),
            block.optionalText("boot"),
            block.optionalText("cpus_online").map(list -> cpus(block, list)),
            block.optionalText("governors"),
            block.number("temperature_celsius"),
            block.number("load_average"),
            block.optionalText("transparent_huge_pages"),
            block.textsByName("raid_policies")));
  }

  private static Instant time(JsonFields block) {
    try {
      return Instant.parse(block.text("time"));
    } catch (DateTimeParseException none) {
      throw block.unexpected("time", "a time in ISO 8601");
    }
  }

  private static CpuSet cpus(JsonFields block, String list) {
    try {
      return CpuSet.parse(list);
    } catch (IllegalArgumentException none) {
      throw block.unexpected("cpus_online", "a list of CPUs");
    }
  }
}
