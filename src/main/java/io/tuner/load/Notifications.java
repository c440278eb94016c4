package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which handlers a name or a topic in `notify` stands for. */
final class Notifications {

  private Notifications() {}

  /** Says which names stand for no handler, and which handlers share a name. */
  static void check(List<Task> tasks, List<Task> handlers, Diagnostics diagnostics) {
    Map<String, Tree.Scalar> names = new HashMap<>();
    for (Task handler : handlers) {
      handler
          .name()
          .ifPresent(
              name -> {
                Tree.Scalar earlier = names.putIfAbsent(name.text(), name);
                if (earlier != null) {
                  diagnostics.add(
                      Diagnostic.error(
                              name.span(), "a second handler has the name `" + name.text() + "`")
                          .hint(
                              "the first is at "
                                  + earlier.span()
                                  + "; `listen` lets two share a topic"));
                }
              });
    }
    for (Task task : tasks) {
      for (Tree.Scalar wanted : task.notifies()) {
        if (!Templates.isTemplate(wanted.text()) && resolve(wanted.text(), handlers).isEmpty()) {
          diagnostics.add(unknown(wanted, handlers));
        }
      }
    }
  }

  /** The names of the handlers, in declared order. */
  static List<String> resolve(String wanted, List<Task> handlers) {
    List<String> found = new ArrayList<>();
    for (Task handler : handlers) {
      boolean listens = handler.listen().stream().anyMatch(topic -> topic.text().equals(wanted));
      handler
          .name()
          .map(Tree.Scalar::text)
          .filter(name -> listens || name.equals(wanted))
          .ifPresent(found::add);
    }
    return found;
  }

  static Diagnostic unknown(Tree.Scalar wanted, List<Task> handlers) {
    Set<String> known = new LinkedHashSet<>();
    for (Task handler : handlers) {
      handler.name().ifPresent(name -> known.add(name.text()));
      handler.listen().forEach(topic -> known.add(topic.text()));
    }
    Diagnostic error =
        Suggestions.error(
            wanted.span(), "no handler has the name `" + wanted.text() + "`", wanted.text(), known);
    return known.isEmpty()
        ? error.hint("the play has no handlers; write one under `handlers`")
        : error.hint("the play's handlers: `" + String.join("`, `", known) + "`");
  }
}
