package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Parameter;
import io.tuner.resource.Type;
import java.util.List;
import java.util.Optional;

/**
 * Over how many queues and interrupts a network interface spreads its packets (ethtool(8), {@code
 * -L}).
 */
@Type(
    name = "ethtool_channels",
    summary = "Over how many queues and interrupts a network interface spreads its packets",
    guide =
        """
        The words are those of `ethtool -L`. A device has `combined` channels, or `rx` and `tx`; the other kind, and more than
        the device can have, are refused before anything is written. A change makes most drivers take the link down and up,
        and some of them forget coalescing: put `ethtool_coalesce` behind it.
        """
            + InterfaceTask.PERSISTENCE)
public record EthtoolChannels(
    @Parameter(
            name = "interface",
            value = "names of interfaces, or patterns: of those that have channels",
            example = "enp2s0f0",
            required = true)
        List<String> interfaces,
    @Parameter("channels that only receive") Optional<Bound> rx,
    @Parameter("channels that only send") Optional<Bound> tx,
    @Parameter("channels of other interrupts") Optional<Bound> other,
    @Parameter(value = "channels that do both", example = "8") Optional<Bound> combined,
    @Parameter(
            value = "whether it is set again when an interface appears or comes up",
            example = "false",
            byDefault = "true")
        boolean persist)
    implements InterfaceResource {

  @Override
  public InterfaceTask task() {
    return InterfaceTask.of(EthtoolOption.CHANNELS, this, interfaces, persist);
  }
}
