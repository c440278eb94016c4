package io.tuner.format;

import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What TuneD's plug-in scheduler does with {@code isolated_cores}: at every start it takes those
 * CPUs from each interrupt and each thread, and gives one that is left none all the others
 * (tuned-profiles-cpu-partitioning(7), plugin_scheduler of TuneD).
 *
 * @param cores as the profile says it; a set where that is known
 * @param isolated empty where only TuneD can tell
 * @param place where the profile says so
 * @param interrupts whether interrupts are moved as well
 * @param moved patterns of the only processes that are moved; empty for all
 * @param left patterns of those that are not
 * @param excluded interfaces and handlers whose interrupts tuner's own profile leaves where they
 *     are
 */
public record TunedScheduler(
    String cores,
    Optional<CpuSet> isolated,
    String place,
    boolean interrupts,
    List<String> moved,
    List<String> left,
    List<String> excluded) {

  /**
   * That of a profile; empty where it isolates none.
   *
   * @param scripts texts of the scripts that lie beside tuner's own profiles, by path
   */
  public static Optional<TunedScheduler> of(TunedMerge merge, Map<String, String> scripts) {
    Optional<TunedScheduler> last = Optional.empty();
    List<String> excluded = new ArrayList<>();
    for (TunedUnit unit : merge.units()) {
      TunedUnit.Option cores = unit.options().get("isolated_cores");
      TunedUnit.Option script = unit.options().get("script");
      if (unit.enabled() && unit.type().equals("script") && script != null) {
        excluded.addAll(TunedInterrupts.names(scripts.getOrDefault(script.value(), "")));
      }
      if (unit.enabled() && unit.type().equals("scheduler") && cores != null) {
        Optional<String> known = merge.variables().known(cores.value()).map(String::strip);
        Optional<CpuSet> isolated = known.flatMap(TunedScheduler::cpus);
        if (isolated.filter(CpuSet::isEmpty).isEmpty()) {
          last =
              Optional.of(
                  new TunedScheduler(
                      known.orElse(cores.value()),
                      isolated,
                      cores.place(),
                      !option(unit, merge, "irq_process").matches("(?i)0|false|n|no|f"),
                      patterns(option(unit, merge, "ps_whitelist")),
                      patterns(option(unit, merge, "ps_blacklist")),
                      excluded));
        }
      }
    }
    return last;
  }

  private static Optional<CpuSet> cpus(String list) {
    try {
      return Optional.of(CpuSet.parse(list));
    } catch (IllegalArgumentException notAList) {
      return Optional.empty();
    }
  }

  private static String option(TunedUnit unit, TunedMerge merge, String name) {
    TunedUnit.Option option = unit.options().get(name);
    return option == null ? "" : merge.variables().known(option.value()).orElse(option.value());
  }

  private static List<String> patterns(String list) {
    return list.isBlank() ? List.of() : List.of(list.strip().split("(?<!\\\\);"));
  }

  /** What becomes of a set of CPUs. */
  public UnaryOperator<String> makes() {
    return found -> {
      Optional<CpuSet> had = cpus(found);
      if (had.isEmpty() || isolated.isEmpty()) {
        return "off CPUs " + cores;
      }
      CpuSet rest = had.get().without(isolated.get());
      if (rest.equals(had.get())) {
        return found;
      }
      return rest.isEmpty() ? "all CPUs but " + isolated.get() : rest.toString();
    };
  }

  /** Whether it takes CPUs from the interrupts of a handler. */
  public boolean takesInterrupt(String handler) {
    return excluded.stream()
        .noneMatch(name -> handler.equals(name) || Glob.of(name + "-*").matches(handler));
  }

  /** Whether it takes CPUs from a process: TuneD looks for a pattern anywhere in its name. */
  public boolean takesProcess(String name) {
    return (moved.isEmpty() || found(moved, name)) && !found(left, name);
  }

  private static boolean found(List<String> patterns, String name) {
    try {
      return Pattern.compile(String.join("|", patterns)).matcher(name).find()
          && !patterns.isEmpty();
    } catch (PatternSyntaxException onlyPythons) {
      return false;
    }
  }
}
