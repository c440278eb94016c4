package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** A condition of {@code when} or {@code that}, in Ansible's words or FreeMarker's signs. */
sealed interface Condition {

  /** What conditions are evaluated with. */
  record With(Tree.Scalar scalar, Templates templates, Names names) {
    Span place(int start, int end) {
      return Position.of(scalar, start, end - start);
    }
  }

  boolean holds(With with) throws Unrendered, FactsWanted;

  /** True where the condition holds. */
  static boolean holds(Tree.Scalar scalar, Templates templates, Names names)
      throws Unrendered, FactsWanted {
    Optional<Boolean> plain = Typed.truth(scalar);
    return plain.isPresent()
        ? plain.get()
        : templates.condition(scalar).holds(new With(scalar, templates, names));
  }

  /** Both. */
  record And(Condition left, Condition right) implements Condition {
    @Override
    public boolean holds(With with) throws Unrendered, FactsWanted {
      return left.holds(with) && right.holds(with);
    }
  }

  /** One of the two. */
  record Or(Condition left, Condition right) implements Condition {
    @Override
    public boolean holds(With with) throws Unrendered, FactsWanted {
      return left.holds(with) || right.holds(with);
    }
  }

  /** Not so. */
  record Not(Condition inner) implements Condition {
    @Override
    public boolean holds(With with) throws Unrendered, FactsWanted {
      return !inner.holds(with);
    }
  }

  /** A value that is a boolean itself. */
  record Truth(Operand operand) implements Condition {
    @Override
    public boolean holds(With with) throws Unrendered, FactsWanted {
      Tree tree = operand.tree(with);
      Optional<Boolean> truth =
          tree instanceof Tree.Scalar scalar ? Typed.truth(scalar) : Optional.empty();
      return truth.orElseThrow(
          () ->
              new Unrendered(
                  Diagnostic.error(
                          operand.place(with),
                          "`"
                              + operand.text()
                              + "` is "
                              + tree.describe()
                              + ", neither true nor false")
                      .hint("compare it: `" + operand.text() + " == \"…\"`, or ask `is defined`")));
    }
  }

  /** Whether there is a value. */
  record Defined(Operand operand) implements Condition {
    @Override
    public boolean holds(With with) throws Unrendered, FactsWanted {
      Optional<List<String>> path = Lookup.path(operand.text());
      if (path.isPresent()) {
        return Lookup.isDefined(path.get(), with.names(), () -> operand.place(with));
      }
      String text = "(" + operand.text() + ")??";
      Value value =
          with.templates().expression(with.scalar(), operand.start() - 1, text, with.names());
      return Lookup.tree(value, () -> operand.place(with)) instanceof Tree.Scalar scalar
          && scalar.text().equals("true");
    }
  }

  /** A comparison of two values. */
  record Compare(Operand left, String operator, Operand right) implements Condition {
    @Override
    public boolean holds(With with) throws Unrendered, FactsWanted {
      Tree first = left.tree(with);
      Tree second = right.tree(with);
      return switch (operator) {
        case "==", "=" -> Typed.same(first, second);
        case "!=" -> !Typed.same(first, second);
        default -> {
          int order = number(left, first, with).compareTo(number(right, second, with));
          yield switch (operator) {
            case "<", "lt" -> order < 0;
            case "<=", "lte" -> order <= 0;
            case ">", "gt" -> order > 0;
            default -> order >= 0;
          };
        }
      };
    }

    private static BigDecimal number(Operand operand, Tree tree, With with) throws Unrendered {
      Optional<BigDecimal> number =
          tree instanceof Tree.Scalar scalar ? Typed.number(scalar.text()) : Optional.empty();
      return number.orElseThrow(
          () ->
              new Unrendered(
                  Diagnostic.error(
                      operand.place(with),
                      "`"
                          + operand.text()
                          + "` is "
                          + tree.describe()
                          + ", which is not a number")));
    }
  }

  /** Whether a list has an item, a mapping a key, or a text a part. */
  record In(Operand item, Operand whole) implements Condition {
    @Override
    public boolean holds(With with) throws Unrendered, FactsWanted {
      Tree wanted = item.tree(with);
      Tree all = whole.tree(with);
      if (all instanceof Tree.Sequence sequence) {
        return sequence.items().stream().anyMatch(candidate -> Typed.same(candidate, wanted));
      }
      if (!(wanted instanceof Tree.Scalar scalar)) {
        throw new Unrendered(
            item.place(with), "`" + item.text() + "` is " + wanted.describe() + ", not one value");
      }
      return all instanceof Tree.Mapping mapping
          ? mapping.get(scalar.text()).isPresent()
          : ((Tree.Scalar) all).text().contains(scalar.text());
    }
  }

  /**
   * A value in a condition: a name, a literal, or any other expression for FreeMarker.
   *
   * @param start its offset in the condition
   * @param text as written
   */
  record Operand(int start, String text) {

    Span place(With with) {
      return with.place(start, start + text.length());
    }

    Tree tree(With with) throws Unrendered, FactsWanted {
      Optional<Tree> literal = literal(with.scalar().span());
      if (literal.isPresent()) {
        return literal.get();
      }
      Optional<List<String>> path = Lookup.path(text);
      Value value =
          path.isPresent()
              ? Lookup.value(path.get(), with.names(), () -> place(with))
              : with.templates().expression(with.scalar(), start, text, with.names());
      return Lookup.tree(value, () -> place(with));
    }

    private Optional<Tree> literal(Span span) {
      if (text.equals("true") || text.equals("false") || Typed.number(text).isPresent()) {
        return Optional.of(new Tree.Scalar(span, text, Tree.Scalar.Kind.PLAIN));
      }
      char quote = text.charAt(0);
      boolean plainString =
          (quote == '"' || quote == '\'')
              && text.indexOf(quote, 1) == text.length() - 1
              && text.indexOf('\\') < 0
              && !text.contains("${");
      return plainString
          ? Optional.of(Tree.text(span, text.substring(1, text.length() - 1)))
          : Optional.empty();
    }
  }
}
