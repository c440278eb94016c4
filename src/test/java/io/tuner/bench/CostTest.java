package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.text.Durations;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Costs that no counter holds are cut, and never turn around. */
class CostTest {

  private static final Cost HUGE = new Cost(Duration.ofDays(999_999_999), Long.MAX_VALUE / 3);

  @Test
  void sumsAreCutAndNotNegative() {
    assertThat(HUGE.times(14).bytesWritten()).isEqualTo(Long.MAX_VALUE);
    assertThat(HUGE.times(2).plus(HUGE).plus(HUGE).bytesWritten()).isEqualTo(Long.MAX_VALUE);
    Cost years = HUGE.times(1_000_000).times(1_000_000);
    assertThat(years.plus(years).time()).isEqualTo(Duration.ofMillis(Long.MAX_VALUE));
    assertThat(Durations.show(years.time())).endsWith(" s");
  }

  @Test
  void usualCostsAreExact() {
    Cost cost = new Cost(Duration.ofSeconds(3), 5);
    assertThat(cost.times(4).plus(cost)).isEqualTo(new Cost(Duration.ofSeconds(15), 25));
    assertThat(cost.times(0)).isEqualTo(new Cost(Duration.ZERO, 0, false));
  }
}
