package io.tuner.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The nearest known word to a misspelt one, by edits (insert, delete, replace, swap neighbours). */
public final class Suggestion {

  private Suggestion() {}

  /** The word among those known that was probably meant; empty where none is near. */
  public static Optional<String> closest(String word, Collection<String> known) {
    return known.stream()
        .filter(candidate -> distance(word, candidate) <= Math.max(1, word.length() / 3))
        .min(Comparator.comparingInt((String candidate) -> distance(word, candidate)).thenComparing(c -> c));
  }

  /** "did you mean `x`?", where some known word is near. */
  public static Optional<String> didYouMean(String word, Collection<String> known) {
    return closest(word, known).map(candidate -> "did you mean `" + candidate + "`?");
  }

  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
            i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
