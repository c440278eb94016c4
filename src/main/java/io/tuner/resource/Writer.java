package io.tuner.resource;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Another owner of knobs on a host: udev rules, the order of sysctl.d, TuneD, irqbalance. What it
 * would set otherwise, later, is a named warning in the plan, and a failed verification once it has
 * won.
 */
public interface Writer {

  /** As plans name it: {@code udev rules}. */
  String name();

  /** The types whose knobs it can write; it is read only where a play has one of them. */
  Set<String> types();

  Probe probe();

  /** What it would set, and where it says so. */
  List<Claim> claims(Readings readings) throws ProbeFailed;

  /**
   * The same once the tasks of a play are done, for a writer whose own settings a task can make.
   *
   * @param tasks those of the play, in order
   */
  default List<Claim> claims(Readings readings, List<Resource<?>> tasks) throws ProbeFailed {
    return claims(readings);
  }

  /**
   * One setting of a writer.
   *
   * @param knob what, exactly as resources name it
   * @param value to what, for people: {@code none}, {@code >4096}
   * @param place where it says so: {@code /etc/udev/rules.d/60-disk.rules:3}
   * @param makes what becomes of a value that the knob has when the writer comes: the same one
   *     where it leaves that alone
   */
  record Claim(Knob knob, String value, String place, UnaryOperator<String> makes) {

    /** Of a writer that sets this value, whatever is there. */
    public Claim(Knob knob, String value, String place) {
      this(knob, value, place, found -> value);
    }
  }
}
