package io.tuner.format;

import io.tuner.text.CpuSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What irqbalance(1) leaves alone, by its arguments and its environment.
 *
 * @param interrupts numbers of those it does not move, {@code --banirq}
 * @param cpus where it puts none: IRQBALANCE_BANNED_CPUS, a mask, or IRQBALANCE_BANNED_CPULIST
 * @param policy whether a script may ban others, {@code --policyscript}
 */
public record IrqbalanceOptions(Set<Integer> interrupts, CpuSet cpus, boolean policy) {

  /**
   * Reads them; what is no number or no set of CPUs is left out, as irqbalance does.
   *
   * @param arguments of the process, its own name left out
   * @param variables of its environment
   */
  public static IrqbalanceOptions of(List<String> arguments, Map<String, String> variables) {
    Set<Integer> interrupts = new TreeSet<>();
    boolean policy = false;
    for (Iterator<String> words = arguments.iterator(); words.hasNext(); ) {
      String word = words.next();
      String value = null;
      if (word.equals("-i") || word.equals("--banirq")) {
        value = words.hasNext() ? words.next() : "";
      } else if (word.startsWith("--banirq=")) {
        value = word.substring("--banirq=".length());
      } else if (word.matches("-i[0-9]+")) {
        value = word.substring(2);
      }
      if (value != null && value.matches("[0-9]{1,9}")) {
        interrupts.add(Integer.parseInt(value));
      }
      policy |= word.matches("-l.*|--policyscript(=.*)?");
    }
    return new IrqbalanceOptions(interrupts, cpus(variables), policy);
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
