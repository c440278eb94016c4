package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import java.util.Optional;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** What the YAML parser did not like, in words for people. */
final class YamlFault {

  private YamlFault() {}

  static Diagnostic of(Text text, YAMLException fault) {
    if (fault instanceof ReaderException unreadable) {
      return character(text, unreadable);
    }
    if (fault instanceof MarkedYAMLException marked) {
      return marked(text, marked);
    }
    return Diagnostic.error(text.start(), "this is not YAML");
  }

  /** The place between two marks; to the end of the line where they are on several. */
  static Span span(Text text, Mark start, Mark end) {
    int from = text.offset(start.getIndex());
    boolean oneLine = end.getLine() == start.getLine();
    return text.place(from, oneLine ? text.offset(end.getIndex()) - from : 1);
  }

  static Diagnostic complexKey(Span span, Text text) {
    Diagnostic error = Diagnostic.error(span, "a key must be one word, not a list or a mapping");
    String line = text.source().line(span.line());
    return line.startsWith("{", span.column() - 1) || line.contains("{{")
        ? error.hint("a template is written \"${name}\", in quotes; `{{ name }}` is Ansible's form")
        : error;
  }

  static Diagnostic tag(String tag, Span span) {
    Diagnostic error = Diagnostic.error(span, "the tag `" + shown(tag) + "` is not known");
    return switch (tag) {
      case "!vault", "!vault-encrypted" ->
          Diagnostic.error(span, "this version cannot read vaulted values")
              .hint(
                  "take the secret from an executable inventory that reads an environment variable,"
                      + " or from `-e @FILE` with a file of mode 0600");
      case "!unsafe" ->
          error.hint("write `${r\"…\"}` for text that must not be taken for a template");
      default -> error.hint("leave the tag out: the parameter says what type it takes");
    };
  }

  private static String shown(String tag) {
    return tag.startsWith("tag:yaml.org,2002:") ? "!!" + tag.substring(18) : tag;
  }

  private static Diagnostic marked(Text text, MarkedYAMLException fault) {
    Optional<Mark> mark =
        Optional.ofNullable(fault.getProblemMark())
            .or(() -> Optional.ofNullable(fault.getContextMark()));
    String problem = String.valueOf(fault.getProblem());
    boolean atEnd = problem.contains("end of stream") || problem.contains("<stream end>");
    if (atEnd && fault.getContextMark() != null) {
      Span begin = span(text, fault.getContextMark(), fault.getContextMark());
      return Diagnostic.error(begin, "what begins here is not closed before the end of the file");
    }
    Span span = mark.map(m -> span(text, m, m)).orElseGet(text::start);
    String line = text.source().line(span.line());
    if (problem.contains("TAB") || problem.contains("'\\t'")) {
      return Diagnostic.error(span, "a tab cannot indent YAML").hint("use blanks");
    }
    if (problem.startsWith("expected <block end>")) {
      return Diagnostic.error(span, "this is indented otherwise than the lines before it")
          .hint("keys of one mapping, and items of one list, begin in the same column");
    }
    Diagnostic error = Diagnostic.error(span, words(problem));
    if (problem.contains("mapping values are not allowed")) {
      return error.hint("put a value that holds `: ` in quotes, or mend the indentation");
    }
    if (line.contains("{{")) {
      return error.hint(
          "a template is written \"${name}\", in quotes; `{{ name }}` is Ansible's form");
    }
    if (problem.contains("cannot start any token")) {
      return error.hint("put a value that begins with this character in quotes");
    }
    return fault.getContext() == null || fault.getContextMark() == null
        ? error
        : error.hint(
            words(fault.getContext())
                + " that begins at "
                + span(text, fault.getContextMark(), fault.getContextMark()));
  }

  private static String words(String problem) {
    StringBuilder out = new StringBuilder();
    String text = problem.strip();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c == '\'' && isQuote(text, i) ? '`' : c);
    }
    return out.isEmpty()
        ? "this is not YAML"
        : Character.toLowerCase(out.charAt(0)) + out.substring(1);
  }

  private static boolean isQuote(String text, int at) {
    boolean between =
        at > 0
            && at + 1 < text.length()
            && Character.isLetter(text.charAt(at - 1))
            && Character.isLetter(text.charAt(at + 1));
    return !between;
  }

  private static Diagnostic character(Text text, ReaderException fault) {
    int offset = 0;
    String content = text.content();
    while (offset < content.length() && content.codePointAt(offset) != fault.getCodePoint()) {
      offset += Character.charCount(content.codePointAt(offset));
    }
    return Diagnostic.error(
            text.place(offset, 1),
            String.format("the character U+%04X cannot be in YAML", fault.getCodePoint()))
        .hint("write it as an escape in double quotes");
  }
}
