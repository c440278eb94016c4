package io.tuner.resources;

import io.tuner.format.Glob;
import io.tuner.format.Interrupts;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which interrupts are meant: a device's messages as sysfs has them, else those of the table of all
 * that bear its name (Documentation/ABI/testing/sysfs-bus-pci, msi_irqs; proc(5),
 * /proc/interrupts).
 *
 * @param iface a network interface
 * @param match or a pattern of handlers' names
 */
record IrqRows(Optional<String> iface, Optional<String> match) {

  private static final String TABLE = "/proc/interrupts";

  private String device() {
    return "/sys/class/net/" + iface.orElseThrow() + "/device";
  }

  /** What irqbalance is to leave alone, in its policy script's words. */
  String ban(Readings readings) throws ProbeFailed {
    if (match.isPresent()) {
      return "match=" + match.get();
    }
    String path = readings.link(device()).known(device()).orElse("");
    return iface.get() + "@" + IrqBanReader.address(path);
  }

  Probe probe() {
    Probe probe = Probe.NOTHING.file(TABLE);
    return iface.isEmpty()
        ? probe
        : probe
            .link(device())
            .glob(device() + "/msi_irqs/*")
            .glob(device() + "/../msi_irqs/*")
            .file(device() + "/irq");
  }

  /** The rows of the table that are meant, in order. */
  List<Interrupts.Row> meant(Readings readings) throws ProbeFailed {
    List<Interrupts.Row> used;
    try {
      used =
          Interrupts.parse(readings.text(TABLE).orElse("")).rows().stream()
              .filter(row -> row.number().isPresent() && !row.actions().isEmpty())
              .toList();
    } catch (Refusal refusal) {
      throw new ProbeFailed(TABLE + ": " + refusal.getMessage());
    }
    if (match.isPresent()) {
      Glob glob = Glob.of(match.get());
      return used.stream().filter(row -> row.actions().stream().anyMatch(glob::matches)).toList();
    }
    Set<String> own = new TreeSet<>(names(readings.glob(device() + "/msi_irqs/*")));
    // The messages of a virtio device are those of the PCI device above it.
    if (readings.link(device()).known(device()).orElse("").matches(".*/virtio[0-9]+")) {
      own.addAll(names(readings.glob(device() + "/../msi_irqs/*")));
    }
    Pattern word =
        Pattern.compile("(?<![A-Za-z0-9_])" + Pattern.quote(iface.get()) + "(?![A-Za-z0-9_])");
    List<Interrupts.Row> found =
        used.stream()
            .filter(
                row ->
                    own.contains(row.label())
                        || row.actions().stream().anyMatch(a -> word.matcher(a).find()))
            .toList();
    String line = readings.line(device() + "/irq").orElse("");
    return found.isEmpty() ? used.stream().filter(row -> row.label().equals(line)).toList() : found;
  }

  private static List<String> names(SortedMap<String, Reading<Content>> files) {
    return files.keySet().stream().map(path -> path.substring(path.lastIndexOf('/') + 1)).toList();
  }
}
