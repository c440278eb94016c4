package io.tuner.load;

import io.tuner.text.Tree;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the text of a scalar can be besides text. */
final class Typed {

  private static final int LONGEST_NUMBER = 40;

  private Typed() {}

  /**
   * The number an unquoted scalar is: decimal, without a leading zero, so that a mode such as 0644
   * stays the text it is.
   */
  static Optional<BigDecimal> number(Tree.Scalar scalar) {
    return scalar.kind() == Tree.Scalar.Kind.PLAIN ? number(scalar.text()) : Optional.empty();
  }

  static Optional<BigDecimal> number(String text) {
    int at = text.startsWith("-") ? 1 : 0;
    int digits = 0;
    int dots = 0;
    for (int i = at; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' && dots == 0 && digits > 0 && i + 1 < text.length()) {
        dots++;
      } else if (c >= '0' && c <= '9') {
        digits++;
      } else {
        return Optional.empty();
      }
    }
    boolean zeroLed =
        text.startsWith("0", at) && text.length() > at + 1 && text.charAt(at + 1) != '.';
    return digits == 0 || digits > LONGEST_NUMBER || zeroLed
        ? Optional.empty()
        : Optional.of(new BigDecimal(text));
  }

  /** The boolean an unquoted scalar is: true, yes, on; false, no, off; in any case. */
  static Optional<Boolean> truth(Tree.Scalar scalar) {
    if (scalar.kind() != Tree.Scalar.Kind.PLAIN || scalar.text().length() > 5) {
      return Optional.empty();
    }
    return switch (scalar.text().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> Optional.of(true);
      case "false", "no", "off" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** True where the two are the same: as numbers, as booleans, else as text, piece by piece. */
  static boolean same(Tree a, Tree b) {
    if (a instanceof Tree.Scalar left && b instanceof Tree.Scalar right) {
      return same(left, right);
    }
    if (a instanceof Tree.Sequence left && b instanceof Tree.Sequence right) {
      return same(left.items(), right.items());
    }
    if (a instanceof Tree.Mapping left && b instanceof Tree.Mapping right) {
      return left.entries().size() == right.entries().size()
          && left.entries().stream()
              .allMatch(e -> right.get(e.key().text()).filter(v -> same(e.value(), v)).isPresent());
    }
    return false;
  }

  private static boolean same(List<Tree> left, List<Tree> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!same(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(Tree.Scalar left, Tree.Scalar right) {
    Optional<BigDecimal> first = number(left);
    Optional<BigDecimal> second = number(right);
    if (first.isPresent() && second.isPresent()) {
      return first.get().compareTo(second.get()) == 0;
    }
    Optional<Boolean> one = truth(left);
    Optional<Boolean> other = truth(right);
    if (one.isPresent() && other.isPresent()) {
      return one.equals(other);
    }
    return left.isNull() == right.isNull() && left.text().equals(right.text());
  }
}
