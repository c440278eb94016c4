package io.tuner.text;

/**
 * A place in a source: what `file:line:column` points at.
 *
 * @param source the text it lies in
 * @param line counted from 1
 * @param column counted from 1, in characters
 * @param length how many characters to underline; at least 1
 */
public record Span(Source source, int line, int column, int length) {

  /** The place of what nobody wrote: values made by tuner itself, or read from JSON. */
  public static final Span NONE = new Span(new Source("", ""), 0, 0, 1);

  /** The start of a source, for errors about the whole file. */
  public static Span start(Source source) {
    return new Span(source, 1, 1, 1);
  }

  /** True where there is a place to show. */
  public boolean isPlace() {
    return line > 0;
  }

  /** {@code file:line:column}, or nothing where there is no place. */
  @Override
  public String toString() {
    return isPlace() ? source.name() + ":" + line + ":" + column : source.name();
  }
}
