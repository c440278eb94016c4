package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.List;

/**
 * Reads a condition. {@code not} binds weaker than a comparison, as in Ansible, and {@code !}
 * stronger, as in FreeMarker.
 */
final class ConditionParser {

  private static final int MOST_DEPTH = 64;

  private final Tree.Scalar scalar;
  private final List<Word> words;
  private int at;
  private int depth;

  private ConditionParser(Tree.Scalar scalar, List<Word> words) {
    this.scalar = scalar;
    this.words = words;
  }

  static Condition parse(Tree.Scalar scalar) throws Unrendered {
    List<Word> words = Word.of(scalar);
    if (words.isEmpty()) {
      throw new Unrendered(scalar.span(), "a condition is missing here");
    }
    if (scalar.text().contains("{{") || scalar.text().startsWith("${")) {
      throw new Unrendered(
          Diagnostic.error(scalar.span(), "a condition is an expression already")
              .hint("leave out the braces: `when: facts.architecture == \"aarch64\"`"));
    }
    ConditionParser parser = new ConditionParser(scalar, words);
    Condition condition = parser.or();
    if (parser.at < words.size()) {
      throw parser.unexpected(words.get(parser.at));
    }
    return condition;
  }

  private Condition or() throws Unrendered {
    Condition left = and();
    while (accept("or", "||")) {
      left = new Condition.Or(left, and());
    }
    return left;
  }

  private Condition and() throws Unrendered {
    Condition left = not();
    while (accept("and", "&&")) {
      left = new Condition.And(left, not());
    }
    return left;
  }

  private Condition not() throws Unrendered {
    if (++depth > MOST_DEPTH) {
      throw new Unrendered(scalar.span(), "the condition is nested too deep");
    }
    Condition condition = accept("not") ? new Condition.Not(not()) : comparison();
    depth--;
    return condition;
  }

  private Condition comparison() throws Unrendered {
    int start = at;
    if (accept("!")) {
      return new Condition.Not(primary());
    }
    if (peek("(")) {
      int close = matching(at);
      boolean whole =
          close + 1 >= words.size() || words.get(close + 1).is("and", "or", "&&", "||", ")");
      if (whole) {
        return primary();
      }
    }
    at = start;
    Condition.Operand left = operand();
    if (accept("is")) {
      return is(left);
    }
    if (peek("in") || (peek("not") && at + 1 < words.size() && words.get(at + 1).is("in"))) {
      boolean negated = accept("not");
      accept("in");
      Condition in = new Condition.In(left, operand());
      return negated ? new Condition.Not(in) : in;
    }
    if (at < words.size()
        && words.get(at).is("==", "=", "!=", "<", "<=", ">", ">=", "lt", "lte", "gt", "gte")) {
      String operator = words.get(at++).text();
      return new Condition.Compare(left, operator, operand());
    }
    return left.text().endsWith("??")
        ? new Condition.Defined(
            new Condition.Operand(
                left.start(), left.text().substring(0, left.text().length() - 2).stripTrailing()))
        : new Condition.Truth(left);
  }

  private Condition primary() throws Unrendered {
    if (accept("(")) {
      Condition inner = or();
      if (!accept(")")) {
        throw missing("`)`");
      }
      return inner;
    }
    return new Condition.Truth(operand());
  }

  private Condition is(Condition.Operand operand) throws Unrendered {
    boolean negated = accept("not");
    if (accept("defined")) {
      Condition defined = new Condition.Defined(operand);
      return negated ? new Condition.Not(defined) : defined;
    }
    if (accept("undefined")) {
      Condition defined = new Condition.Defined(operand);
      return negated ? defined : new Condition.Not(defined);
    }
    Span span = at < words.size() ? place(words.get(at)) : end();
    throw new Unrendered(
        Diagnostic.error(span, "after `is` there can be `defined`, `not defined` or `undefined`")
            .hint(
                "compare with `==`, or use FreeMarker's tests, such as `name?matches(\"db.*\")`"));
  }

  /** Everything up to the next operator of a condition, brackets as a whole. */
  private Condition.Operand operand() throws Unrendered {
    int first = at;
    while (at < words.size() && !endsOperand(words.get(at), at == first)) {
      Word word = words.get(at);
      if (word.is("|")) {
        throw new Unrendered(
            Diagnostic.error(place(word), "`|` is a filter of Ansible's templates")
                .hint("a default is written `name!\"text\"`, a length `name?size`"));
      }
      at = word.is("(", "[", "{") ? matching(at) + 1 : at + 1;
    }
    if (at == first) {
      if (at < words.size()) {
        throw unexpected(words.get(at));
      }
      throw missing("a value");
    }
    int start = words.get(first).start();
    String text = scalar.text().substring(start, words.get(at - 1).end());
    if (text.equals("True") || text.equals("False")) {
      throw new Unrendered(
          Suggestions.error(
              place(words.get(first)),
              "`" + text + "` is not defined",
              text,
              List.of("true", "false")));
    }
    return new Condition.Operand(start, text);
  }

  private static boolean endsOperand(Word word, boolean first) {
    if (word.isString()) {
      return false;
    }
    boolean operator =
        word.is("and", "or", "not", "is", "in", "&&", "||", ")", "]", "}", ",")
            || word.is("==", "=", "!=", "<", "<=", ">", ">=", "lt", "lte", "gt", "gte");
    return operator || (first && word.is("!"));
  }

  private int matching(int open) throws Unrendered {
    int level = 0;
    for (int i = open; i < words.size(); i++) {
      if (words.get(i).is("(", "[", "{")) {
        level++;
      } else if (words.get(i).is(")", "]", "}") && --level == 0) {
        return i;
      }
    }
    throw new Unrendered(place(words.get(open)), "the bracket that opens here is not closed");
  }

  private boolean peek(String text) {
    return at < words.size() && words.get(at).is(text);
  }

  private boolean accept(String... texts) {
    if (at < words.size() && words.get(at).is(texts)) {
      at++;
      return true;
    }
    return false;
  }

  private Unrendered unexpected(Word word) {
    return new Unrendered(
        Diagnostic.error(place(word), "`" + word.text() + "` is not understood here")
            .hint(
                "conditions know and, or, not, ==, !=, <, <=, >, >=, in, is defined, and FreeMarker's"
                    + " expressions"));
  }

  private Unrendered missing(String what) {
    return new Unrendered(end(), what + " is missing at the end of this condition");
  }

  private Span end() {
    return place(words.get(words.size() - 1));
  }

  private Span place(Word word) {
    return Position.of(scalar, word.start(), word.end() - word.start());
  }
}
