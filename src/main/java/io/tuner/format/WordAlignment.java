package io.tuner.format;

import java.util.List;

/** The longest common subsequence of two lists of words: which words an edit leaves alone. */
final class WordAlignment {
  private final List<String> before;
  private final List<String> after;
  private final int[][] common;

  WordAlignment(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
    this.common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
  }

  /** How many words are common from these indexes on. */
  int common(int beforeIndex, int afterIndex) {
    return common[beforeIndex][afterIndex];
  }

  /** For each word after the edit the index of the word before it that it is, or -1. */
  int[] origins() {
    int[] origins = new int[after.size()];
    int i = 0;
    for (int j = 0; j < after.size(); j++) {
      while (i < before.size() && common[i][j] == common[i + 1][j]) {
        i++;
      }
      boolean same = i < before.size() && before.get(i).equals(after.get(j));
      origins[j] = same ? i++ : -1;
    }
    return origins;
  }
}
