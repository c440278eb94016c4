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

/** Largest packet and send queue of a network interface (ABI/testing/sysfs-class-net). */
@Type(
    name = "link",
    summary = "Largest packet and send queue of a network interface",
    guide =
        """
        Both are attributes below `/sys/class/net`. What a device cannot have, the kernel refuses. A new `mtu` makes some
        drivers take the link down and up; all hosts of a network need the same.
        """
            + InterfaceTask.PERSISTENCE)
public record Link(
    @Parameter(
            name = "interface",
            value = "names of interfaces, or patterns: of those that have these attributes",
            example = "enp2s0f0",
            required = true)
        List<String> interfaces,
    @Parameter(value = "bytes of the largest packet", example = "9000") Optional<Bound> mtu,
    @Parameter(value = "packets that wait to be sent", example = "10000")
        Optional<Bound> txqueuelen,
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
    return InterfaceTask.of(EthtoolOption.LINK, this, interfaces, persist);
  }
}
