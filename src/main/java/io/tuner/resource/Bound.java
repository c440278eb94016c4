package io.tuner.resource;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A wanted value that may be a bound: {@code 60}, {@code ">= 60"}, {@code "<= 60"}. A bound changes
 * a host only where the host is beyond it.
 *
 * @param relation how it binds
 * @param value the value, or the bound itself
 */
public record Bound(Relation relation, String value) {

  /** How a value binds. */
  public enum Relation {
    EXACTLY,
    AT_LEAST,
    AT_MOST
  }

  /**
   * Reads a value or a bound.
   *
   * @throws IllegalArgumentException where what follows {@code >=} or {@code <=} is no whole number
   */
  public static Bound parse(String text) {
    String trimmed = text.strip();
    if (!trimmed.startsWith(">=") && !trimmed.startsWith("<=")) {
      return new Bound(Relation.EXACTLY, text);
    }
    String number = trimmed.substring(2).strip();
    if (!number.matches("-?[0-9]{1,40}")) {
      throw new IllegalArgumentException("`" + trimmed + "` is not a bound such as \">= 4096\"");
    }
    return new Bound(trimmed.charAt(0) == '>' ? Relation.AT_LEAST : Relation.AT_MOST, number);
  }

  /** The value wanted where this one was found: the same one where it keeps the bound. */
  public String target(String observed) {
    if (relation == Relation.EXACTLY || !observed.strip().matches("-?[0-9]{1,40}")) {
      return value;
    }
    int order = new BigInteger(observed.strip()).compareTo(new BigInteger(value));
    boolean kept = relation == Relation.AT_LEAST ? order >= 0 : order <= 0;
    return kept ? observed.strip() : value;
  }

  /** The value, where nothing else will do. */
  public Optional<String> exact() {
    return relation == Relation.EXACTLY ? Optional.of(value) : Optional.empty();
  }

  @Override
  public String toString() {
    return switch (relation) {
      case EXACTLY -> value;
      case AT_LEAST -> ">= " + value;
      case AT_MOST -> "<= " + value;
    };
  }
}
