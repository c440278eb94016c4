package io.tuner.load;

import io.tuner.text.Source;
import io.tuner.text.Tree;
import java.util.Set;

/** Which variables are secret whatever their value, and texts to show in which theirs are not. */
final class Masked {

  private static final Set<String> NAMES =
      Set.of(
          "ansible_password",
          "ansible_ssh_pass",
          "ansible_ssh_password",
          "ansible_become_password",
          "ansible_become_pass",
          "ansible_sudo_pass",
          "ansible_ssh_private_key_passphrase");

  private Masked() {}

  static boolean isSecret(String variable) {
    return NAMES.contains(variable);
  }

  /** A variable's value, a secret where its name says so. */
  static Tree value(String variable, Tree value) {
    boolean hidden = value instanceof Tree.Scalar scalar && !scalar.isNull() && isSecret(variable);
    return hidden
        ? new Tree.Scalar(value.span(), ((Tree.Scalar) value).text(), Tree.Scalar.Kind.SECRET)
        : value;
  }

  /**
   * A source that a diagnostic may show: what follows the name of a secret on its line is starred,
   * as long as it was, so that columns stay right.
   */
  static Source source(String name, String text) {
    if (!text.contains("ansible_")) {
      return new Source(name, text);
    }
    StringBuilder masked = null;
    for (String variable : NAMES) {
      int at = text.indexOf(variable);
      while (at >= 0) {
        if (masked == null) {
          masked = new StringBuilder(text);
        }
        star(masked, at + variable.length());
        at = text.indexOf(variable, at + 1);
      }
    }
    return new Source(name, masked == null ? text : masked.toString());
  }

  private static void star(StringBuilder text, int from) {
    int at = from;
    while (at < text.length() && " \t\"':=".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    while (at < text.length() && text.charAt(at) != '\n') {
      text.setCharAt(at++, '*');
    }
  }
}
