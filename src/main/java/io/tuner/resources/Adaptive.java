package io.tuner.resources;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Adaptive coalescing (ethtool(8), {@code adaptive-rx}): where it is on, the driver chooses some
 * values itself, by the traffic, and they read back as whatever it chose last.
 */
final class Adaptive {

  /** By parameter, those it takes over. */
  static final Map<String, List<String>> CHOOSES =
      new TreeMap<>(
          Map.of(
              "adaptive_rx", List.of("rx_usecs", "rx_frames"),
              "adaptive_tx", List.of("tx_usecs", "tx_frames")));

  private Adaptive() {}

  /** The parameter that may take this one over. */
  static Optional<String> of(String parameter) {
    return CHOOSES.keySet().stream().filter(a -> CHOOSES.get(a).contains(parameter)).findFirst();
  }

  /** Whether the driver chooses what the key names, an interface, a dot and a parameter. */
  static boolean isOn(Map<String, String> values, String key) {
    return of(InterfaceState.parameter(key))
        .map(adaptive -> values.get(InterfaceState.device(key) + "." + adaptive))
        .filter("on"::equals)
        .isPresent();
  }
}
