package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;

/**
 * Refuses tasks of one host that are to run as different users: a host is read and changed in one
 * conversation, which has the rights of one.
 */
final class OneUser {

  private String user = "";
  private Span first = Span.NONE;

  /** Looks at more tasks and handlers of the host. */
  void check(Expansion expansion, Diagnostics diagnostics) {
    expansion.instances().stream()
        .filter(task -> task.kind() == Instance.Kind.READY)
        .forEach(task -> check(task.become(), task.span(), diagnostics));
    expansion.handlers().stream()
        .filter(handler -> handler.kind() == Instance.Kind.READY)
        .forEach(handler -> check(handler.become(), handler.span(), diagnostics));
  }

  private void check(Become become, Span span, Diagnostics diagnostics) {
    if (!become.enabled()) {
      return;
    }
    if (user.isEmpty()) {
      user = become.user();
      first = span;
    } else if (!user.equals(become.user())) {
      diagnostics.add(
          Diagnostic.error(
                  span,
                  "this is to run as `%s`, and %s as `%s`: a host is changed as one user in a run"
                      .formatted(become.user(), first, user))
              .hint("give them one `become_user`, or write a playbook for each"));
    }
  }
}
