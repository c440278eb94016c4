package io.tuner.resources;

import io.tuner.format.KernelWord;
import io.tuner.format.Refusal;
import io.tuner.format.TunedUnit;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a task would make of TuneD on this host: whether its CPUs and its boot loader bear the
 * profile.
 *
 * @param overlay the profile, and tuner's own over it
 */
record TunedOutlook(TunedProfile task, TunedOverlay overlay, Readings readings) {

  private static final String GRUB = "/etc/grub.d/00_tuned";
  private static final String ONLINE = "/sys/devices/system/cpu/online";

  static Probe probe() {
    return Probe.NOTHING.file(ONLINE).attributes(GRUB);
  }

  /** What is wanted; {@code said} are TuneD's own warnings. */
  TunedWanted wanted(List<String> said) throws ProbeFailed, Refusal {
    Optional<String> refusal = refusal();
    if (refusal.isPresent()) {
      return TunedWanted.unsupported(refusal.get());
    }
    Map<String, Content> child = new TreeMap<>();
    overlay.childFiles().forEach((name, text) -> child.put(name, Content.of(text)));
    Map<String, String> boot = new TreeMap<>();
    boolean boots = readings.attributes(GRUB).known(GRUB).isPresent();
    if (boots) {
      overlay.profiles().merge(List.of(overlay.active())).commandLine().stream()
          .map(TunedUnit.Option::value)
          .filter(word -> !word.contains("${"))
          .forEach(word -> boot.put(KernelWord.key(word), word.replaceFirst("^[^=]*=?", "")));
    }
    List<String> absent =
        overlay.child().words(task.cmdline_remove()).stream()
            .map(KernelWord::key)
            .filter(key -> !boot.containsKey(key))
            .toList();
    Map<String, String> variables =
        overlay.variablesFile().isPresent() ? overlay.variables() : Map.of();
    return new TunedWanted(
        overlay.active(),
        variables,
        child,
        boot,
        absent,
        warnings(boots, said),
        Optional.empty(),
        Optional.empty());
  }

  /** What TuneD would refuse, or read otherwise, when it is too late. */
  private Optional<String> refusal() throws ProbeFailed {
    for (Map.Entry<String, String> variable : task.variables().entrySet()) {
      String name = variable.getKey();
      boolean known = overlay.merge().speaksOf(name);
      if (!known) {
        return Optional.of("no profile of " + task.profile() + " reads a variable `" + name + "`");
      }
      Optional<CpuSet> online = online();
      boolean cpus = name.equals("isolated_cores") && !variable.getValue().contains("${");
      if (cpus && online.isPresent()) {
        CpuSet isolated = CpuSet.parse(variable.getValue());
        if (!online.get().containsAll(isolated)) {
          return Optional.of("isolated_cores " + isolated + " are not all online: " + online.get());
        }
        if (isolated.containsAll(online.get())) {
          return Optional.of("isolated_cores " + isolated + " leave no CPU for the system");
        }
      }
    }
    return Optional.empty();
  }

  private Optional<CpuSet> online() throws ProbeFailed {
    try {
      return readings.line(ONLINE).map(CpuSet::parse);
    } catch (IllegalArgumentException garbage) {
      throw new ProbeFailed(ONLINE + ": " + garbage.getMessage());
    }
  }

  private List<String> warnings(boolean boots, List<String> said) {
    List<String> warnings = new ArrayList<>();
    overlay
        .merge()
        .unknown()
        .forEach(i -> warnings.add("only TuneD knows what the include " + i + " brings"));
    if (!boots && !overlay.merge().commandLine().isEmpty()) {
      warnings.add("there is no " + GRUB + ": TuneD adds no words to the kernel's command line");
    }
    warnings.addAll(said);
    return warnings;
  }
}
