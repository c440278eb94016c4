package io.tuner.load;

import freemarker.core.InvalidReferenceException;
import freemarker.core.NonHashException;
import freemarker.core.ParseException;
import freemarker.template.TemplateException;
import freemarker.template.TemplateNotFoundException;
import io.tuner.text.Diagnostic;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What FreeMarker did not like, in words for people: no names of classes, no stack.
 *
 * @param template what was rendered
 * @param source the text FreeMarker was given
 * @param shift what to add to an offset of {@code source} for one of the template
 */
record TemplateFault(
    Template template, String source, int shift, TemplateDirectory directory, Names names) {

  private static final int LONGEST = 200;

  Diagnostic of(Exception fault) throws FactsWanted {
    if (fault instanceof ParseException unparsed) {
      Span span = place(unparsed.getTemplateName(), unparsed.lineNumber, unparsed.columnNumber, 1);
      return parsing(unparsed.getEditorMessage(), span);
    }
    if (fault instanceof TemplateException failed) {
      return rendering(failed);
    }
    if (fault instanceof TemplateNotFoundException missing) {
      return Diagnostic.error(
              template.place(Math.max(0, template.scalar().text().indexOf("<#")), 2),
              "there is no template `" + missing.getTemplateName() + "` to include")
          .hint("only files below templates/ beside the playbook can be included");
    }
    String message = String.valueOf(((IOException) fault).getMessage());
    return Diagnostic.error(template.place(0, 1), cleaned(message));
  }

  private Diagnostic rendering(TemplateException fault) throws FactsWanted {
    String blamed = String.valueOf(fault.getBlamedExpressionString());
    Span span =
        fault.getLineNumber() == null
            ? template.place(0, 1)
            : place(
                fault.getTemplateSourceName(),
                fault.getLineNumber(),
                fault.getColumnNumber(),
                length(fault));
    Optional<List<String>> path = Lookup.path(blamed);
    boolean unknown = fault instanceof InvalidReferenceException || fault instanceof NonHashException;
    if (unknown && path.isPresent()) {
      try {
        Lookup.tree(Lookup.value(path.get(), names, span), span);
      } catch (Unrendered e) {
        return e.diagnostic();
      }
    }
    if (fault instanceof InvalidReferenceException) {
      return Diagnostic.error(span, "`" + shortened(blamed) + "` has no value")
          .hint("a default is written `(" + shortened(blamed) + ")!\"text\"`");
    }
    String message = cleaned(String.valueOf(fault.getMessageWithoutStackTop()));
    String subject = fault.getBlamedExpressionString() == null ? "" : "`" + shortened(blamed) + "`: ";
    return Diagnostic.error(span, subject + message);
  }

  private static int length(TemplateException fault) {
    boolean oneLine = fault.getLineNumber().equals(fault.getEndLineNumber());
    return oneLine && fault.getEndColumnNumber() != null
        ? fault.getEndColumnNumber() - fault.getColumnNumber() + 1
        : 1;
  }

  private Span place(String name, int line, int column, int length) {
    Optional<Source> included = name == null ? Optional.empty() : directory.source(name);
    if (included.isPresent()) {
      return new Span(included.get(), Math.max(1, line), Math.max(1, column), Math.max(1, length));
    }
    int offset = Position.offsetOf(source, Math.max(1, line), Math.max(1, column));
    int within = Math.min(offset + shift, template.scalar().text().length());
    return template.place(Math.max(0, within), length);
  }

  private static Diagnostic parsing(String message, Span span) {
    String words = cleaned(message);
    int expecting = words.indexOf(", but was expecting");
    Diagnostic error =
        Diagnostic.error(
            span, "this is not a template: " + (expecting < 0 ? words : words.substring(0, expecting)));
    return words.contains("new") && words.contains("built-in")
        ? error
        : error.hint("`$` before a brace that is no template is written `${\"$\"}`");
  }

  /** The first sentence, without what FreeMarker says of itself. */
  private static String cleaned(String message) {
    String text = message.strip();
    for (String end : List.of("\n\n", "\n==>", "\n----", "\n - ")) {
      int at = text.indexOf(end);
      text = at < 0 ? text : text.substring(0, at);
    }
    text = withoutParentheses(text.replace('\n', ' '));
    while (text.endsWith(":") || text.endsWith(".") || text.endsWith(" ")) {
      text = text.substring(0, text.length() - 1);
    }
    if (text.isEmpty()) {
      return "it cannot be rendered";
    }
    return shortened(text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1));
  }

  private static String withoutParentheses(String message) {
    String text = message;
    int start = text.indexOf(" (wrapper: ");
    while (start >= 0) {
      int end = text.indexOf(')', start);
      text = text.substring(0, start) + (end < 0 ? "" : text.substring(end + 1));
      start = text.indexOf(" (wrapper: ");
    }
    return text;
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
