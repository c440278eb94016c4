package io.tuner.resource;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;

/** Where {@link Validated#validate} says what no host could satisfy, parameter by parameter. */
public final class Problems {

  private final Tree task;
  private final Diagnostics diagnostics;

  public Problems(Tree task, Diagnostics diagnostics) {
    this.task = task;
    this.diagnostics = diagnostics;
  }

  /** The parameter cannot be as it is, and why; a dot steps into a mapping: {@code settings.vm}. */
  public void error(String parameter, String message) {
    diagnostics.error(place(parameter), message);
  }

  /** As {@link #error(String, String)}, with what to do instead. */
  public void error(String parameter, String message, String hint) {
    diagnostics.add(Diagnostic.error(place(parameter), message).hint(hint));
  }

  /** What was written there cannot be as it is, and why. */
  public void error(Tree written, String message) {
    diagnostics.error(written.span(), message);
  }

  private Span place(String parameter) {
    if (!(task instanceof Tree.Mapping mapping)) {
      return task.span();
    }
    return mapping.get(parameter).map(Tree::span).orElseGet(() -> nested(mapping, parameter));
  }

  private Span nested(Tree.Mapping mapping, String parameter) {
    for (Tree.Entry entry : mapping.entries()) {
      String prefix = entry.key().text() + ".";
      if (parameter.startsWith(prefix) && entry.value() instanceof Tree.Mapping inner) {
        String rest = parameter.substring(prefix.length());
        return inner.entry(rest).map(e -> e.key().span()).orElse(entry.key().span());
      }
    }
    return task.span();
  }
}
