package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which tasks the command line chose, by Ansible's rules for tags.
 *
 * @param only tasks with one of these; empty for all
 * @param skipped not tasks with one of these
 */
record Tags(Set<String> only, Set<String> skipped) {

  private static final Set<String> SPECIAL = Set.of("all", "always", "never", "tagged", "untagged");

  /** True where a task with these tags is to run. */
  boolean choose(Set<String> tags) {
    boolean never = tags.contains("never");
    boolean wanted =
        only.isEmpty()
            ? !never
            : tags.contains("always")
                || meets(only, tags)
                || (!never
                    && (only.contains("all") || (only.contains("tagged") && !tags.isEmpty())))
                || (only.contains("untagged") && tags.isEmpty());
    boolean unwanted =
        meets(skipped, tags)
            || (skipped.contains("all") && !tags.contains("always"))
            || (skipped.contains("tagged") && !tags.isEmpty())
            || (skipped.contains("untagged") && tags.isEmpty());
    return wanted && !unwanted;
  }

  /** Says which tags no task has: with one misspelt, nothing would run and all would be well. */
  void refuseUnknown(List<Play> plays, Diagnostics diagnostics) {
    Set<String> known = new LinkedHashSet<>();
    plays.forEach(play -> play.tasks().forEach(task -> known.addAll(task.tags())));
    refuseUnknown("--tags", only, known, diagnostics);
    refuseUnknown("--skip-tags", skipped, known, diagnostics);
  }

  private static void refuseUnknown(
      String option, Set<String> asked, Set<String> known, Diagnostics diagnostics) {
    for (String tag : asked) {
      if (!known.contains(tag) && !SPECIAL.contains(tag)) {
        Span span = new Span(new Source(option, tag), 1, 1, Math.max(1, tag.length()));
        diagnostics.add(Suggestions.error(span, "no task has the tag `" + tag + "`", tag, known));
      }
    }
  }

  private static boolean meets(Set<String> some, Set<String> others) {
    return some.stream().anyMatch(others::contains);
  }
}
