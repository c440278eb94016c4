package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Parameter;
import io.tuner.resource.Type;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a network interface does for the kernel: checksums, segmentation, merging (ethtool(8),
 * {@code -K}).
 */
@Type(
    name = "ethtool_features",
    summary = "What a network interface does for the kernel: checksums, segmentation, merging",
    guide =
        """
        Names are those of `ethtool -K`, short (`tso`) or as `ethtool -k` shows them. One that stands for several
        (`tso`, `tx`, `sg`) is read and set as those of them that the device can change. What is `[fixed]` is unsupported,
        unless it is as wanted.
        """
            + InterfaceTask.PERSISTENCE)
public record EthtoolFeatures(
    @Parameter(
            name = "interface",
            value = "names of interfaces, or patterns: of those that have features",
            example = "enp2s0f0",
            required = true)
        List<String> interfaces,
    @Parameter(
            value = "on or off, by name of the feature",
            example = "{gro: on, lro: off}",
            required = true)
        Map<String, Boolean> features,
    @Parameter(
            value = "whether it is set again when an interface appears or comes up",
            example = "false",
            byDefault = "true")
        boolean persist)
    implements InterfaceResource {

  @Override
  public InterfaceTask task() {
    Map<String, Bound> wanted = new TreeMap<>();
    features.forEach((name, on) -> wanted.put(name, InterfaceTask.bound(on)));
    return new InterfaceTask(EthtoolOption.FEATURES, interfaces, wanted, persist);
  }
}
