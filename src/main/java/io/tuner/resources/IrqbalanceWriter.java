package io.tuner.resources;

import io.tuner.format.Interrupts;
import io.tuner.format.IrqbalanceOptions;
import io.tuner.format.Refusal;
import io.tuner.format.UnitEnvironment;
import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * irqbalance(1), where it runs: it moves every interrupt that is not banned, every ten seconds, and
 * whatever was written by hand. Banned CPUs do not keep an interrupt where it is.
 */
final class IrqbalanceWriter implements Writer {

  private static final String TABLE = "/proc/interrupts";
  private static final Read.Selector PROCESS = IrqBanReader.PROCESS;

  @Override
  public String name() {
    return "irqbalance";
  }

  @Override
  public Set<String> types() {
    return Set.of("irq_affinity");
  }

  @Override
  public Probe probe() {
    Probe probe = Probe.NOTHING.file(TABLE).process(PROCESS, "cmdline");
    for (String path : IrqBanReader.VARIABLES) {
      probe = probe.file(path);
    }
    return probe;
  }

  /**
   * A task that stops it, or keeps it stopped, leaves nothing to be moved; one that has it leave
   * interrupts alone sees for itself whether it does.
   */
  @Override
  public List<Claim> claims(Readings readings, List<Resource<?>> tasks) throws ProbeFailed {
    Set<Knob> banned = new HashSet<>();
    for (Resource<?> task : tasks) {
      boolean stops =
          task instanceof Service service
              && Unit.of(service.name()).equals(IrqAffinityState.IRQBALANCE)
              && service.state().equals(Optional.of(Service.State.STOPPED));
      Optional<IrqAffinity.Ban> ban =
          task instanceof IrqAffinity irqs ? irqs.ban() : Optional.empty();
      if (stops || ban.equals(Optional.of(IrqAffinity.Ban.SERVICE))) {
        return List.of();
      }
      if (ban.isPresent()) {
        IrqAffinityState found = ((IrqAffinity) task).parse(readings);
        found.live().keySet().forEach(handler -> banned.add(IrqKnobs.live(handler)));
      }
    }
    return claims(readings).stream().filter(claim -> !banned.contains(claim.knob())).toList();
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    List<Readings.Found> processes = readings.processes(PROCESS, "cmdline");
    if (processes.isEmpty()) {
      return List.of();
    }
    Readings.Found process = processes.get(0);
    IrqbalanceOptions options = options(process, readings);
    String value =
        "wherever it likes"
            + (options.cpus().isEmpty() ? "" : " but on " + options.cpus())
            + (options.policy().isPresent() ? ", as its policy script says" : "");
    List<Claim> claims = new ArrayList<>();
    Set<String> names = new HashSet<>();
    try {
      for (Interrupts.Row row : Interrupts.parse(readings.text(TABLE).orElse("")).rows()) {
        if (row.number().isEmpty() || row.actions().isEmpty()) {
          continue;
        }
        String name = IrqReader.name(row.actions().get(0), names);
        if (!options.interrupts().contains(row.number().getAsInt())) {
          String place = "process " + process.pid();
          claims.add(new Claim(IrqKnobs.live(name), value, place));
        }
      }
    } catch (Refusal refusal) {
      throw new ProbeFailed(TABLE + ": " + refusal.getMessage());
    }
    return claims;
  }

  private static IrqbalanceOptions options(Readings.Found process, Readings readings)
      throws ProbeFailed {
    Map<String, String> variables = new HashMap<>();
    for (String path : IrqBanReader.VARIABLES) {
      readings.text(path).ifPresent(text -> variables.putAll(UnitEnvironment.ofFile(text)));
    }
    Optional<Content> line = process.files().get("cmdline").known("the arguments of irqbalance");
    List<String> words = List.of(line.map(Readings::decode).orElse("").split("[\0\n]"));
    return IrqbalanceOptions.of(words.subList(1, words.size()), variables);
  }
}
