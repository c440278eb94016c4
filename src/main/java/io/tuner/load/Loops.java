package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Optional;

/** Reads `loop` and `loop_control`. */
final class Loops {

  private static final List<String> CONTROL = List.of("label", "loop_var", "index_var");

  private Loops() {}

  static Optional<Task.Loop> read(Fields fields) {
    Optional<Tree> items = fields.get("loop");
    Optional<Fields> control =
        fields
            .get("loop_control")
            .filter(
                tree -> {
                  if (!(tree instanceof Tree.Mapping)) {
                    fields.wrong("loop_control", "a mapping", tree);
                  }
                  return tree instanceof Tree.Mapping;
                })
            .map(tree -> new Fields((Tree.Mapping) tree, fields.diagnostics()));
    control.ifPresent(c -> c.refuseUnknown(CONTROL, "loop_control"));
    if (items.isEmpty()) {
      fields
          .mapping()
          .entry("loop_control")
          .ifPresent(
              entry ->
                  fields.diagnostics().error(entry.key().span(), "`loop_control` without `loop`"));
      return Optional.empty();
    }
    if (items.get() instanceof Tree.Mapping
        || (items.get() instanceof Tree.Scalar scalar && !Templates.isTemplate(scalar.text()))) {
      fields
          .diagnostics()
          .add(
              Diagnostic.error(
                      items.get().span(), "`loop` takes a list, not " + items.get().describe())
                  .hint("the keys of a mapping are a list: `loop: \"${name?keys}\"`"));
      items = Optional.of(new Tree.Sequence(items.get().span(), List.of()));
    }
    return Optional.of(
        new Task.Loop(
            items.get(),
            control.flatMap(c -> variable(c, "loop_var")).orElse("item"),
            control.flatMap(c -> variable(c, "index_var")),
            control.flatMap(c -> c.scalar("label"))));
  }

  private static Optional<String> variable(Fields control, String key) {
    return control
        .scalar(key)
        .filter(name -> VariableNames.check(name, control.diagnostics()))
        .map(Tree.Scalar::text);
  }
}
