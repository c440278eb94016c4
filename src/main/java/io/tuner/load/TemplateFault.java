package io.tuner.load;

import freemarker.core.InvalidReferenceException;
import freemarker.core.NonHashException;
import freemarker.core.ParseException;
import freemarker.core.StopException;
import freemarker.template.TemplateException;
import io.tuner.text.Diagnostic;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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

  private static final String LITERAL =
      "`$` before a brace that is no template is written `${\"$\"}`";

  Diagnostic of(Exception fault) throws FactsWanted {
    if (fault instanceof ParseException unparsed) {
      Span span = place(unparsed.getTemplateName(), unparsed.lineNumber, unparsed.columnNumber, 1);
      return parsing(unparsed.getEditorMessage(), span);
    }
    return fault instanceof TemplateException failed
        ? rendering(failed)
        : Diagnostic.error(template.place(0, 1), "the template cannot be read");
  }

  private Diagnostic rendering(TemplateException fault) throws FactsWanted {
    String whole = String.valueOf(fault.getBlamedExpressionString());
    boolean ours = source.startsWith(FreeMarker.ASSIGN) && isAtAssign(fault);
    String blamed = ours ? whole.substring(1, whole.length() - 1).strip() : whole;
    Span span = ours ? template.place(shift + inside(blamed), blamed.length()) : place(fault);
    Optional<List<String>> path = Lookup.path(blamed);
    boolean unknown =
        fault instanceof InvalidReferenceException || fault instanceof NonHashException;
    if (unknown && path.isPresent()) {
      try {
        Lookup.tree(Lookup.value(path.get(), names, () -> span), () -> span);
      } catch (Unrendered e) {
        return e.diagnostic();
      }
    }
    String shown = FreeMarkerWords.shortened(blamed);
    if (fault instanceof InvalidReferenceException) {
      return Diagnostic.error(span, "`" + shown + "` has no value")
          .hint("a default is written `(" + shown + ")!\"text\"`");
    }
    if (fault instanceof StopException) {
      return Diagnostic.error(span, "the template stops: " + fault.getMessageWithoutStackTop());
    }
    String message = String.valueOf(fault.getMessageWithoutStackTop());
    if (message.startsWith("Template inclusion failed")
        || fault.getCause() instanceof IOException) {
      return inclusion(fault, message, span);
    }
    for (String refused : List.of("?api", "?new", "nstantiating")) {
      if (message.contains(refused)) {
        String name = refused.startsWith("?") ? refused : "?new";
        return Diagnostic.error(
            span, "`" + name + "` is not allowed: a template reads values only");
      }
    }
    Optional<String> type = FreeMarkerWords.typeFault(message, shown);
    String words = FreeMarkerWords.sentence(message);
    return Diagnostic.error(
        span,
        type.orElse(
            fault.getBlamedExpressionString() == null ? words : "`" + shown + "`: " + words));
  }

  private Diagnostic inclusion(TemplateException fault, String message, Span span)
      throws FactsWanted {
    if (fault.getCause() instanceof ParseException unparsed) {
      return of(unparsed);
    }
    int start = message.indexOf('"');
    int end = message.indexOf('"', start + 1);
    String name = start < 0 || end < 0 ? "" : " `" + message.substring(start + 1, end) + "`";
    return Diagnostic.error(span, "there is no template" + name + " to include")
        .hint("only files below templates/ beside the playbook can be included");
  }

  /** The parentheses are not the operator's own. */
  private static boolean isAtAssign(TemplateException fault) {
    return Integer.valueOf(1).equals(fault.getLineNumber())
        && Integer.valueOf(FreeMarker.ASSIGN.length()).equals(fault.getColumnNumber());
  }

  private int inside(String blamed) {
    return Math.max(FreeMarker.ASSIGN.length(), source.indexOf(blamed, FreeMarker.ASSIGN.length()));
  }

  private Span place(TemplateException fault) {
    if (fault.getLineNumber() == null) {
      return template.place(0, 1);
    }
    boolean oneLine = fault.getLineNumber().equals(fault.getEndLineNumber());
    int length =
        oneLine && fault.getEndColumnNumber() != null
            ? fault.getEndColumnNumber() - fault.getColumnNumber() + 1
            : 1;
    return place(
        fault.getTemplateSourceName(), fault.getLineNumber(), fault.getColumnNumber(), length);
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
    int quote = message.indexOf('"');
    int end = message.indexOf('"', quote + 1);
    if (message.startsWith("Unknown built-in") && quote > 0 && end > quote) {
      String name = message.substring(quote + 1, end);
      int list = message.indexOf("list of built-ins:");
      List<String> known =
          list < 0 ? List.of() : Arrays.asList(message.substring(list + 18).split("[,\\s]+"));
      return Suggestions.error(span, "there is no built-in `?" + name + "`", name, known);
    }
    if (message.startsWith("Unknown directive")) {
      return Diagnostic.error(span, "there is no such directive")
          .hint("`<#` before what is no directive is written `${\"<#\"}`");
    }
    int unclosed = message.indexOf("You have an unclosed ");
    if (unclosed >= 0) {
      String what = message.substring(unclosed + 21).split("[.\\n]", 2)[0].replace("\"", "");
      return Diagnostic.error(span, "`" + what + "` is not closed in this template").hint(LITERAL);
    }
    return Diagnostic.error(
            span, "this is no template: " + FreeMarkerWords.sentence(message).replace('"', '`'))
        .hint(LITERAL);
  }
}
