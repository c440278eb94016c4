package io.tuner.plan;

import io.tuner.resource.Leaves;
import io.tuner.resource.Notes;
import io.tuner.resource.Settles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The one comparison of two states: what a dry run shows, an apply does, a verification proves and
 * a rollback takes back all come from here.
 */
public final class Comparison {

  private Comparison() {}

  /**
   * The leaves in which two states differ. One that the target leaves out because only the host
   * knows what becomes of it ({@link Notes#disturbs}) is no difference.
   */
  public static List<Change> changes(Record from, Record to, Notes notes) {
    Map<String, Object> before = Leaves.of(from);
    Map<String, Object> after = Leaves.of(to);
    Set<String> paths = new LinkedHashSet<>(before.keySet());
    paths.addAll(after.keySet());
    List<Change> changes = new ArrayList<>();
    for (String path : paths) {
      boolean unforeseen = after.get(path) == null && notes.disturbed(path).isPresent();
      if (!unforeseen && !same(before.get(path), after.get(path))) {
        changes.add(change(path, before.get(path), after.get(path), to.getClass(), notes));
      }
    }
    return changes;
  }

  /** Whether two values of a leaf are one; a number is the same however wide its type. */
  static boolean same(Object one, Object other) {
    if (one instanceof Number && other instanceof Number) {
      return one.toString().equals(other.toString());
    }
    return one == null ? other == null : one.equals(other);
  }

  private static Change change(
      String path, Object from, Object to, Class<? extends Record> state, Notes notes) {
    String aspect = Leaves.aspect(path);
    Optional<Notes.Settling> said = notes.settling(path);
    Settles.When when = said.map(Notes.Settling::when).orElse(Leaves.settles(state, aspect));
    String reason = said.map(Notes.Settling::reason).orElse("");
    return new Change(aspect, Leaves.within(path), when, reason, from, to);
  }
}
