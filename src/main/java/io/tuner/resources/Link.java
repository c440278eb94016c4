package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.resource.Bound;
import io.tuner.resource.Parameter;
import io.tuner.resource.Type;
import java.util.List;
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
    implements InterfaceResource {

  @Override
  public InterfaceTask task() {
    return InterfaceTask.of(EthtoolOption.LINK, this, interfaces, persist);
  }
}
