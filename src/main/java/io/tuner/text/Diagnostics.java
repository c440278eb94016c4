package io.tuner.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** All that is wrong with what was written, of all files, collected before anything is contacted. */
public final class Diagnostics {

  private final List<Diagnostic> all = new ArrayList<>();

  /** This one alone. */
  public static Diagnostics of(Diagnostic diagnostic) {
    Diagnostics one = new Diagnostics();
    one.add(diagnostic);
    return one;
  }

  public void add(Diagnostic diagnostic) {
    if (!all.contains(diagnostic)) {
      all.add(diagnostic);
    }
  }

  public void error(Span span, String message) {
    add(Diagnostic.error(span, message));
  }

  public boolean hasErrors() {
    return all.stream().anyMatch(d -> d.severity() == Diagnostic.Severity.ERROR);
  }

  /** In the order of files and lines. */
  public List<Diagnostic> sorted() {
    if (all.size() < 2) {
      return List.copyOf(all);
    }
    return all.stream()
        .sorted(
            Comparator.comparing((Diagnostic d) -> d.span().source().name())
                .thenComparingInt(d -> d.span().line())
                .thenComparingInt(d -> d.span().column()))
        .toList();
  }

  /** Every diagnostic as people read it, one after the other. */
  public String render() {
    return sorted().stream().map(Diagnostic::render).collect(Collectors.joining("\n"));
  }
}
