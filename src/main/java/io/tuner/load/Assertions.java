package io.tuner.load;

import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates `assert` tasks. */
final class Assertions {

  private Assertions() {}

  static Instance check(Task task, Scope scope, String name) throws Unrendered, FactsWanted {
    Optional<String> failed = Optional.empty();
    Tree.Mapping mapping =
        task.parameters() instanceof Tree.Mapping given
            ? given
            : new Tree.Mapping(task.span(), List.of());
    Tree that = mapping.get("that").orElseGet(() -> new Tree.Sequence(mapping.span(), List.of()));
    List<Tree> conditions =
        that instanceof Tree.Sequence sequence ? sequence.items() : List.of(that);
    for (Tree condition : conditions) {
      if (!(condition instanceof Tree.Scalar scalar)) {
        throw new Unrendered(
            condition.span(), "`that` takes conditions, not " + condition.describe());
      }
      if (!scope.holds(scalar)) {
        failed = Optional.of("`" + scalar.text() + "` does not hold");
        break;
      }
    }
    Optional<Tree> message = mapping.get("message");
    if (failed.isPresent() && message.isPresent() && message.get() instanceof Tree.Scalar text) {
      Tree.Scalar rendered = scope.text(text);
      boolean secret = rendered.kind() == Tree.Scalar.Kind.SECRET;
      failed = secret || rendered.isNull() ? failed : Optional.of(rendered.text());
    }
    return new Instance(
        "assert[" + (name.isEmpty() ? label(conditions) : name) + "]",
        task.type(),
        name,
        task.span(),
        failed.isPresent() ? Instance.Kind.REFUTED : Instance.Kind.PASSED,
        failed,
        Optional.empty(),
        Map.of(),
        List.of(),
        false,
        Become.NO);
  }

  private static String label(List<Tree> conditions) {
    return !conditions.isEmpty() && conditions.get(0) instanceof Tree.Scalar scalar
        ? scalar.text()
        : "";
  }
}
