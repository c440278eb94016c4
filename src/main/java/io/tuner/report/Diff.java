package io.tuner.report;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Patch;
import io.tuner.resource.Content;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Texts of several lines, before and after, as a unified diff.
 *
 * @param added how many lines come
 * @param removed how many go
 * @param lines the diff from the first {@code @@} on, fit to be shown; what is long is cut
 */
record Diff(int added, int removed, List<String> lines) {

  private static final int CONTEXT = 3;

  /** Above so many lines the search for the shortest diff takes longer than anybody waits. */
  private static final int MOST_LINES = 20_000;

  /**
   * Up to so many lines there is room for the search that keeps removed lines before added ones.
   */
  private static final int FEW_LINES = 2_000;

  private static final int MOST_SHOWN = 400;

  /** A side without lines begins at line 0 (POSIX, diff -u); the library says 1. */
  private static final Pattern EMPTY_SIDE = Pattern.compile("^(@@ .*?[-+])1,0(?= )");

  /** The difference; empty where the values are no texts of lines. */
  static Optional<Diff> of(Object from, Object to) {
    Optional<String> before = text(from);
    Optional<String> after = text(to);
    boolean ofLines = ofLines(from) || ofLines(to);
    if (before.isEmpty() || after.isEmpty() || !ofLines) {
      return Optional.empty();
    }
    List<String> old = lines(before.get());
    List<String> wanted = lines(after.get());
    if (old.size() + wanted.size() > MOST_LINES) {
      return Optional.empty();
    }
    Patch<String> patch =
        old.size() + wanted.size() > FEW_LINES
            ? DiffUtils.diff(old, wanted, new MyersDiffWithLinearSpace<>())
            : DiffUtils.diff(old, wanted);
    int added = patch.getDeltas().stream().mapToInt(delta -> delta.getTarget().size()).sum();
    int removed = patch.getDeltas().stream().mapToInt(Diff::removed).sum();
    return Optional.of(new Diff(added, removed, shown(old, patch)));
  }

  /** {@code +3 -1 lines}. */
  String size() {
    return "+" + added + " -" + removed + (added + removed == 1 ? " line" : " lines");
  }

  private static int removed(AbstractDelta<String> delta) {
    return delta.getSource().size();
  }

  private static List<String> shown(List<String> old, Patch<String> patch) {
    List<String> lines =
        UnifiedDiffUtils.generateUnifiedDiff("", "", old, patch, CONTEXT).stream()
            .skip(2)
            .map(line -> EMPTY_SIDE.matcher(line).replaceFirst("$10,0"))
            .flatMap(line -> Stream.of(line.split("\n", -1)))
            .map(line -> Printable.cut(Printable.of(line)))
            .toList();
    if (lines.size() <= MOST_SHOWN) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, MOST_SHOWN));
    first.add("… " + (lines.size() - MOST_SHOWN) + " more lines");
    return first;
  }

  /** What is absent is an empty text beside one that is there. */
  private static Optional<String> text(Object value) {
    if (value instanceof Content content) {
      return content.text();
    }
    return value == null || value instanceof String
        ? Optional.of(value == null ? "" : (String) value)
        : Optional.empty();
  }

  private static boolean ofLines(Object value) {
    return value instanceof Content || (value instanceof String text && text.indexOf('\n') >= 0);
  }

  /** The lines; one that the text's end cuts off carries diff's own remark (POSIX, diff -u). */
  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      lines.add(text.substring(start, end));
      start = end + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start) + "\n\\ No newline at end of file");
    }
    return lines;
  }
}
