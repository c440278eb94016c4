package io.tuner.bench.statistics;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What can be claimed of the difference between two states in one metric.
 *
 * <p>A difference is claimed where the Mann-Whitney U test, corrected for the number of cells that
 * are judged together, calls it rarer than 5 %; where neither a steady drift nor a wandering level
 * would explain it as well ({@link Steadiness}); and where it is larger than the noise floor. That
 * there is none is said where the test finds none and all runs in a row look like those of one
 * state.
 *
 * @param verdict empty where only one state was measured, or neither way is good
 * @param reason why the verdict is no plainer; empty where nothing is to be said
 * @param p of the test, corrected for the family; empty where there was no test
 * @param shift between what the change lies; empty where that cannot be trusted
 */
public record Comparison(
    Optional<Verdict> verdict, String reason, OptionalDouble p, Optional<Shift> shift) {

  /** The chance of any false claim in a family. */
  static final double LEVEL = 0.05;

  /**
   * Compares all that one benchmark measured on one host. The cells of one metric are a family. It
   * counts as many members as there are cells in all, so that a matrix of which half the cells tell
   * {@code read.iops} and the others {@code write.iops} is one matrix and not two.
   *
   * @return one comparison each, in the order given
   */
  public static List<Comparison> family(List<Series> measured) {
    List<Pair> pairs = measured.stream().map(Pair::new).toList();
    List<Pair> tested = pairs.stream().filter(Pair::isTested).toList();
    int cells = (int) tested.stream().map(Pair::place).distinct().count();
    Map<Pair, Comparison> judged = new IdentityHashMap<>();
    tested.stream()
        .collect(Collectors.groupingBy(pair -> pair.series.metric()))
        .values()
        .forEach(family -> judge(family, Math.max(cells, family.size()), judged));
    return pairs.stream()
        .map(pair -> judged.containsKey(pair) ? judged.get(pair) : pair.unjudged())
        .toList();
  }

  /** The fewest runs of each state with which a difference can be claimed among so many cells. */
  public static int fewestRuns(int cells) {
    int runs = Median.FEWEST;
    while (cells * MannWhitney.smallest(runs, runs) > LEVEL) {
      runs++;
    }
    return runs;
  }

  private static void judge(List<Pair> family, int size, Map<Pair, Comparison> judged) {
    double[] alone =
        family.stream().mapToDouble(pair -> MannWhitney.p(pair.before, pair.after)).toArray();
    double[] corrected = Holm.correct(alone, size);
    for (int i = 0; i < alone.length; i++) {
      judged.put(family.get(i), family.get(i).judge(alone[i], corrected[i], size));
    }
  }

  /** One series with the numbers taken out of it. */
  private static final class Pair {

    private final Series series;
    private final double[] before;
    private final double[] after;

    /** Why there is nothing to test; empty where there is. */
    private final Optional<String> obstacle;

    Pair(Series series) {
      this.series = series;
      before = Samples.finite(series.before());
      after = Samples.finite(series.after());
      obstacle = obstacle();
    }

    boolean isTested() {
      return isJudged() && obstacle.isEmpty();
    }

    /** The cell with its labels. */
    Object place() {
      return List.of(series.cell(), series.labels());
    }

    private boolean isJudged() {
      return series.metric().better() != Metric.Better.NEITHER
          && series.incomparable().isEmpty()
          && isTwoStates();
    }

    private boolean isTwoStates() {
      return !series.before().isEmpty() && !series.after().isEmpty();
    }

    private Optional<String> obstacle() {
      int lost = series.before().size() + series.after().size() - before.length - after.length;
      if (lost > 0) {
        return Optional.of(lost + (lost == 1 ? " run" : " runs") + " told no number");
      }
      if (Math.min(before.length, after.length) < Median.FEWEST) {
        return Optional.of(
            before.length
                + (before.length == 1 ? " run" : " runs")
                + " before and "
                + after.length
                + " after: an interval of 95 % takes "
                + Median.FEWEST
                + " of each");
      }
      return series.interleaved() ? Optional.empty() : Steadiness.disturbance(before, after);
    }

    Comparison unjudged() {
      if (series.metric().better() == Metric.Better.NEITHER) {
        boolean known = obstacle.isEmpty() && series.incomparable().isEmpty();
        return new Comparison(
            Optional.empty(), "", OptionalDouble.empty(), known ? shift() : Optional.empty());
      }
      if (series.incomparable().isPresent()) {
        return without(Verdict.NOT_COMPARABLE, series.incomparable().get());
      }
      return isTwoStates()
          ? without(Verdict.INCONCLUSIVE, obstacle.orElseThrow())
          : new Comparison(Optional.empty(), "", OptionalDouble.empty(), Optional.empty());
    }

    private static Comparison without(Verdict verdict, String reason) {
      return new Comparison(Optional.of(verdict), reason, OptionalDouble.empty(), Optional.empty());
    }

    Comparison judge(double alone, double corrected, int family) {
      Optional<Shift> shift = shift();
      if (alone > LEVEL) {
        return unseen(corrected, shift);
      }
      Optional<String> rival =
          series.interleaved() ? Optional.empty() : Steadiness.rival(before, after);
      if (rival.isPresent()) {
        String reason = rival.get() + ": repeat more often, or interleave";
        return tested(Verdict.INCONCLUSIVE, reason, corrected, Optional.empty());
      }
      if (corrected > LEVEL) {
        return tested(Verdict.INCONCLUSIVE, tooMany(alone, family), corrected, shift);
      }
      OptionalDouble change = Percent.of(Median.of(after), Median.of(before));
      if (change.isPresent() && Math.abs(change.getAsDouble()) <= series.noisePct().orElse(0)) {
        String reason =
            String.format(
                Locale.ROOT,
                "the change of %s lies within the noise floor of %.2f %%",
                Percent.show(change.getAsDouble()),
                series.noisePct().getAsDouble());
        return tested(Verdict.NO_DIFFERENCE, reason, corrected, shift);
      }
      boolean more = MannWhitney.leaning(before, after) > 0;
      boolean better = more == (series.metric().better() == Metric.Better.HIGHER);
      return tested(better ? Verdict.IMPROVED : Verdict.REGRESSED, "", corrected, shift);
    }

    private static Comparison tested(
        Verdict verdict, String reason, double corrected, Optional<Shift> shift) {
      return new Comparison(Optional.of(verdict), reason, OptionalDouble.of(corrected), shift);
    }

    private Optional<Shift> shift() {
      return isTwoStates() ? Shift.between(before, after) : Optional.empty();
    }

    /** That there is no difference is a claim as well: it takes runs that look like one state's. */
    private Comparison unseen(double corrected, Optional<Shift> shift) {
      Optional<String> unsteady =
          series.interleaved() ? Optional.empty() : Steadiness.unsteadyTogether(before, after);
      if (unsteady.isPresent()) {
        String reason = unsteady.get() + ": repeat more often, or interleave";
        return tested(Verdict.INCONCLUSIVE, reason, corrected, Optional.empty());
      }
      String range = shift.map(s -> "a change " + s.show() + " cannot be ruled out").orElse("");
      return tested(Verdict.NO_DIFFERENCE, range, corrected, shift);
    }

    private String tooMany(double alone, int family) {
      String reason =
          String.format(
              Locale.ROOT,
              "it would differ by itself (p = %.4f), and does not among %d cells",
              alone,
              family);
      if (family * MannWhitney.smallest(before.length, after.length) <= LEVEL) {
        return reason;
      }
      return reason + ": so many cells take " + fewestRuns(family) + " runs of each state";
    }
  }
}
