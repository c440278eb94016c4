package io.tuner.resources;

import io.tuner.format.Glob;
import io.tuner.format.ThreadStatus;
import io.tuner.format.TunedMerge;
import io.tuner.format.TunedUnit;
import io.tuner.resource.Knob;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.Collection;
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
public record TunedIsolation(
    String cores,
    Optional<CpuSet> isolated,
    String place,
    boolean interrupts,
    List<String> moved,
    List<String> left,
    List<String> excluded) {

  private static final Pattern NAMES = Pattern.compile("(?m)^names='([^'\\n]*)'$");

  /**
   * That of a profile; empty where it isolates none.
   *
   * @param scripts texts of the scripts that lie beside tuner's own profiles, by path
   */
  public static Optional<TunedIsolation> of(TunedMerge merge, Map<String, String> scripts) {
    Optional<TunedIsolation> last = Optional.empty();
    List<String> excluded = new ArrayList<>();
    for (TunedUnit unit : merge.units()) {
      TunedUnit.Option cores = unit.options().get("isolated_cores");
      TunedUnit.Option script = unit.options().get("script");
      if (unit.enabled() && unit.type().equals("script") && script != null) {
        excluded.addAll(names(scripts.getOrDefault(script.value(), "")));
      }
      if (unit.enabled() && unit.type().equals("scheduler") && cores != null) {
        Optional<String> known = merge.variables().known(cores.value()).map(String::strip);
        Optional<CpuSet> isolated = known.flatMap(TunedIsolation::cpus);
        if (isolated.filter(CpuSet::isEmpty).isEmpty()) {
          last =
              Optional.of(
                  new TunedIsolation(
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

  /** What one of {@link TunedChild}'s scripts leaves alone. */
  private static List<String> names(String script) {
    var names = NAMES.matcher(script);
    return names.find() ? List.of(names.group(1).strip().split(" +")) : List.of();
  }

  /** What it makes of the tasks' interrupts and processes, as far as a host's answer tells them. */
  List<Writer.Claim> claims(List<Resource<?>> tasks, Readings readings, String profile)
      throws ProbeFailed {
    List<Writer.Claim> claims = new ArrayList<>();
    for (Resource<?> task : tasks) {
      if (task instanceof IrqAffinity one && takes(one)) {
        IrqAffinityState state = one.parse(readings);
        for (String handler : state.live().keySet()) {
          if (takes(handler)) {
            claims.add(claim(IrqKnobs.live(handler), profile));
          }
        }
      } else if (task instanceof ProcessAffinity one
          && takes(one, one.parse(readings).around().threads())) {
        claims.add(claim(one.live(), profile));
      }
    }
    return claims;
  }

  /** What becomes of the CPUs that a task names, as far as that is known without a host. */
  public Optional<Writer.Claim> claim(Resource<?> task) {
    if (task instanceof IrqAffinity one && takes(one) && one.cpus().isPresent()) {
      return Optional.of(claim(Knob.of("irq:" + one.name()), one.cpus().get()));
    }
    if (task instanceof ProcessAffinity one && takes(one, List.of())) {
      return Optional.of(claim(one.live(), one.cpus()));
    }
    return Optional.empty();
  }

  private Writer.Claim claim(Knob knob, CpuSet wanted) {
    return new Writer.Claim(knob, wanted.toString(), place, makes());
  }

  private Writer.Claim claim(Knob knob, String profile) {
    return new Writer.Claim(knob, "off CPUs " + cores, profile + ", " + place, makes());
  }

  /** What becomes of a set of CPUs. */
  UnaryOperator<String> makes() {
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

  /** Whether it takes CPUs from interrupts of a task. */
  boolean takes(IrqAffinity task) {
    return interrupts && task.iface().filter(excluded::contains).isEmpty();
  }

  private boolean takes(String handler) {
    return excluded.stream()
        .noneMatch(name -> handler.equals(name) || Glob.of(name + "-*").matches(handler));
  }

  /**
   * Whether it takes CPUs from a task's processes: TuneD looks for a pattern anywhere in a thread's
   * name.
   *
   * @param threads that run
   */
  boolean takes(ProcessAffinity task, Collection<ThreadStatus> threads) {
    List<String> names = new ArrayList<>();
    task.process().ifPresent(names::add);
    if (names.isEmpty()) {
      threads.stream().filter(ThreadStatus::isMain).map(ThreadStatus::name).forEach(names::add);
    }
    return names.isEmpty() || names.stream().anyMatch(this::takesProcess);
  }

  private boolean takesProcess(String name) {
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
