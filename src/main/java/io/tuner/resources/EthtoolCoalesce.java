package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Parameter;
import io.tuner.resource.Type;
import java.util.List;
import java.util.Optional;

/**
 * For how long a network interface collects packets before it interrupts (ethtool(8), {@code -C}).
 */
@Type(
    name = "ethtool_coalesce",
    summary = "For how long a network interface collects packets before it interrupts",
    guide =
        """
        The words are those of `ethtool -C`. Where `adaptive_rx` or `adaptive_tx` is on, the driver chooses microseconds and
        packets itself, so they are neither set nor compared; turn it off in the task that sets them. A rollback turns it on
        again: what was set beneath it, nobody can read. A value that the driver
        takes another one for is a failure that says what was read back.
        """
            + InterfaceTask.PERSISTENCE)
public record EthtoolCoalesce(
    @Parameter(
            name = "interface",
            value = "names of interfaces, or patterns: of those that have coalescing",
            example = "enp2s0f0",
            required = true)
        List<String> interfaces,
    @Parameter(value = "the driver chooses rx_usecs and rx_frames", example = "off")
        Optional<Boolean> adaptive_rx,
    @Parameter(value = "the same of tx", example = "off") Optional<Boolean> adaptive_tx,
    @Parameter(value = "µs to wait after a packet has come", example = "4")
        Optional<Bound> rx_usecs,
    @Parameter(value = "packets to wait for", example = "64") Optional<Bound> rx_frames,
    @Parameter("rx_usecs while an interrupt is served") Optional<Bound> rx_usecs_irq,
    @Parameter("rx_frames meanwhile") Optional<Bound> rx_frames_irq,
    @Parameter(value = "µs to wait after a packet was sent", example = "4")
        Optional<Bound> tx_usecs,
    @Parameter(value = "packets sent to wait for", example = "64") Optional<Bound> tx_frames,
    @Parameter("tx_usecs while an interrupt is served") Optional<Bound> tx_usecs_irq,
    @Parameter("tx_frames meanwhile") Optional<Bound> tx_frames_irq,
    @Parameter("µs between updates of statistics") Optional<Bound> stats_block_usecs,
    @Parameter("s between samples of the rate") Optional<Bound> sample_interval,
    @Parameter("packets/s below which the low values hold") Optional<Bound> pkt_rate_low,
    @Parameter("µs at a low rate") Optional<Bound> rx_usecs_low,
    @Parameter("packets at a low rate") Optional<Bound> rx_frames_low,
    @Parameter("µs at a low rate") Optional<Bound> tx_usecs_low,
    @Parameter("packets at a low rate") Optional<Bound> tx_frames_low,
    @Parameter("packets/s above which the high values hold") Optional<Bound> pkt_rate_high,
    @Parameter("µs at a high rate") Optional<Bound> rx_usecs_high,
    @Parameter("packets at a high rate") Optional<Bound> rx_frames_high,
    @Parameter("µs at a high rate") Optional<Bound> tx_usecs_high,
    @Parameter("packets at a high rate") Optional<Bound> tx_frames_high,
    @Parameter("the timer starts anew with each completion") Optional<Boolean> cqe_mode_rx,
    @Parameter("the same of tx") Optional<Boolean> cqe_mode_tx,
    @Parameter("bytes of packets sent as one") Optional<Bound> tx_aggr_max_bytes,
    @Parameter("packets sent as one") Optional<Bound> tx_aggr_max_frames,
    @Parameter("µs to wait for them") Optional<Bound> tx_aggr_time_usecs,
    @Parameter(
            value = "whether it is set again when an interface appears or comes up",
            example = "false",
            byDefault = "true")
        boolean persist)
    implements InterfaceResource {

  @Override
  public InterfaceTask task() {
    return InterfaceTask.of(EthtoolOption.COALESCE, this, interfaces, persist);
  }
}
