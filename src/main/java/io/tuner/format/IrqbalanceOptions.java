package io.tuner.format;

import io.tuner.text.CpuSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What irqbalance(1) leaves alone, by its arguments and its environment.
 *
 * @param interrupts numbers of those it does not move, {@code --banirq}
 * @param cpus where it puts none: IRQBALANCE_BANNED_CPUS, a mask, or IRQBALANCE_BANNED_CPULIST
 * @param policy the script, or the directory of scripts, that may ban others, {@code
 *     --policyscript}; the last one counts
 */
public record IrqbalanceOptions(Set<Integer> interrupts, CpuSet cpus, Optional<String> policy) {

  /**
   * Reads them; what is no number or no set of CPUs is left out, as irqbalance does.
   *
   * @param arguments of the process, its own name left out
   * @param variables of its environment
   */
  public static IrqbalanceOptions of(List<String> arguments, Map<String, String> variables) {
    Set<Integer> interrupts = new TreeSet<>();
    Optional<String> policy = Optional.empty();
    for (Iterator<String> words = arguments.iterator(); words.hasNext(); ) {
      String word = words.next();
      Optional<String> banned = value(word, "-i", "--banirq", words);
      banned
          .filter(number -> number.matches("[0-9]{1,9}"))
          .ifPresent(number -> interrupts.add(Integer.parseInt(number)));
      if (banned.isEmpty()) {
        Optional<String> before = policy;
        policy = value(word, "-l", "--policyscript", words).or(() -> before);
      }
    }
    return new IrqbalanceOptions(interrupts, cpus(variables), policy);
  }

  /** The value of an option, in the forms of getopt_long(3). */
  private static Optional<String> value(
      String word, String brief, String full, Iterator<String> following) {
    if (word.equals(brief) || word.equals(full)) {
      return Optional.of(following.hasNext() ? following.next() : "");
    }
    if (word.startsWith(full + "=")) {
      return Optional.of(word.substring(full.length() + 1));
    }
    return word.startsWith(brief) ? Optional.of(word.substring(2)) : Optional.empty();
  }

  private static CpuSet cpus(Map<String, String> variables) {
    try {
      String list = variables.getOrDefault("IRQBALANCE_BANNED_CPULIST", "");
      String mask = variables.getOrDefault("IRQBALANCE_BANNED_CPUS", "");
      return list.isBlank() && !mask.isBlank() ? CpuSet.parseMask(mask) : CpuSet.parse(list);
    } catch (IllegalArgumentException neither) {
      return CpuSet.parse("");
    }
  }
}
