package io.tuner.resources;

import java.util.List;
import java.util.Optional;

/**
 * The values of an option that may be set several times, in their order; none holds a line end.
 *
 * @param all at least one
 */
public record Values(List<String> all) {

  public Values {
    all = List.copyOf(all);
  }

  /** Reads what {@link #toString} wrote. */
  public static Values parse(String text) {
    return new Values(List.of(text.split("\n", -1)));
  }

  /** The values, or empty where there is none. */
  static Optional<Values> some(List<String> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(new Values(values));
  }

  /** One value as it is, several with a line end between them. */
  @Override
  public String toString() {
    return String.join("\n", all);
  }
}
