package io.tuner.load;

import io.tuner.resource.Described;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Optional;

/**
 * Checks the names of parameters where a task is read: what is wrong on every host is told even
 * where no host gets the task. The words are those of {@link io.tuner.resource.Binder}.
 */
final class TaskParameters {

  private static final List<String> ASSERT = List.of("that", "message");

  private TaskParameters() {}

  static void check(Tree.Entry resource, Types types, Diagnostics diagnostics) {
    if (resource.key().text().equals(TaskReader.ASSERT)) {
      assertion(resource, diagnostics);
      return;
    }
    Described described = types.find(resource.key().text()).orElseThrow();
    if (!(resource.value() instanceof Tree.Mapping mapping)) {
      if (!Templates.isTemplate(resource.value())) {
        diagnostics.add(
            Diagnostic.error(
                    resource.value().span(),
                    described.name() + " takes a mapping, not " + resource.value().describe())
                .hint(described.takes()));
      }
      return;
    }
    for (Tree.Entry entry : mapping.entries()) {
      String name = entry.key().text();
      if (!described.takes(name) && !Templates.isTemplate(name)) {
        diagnostics.add(
            Suggestions.error(
                    entry.key().span(),
                    "unknown parameter `" + name + "` of " + described.name(),
                    name,
                    described.parameterNames())
                .hint(described.takes()));
      }
    }
  }

  private static void assertion(Tree.Entry entry, Diagnostics diagnostics) {
    if (!(entry.value() instanceof Tree.Mapping mapping)) {
      diagnostics.add(
          Diagnostic.error(
                  entry.value().span(), "assert takes a mapping, not " + entry.value().describe())
              .hint("assert takes that, message"));
      return;
    }
    Fields fields = new Fields(mapping, diagnostics);
    for (Tree.Entry part : mapping.entries()) {
      String name = part.key().text();
      if (!ASSERT.contains(name)) {
        Optional<String> renamed =
            List.of("msg", "fail_msg").contains(name)
                ? Optional.of("write `message`")
                : Optional.empty();
        Diagnostic error =
            Suggestions.error(
                part.key().span(), "unknown parameter `" + name + "` of assert", name, ASSERT);
        diagnostics.add(renamed.map(error::note).orElse(error).hint("assert takes that, message"));
      }
    }
    if (fields.scalars("that").isEmpty() && fields.list("that").isEmpty()) {
      diagnostics.add(
          Diagnostic.error(mapping.span(), "assert needs `that`")
              .hint("write a condition: `that: facts.memtotal_mb >= 65536`"));
    }
    fields.scalar("message");
  }
}
