package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Parameter;
import io.tuner.resource.Type;
import java.util.List;
import java.util.Optional;

/** How many packets a network interface can hold (ethtool(8), {@code -G}). */
@Type(
    name = "ethtool_ring",
    summary = "How many packets a network interface can hold",
    guide =
        """
        The words are those of `ethtool -G`. More than the device can have is refused before anything is written. A change
        makes most drivers take the link down and up.
        """
            + InterfaceTask.PERSISTENCE)
public record EthtoolRing(
    @Parameter(
            name = "interface",
            value = "names of interfaces, or patterns: of those that have rings",
            example = "enp2s0f0",
            required = true)
        List<String> interfaces,
    @Parameter(value = "receive descriptors", example = "4096") Optional<Bound> rx,
    @Parameter("of small packets") Optional<Bound> rx_mini,
    @Parameter("of large packets") Optional<Bound> rx_jumbo,
    @Parameter(value = "send descriptors", example = "4096") Optional<Bound> tx,
    @Parameter("bytes of a receive buffer") Optional<Bound> rx_buf_len,
    @Parameter("bytes of a completion event") Optional<Bound> cqe_size,
    @Parameter("descriptors are pushed to the device") Optional<Boolean> tx_push,
    @Parameter("the same of rx") Optional<Boolean> rx_push,
    @Parameter("on, off or auto: headers apart from payload") Optional<Bound> tcp_data_split,
    @Parameter("bytes pushed at most") Optional<Bound> tx_push_buf_len,
    @Parameter(
            value = "whether it is set again when an interface appears or comes up",
            example = "false",
            byDefault = "true")
        boolean persist)
    implements InterfaceResource {

  @Override
  public InterfaceTask task() {
    return InterfaceTask.of(EthtoolOption.RING, this, interfaces, persist);
  }
}
