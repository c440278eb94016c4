package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a writer would set of network interfaces, by the knobs of our types; the last one counts.
 */
final class InterfaceClaims {

  static final Set<String> TYPES =
      Set.of("ethtool_channels", "ethtool_coalesce", "ethtool_features", "ethtool_ring", "link");

  private static final String ADDRESS = "/sys/class/net/*/address";

  private final Map<Knob, Writer.Claim> claims = new LinkedHashMap<>();

  /** What tells of a host's interfaces. */
  static Probe probe() {
    return Probe.NOTHING.glob(ADDRESS);
  }

  /** The interfaces of a host. */
  static Set<String> interfaces(Readings readings) {
    Set<String> names = new TreeSet<>();
    readings.glob(ADDRESS).keySet().forEach(path -> names.add(path.split("/")[4]));
    return names;
  }

  /** Where an interface has its hardware address. */
  static String address(String device) {
    return ADDRESS.replace("*", device);
  }

  /**
   * Adds a setting.
   *
   * @param word of ethtool, or the name of the attribute
   */
  void add(EthtoolOption option, String device, String word, String value, String place) {
    for (String one : option.words(word)) {
      Knob knob = Knob.of(option.knob(device, one));
      claims.remove(knob);
      claims.put(knob, new Writer.Claim(knob, value, place));
    }
  }

  List<Writer.Claim> all() {
    return List.copyOf(claims.values());
  }
}
