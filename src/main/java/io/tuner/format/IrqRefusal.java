package io.tuner.format;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why the kernel did not take the CPUs of an interrupt (kernel/irq/proc.c,
 * Documentation/core-api/irq/irq-affinity.rst).
 *
 * @param number of the interrupt
 * @param unsupported true where this interrupt never takes any, false where it may another time
 * @param reason for people
 */
public record IrqRefusal(int number, boolean unsupported, String reason) {

  private static final Pattern COMPLAINT =
      Pattern.compile(".*/proc/irq/([0-9]{1,9})/smp_affinity(?:_list)?: (.*)");

  /** Reads a complaint about a write; empty where it is about something else. */
  public static Optional<IrqRefusal> of(String complaint) {
    Matcher matcher = COMPLAINT.matcher(complaint);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int number = Integer.parseInt(matcher.group(1));
    String error = matcher.group(2);
    if (error.contains("No space left on device")) {
      String reason = "these CPUs have no interrupt vectors left (" + error + ")";
      return Optional.of(new IrqRefusal(number, false, reason));
    }
    if (error.contains("Input/output error") || error.contains("Operation not permitted")) {
      String reason = "the kernel keeps the CPUs of this interrupt to itself (" + error + ")";
      return Optional.of(new IrqRefusal(number, true, reason));
    }
    return Optional.of(new IrqRefusal(number, false, error));
  }
}
