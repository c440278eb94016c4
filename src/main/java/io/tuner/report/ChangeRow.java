package io.tuner.report;

import io.tuner.plan.Change;
import java.util.List;
import java.util.Optional;

/**
 * A change as a row of a page's table.
 *
 * @param state {@code live}, {@code persistent}, …
 * @param what the leaf: {@code sdb.scheduler}
 * @param before the value before; {@code absent} where there was none
 * @param after the value after
 * @param settles when it takes effect
 * @param diff line by line, where the values are texts of lines
 */
record ChangeRow(
    String state, String what, String before, String after, String settles, Optional<Diff> diff) {

  /** What the columns are called. */
  static final List<String> HEAD = List.of("state", "what", "before", "after", "takes effect");

  private static final String ABSENT = "absent";

  static ChangeRow of(Change change) {
    String reason = change.reason().isEmpty() ? "" : ": " + change.reason();
    String settles =
        switch (change.settles()) {
          case NOW -> "at once";
          case RESTART -> "pending: at restart" + reason;
          case BOOT -> "pending: at boot" + reason;
          case NEVER -> "never" + reason;
        };
    return new ChangeRow(
        change.aspect(),
        change.path().isEmpty() ? change.aspect() : change.path(),
        value(change.from()),
        value(change.to()),
        settles,
        Diff.of(change.from(), change.to()));
  }

  private static String value(Object value) {
    return value == null ? ABSENT : Values.show(value);
  }
}
