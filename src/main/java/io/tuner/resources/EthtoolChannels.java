package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Map;
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
    implements Resource<InterfaceState> {

  @Override
  public String name() {
    return String.join(",", interfaces);
  }

  @Override
  public void validate(Problems problems) {
    task().validate(problems);
  }

  @Override
  public Map<Knob, String> claims() {
    return task().claims();
  }

  @Override
  public Probe probe() {
    return task().reader().probe();
  }

  @Override
  public InterfaceState parse(Readings readings) throws ProbeFailed {
    return task().reader().parse(readings);
  }

  @Override
  public InterfaceState target(InterfaceState observed, Notes notes) throws Unsupported {
    return task().target(observed, notes);
  }

  @Override
  public Script transition(InterfaceState from, InterfaceState to) {
    return task().transition(from, to);
  }

  @Override
  public Map<String, Knob> knobs(InterfaceState state) {
    return task().knobs(state);
  }

  private InterfaceTask task() {
    return InterfaceTask.of(EthtoolOption.CHANNELS, this, interfaces, persist);
  }
}
