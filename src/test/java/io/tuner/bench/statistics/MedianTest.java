package io.tuner.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MedianTest {

  /** Runs 1 to n, so that a value is its rank. Coverages are those of printed tables. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 1, 0",
    "2, 1.5, 1, 2, 0.5",
    "5, 3, 1, 5, 0.9375",
    "6, 3.5, 1, 6, 0.96875",
    "7, 4, 1, 7, 0.984375",
    "8, 4.5, 1, 8, 0.9921875",
    "9, 5, 2, 8, 0.9609375",
    "12, 6.5, 3, 10, 0.9614258",
    "20, 10.5, 6, 15, 0.9586105",
    "30, 15.5, 10, 21, 0.9572260"
  })
  void theNarrowestIntervalThatReachesItsAim(
      int n, double median, double low, double high, double coverage) {
    List<Double> ranks =
        new ArrayList<>(IntStream.rangeClosed(1, n).mapToObj(i -> (double) i).toList());
    Collections.shuffle(ranks, new Random(n));
    Interval interval = Median.interval(ranks).orElseThrow();
    assertThat(interval)
        .extracting(Interval::median, Interval::low, Interval::high, Interval::n)
        .containsExactly(median, low, high, n);
    assertThat(interval.coverage()).isCloseTo(coverage, within(1e-6));
  }

  @Test
  void nothingHasNoMedian() {
    assertThat(Median.interval(List.of())).isEmpty();
  }

  @Test
  void sixIsTheFewest() {
    assertThat(Median.interval(Collections.nCopies(Median.FEWEST - 1, 1.0)).get().coverage())
        .isLessThan(Median.AIM);
    assertThat(Median.interval(Collections.nCopies(Median.FEWEST, 1.0)).get().coverage())
        .isGreaterThanOrEqualTo(Median.AIM);
  }
}
