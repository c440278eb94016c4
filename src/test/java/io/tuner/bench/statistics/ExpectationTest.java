package io.tuner.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectationTest {

  private static final double[] NEAR_100 = {101, 99, 102, 98, 100, 103};

  /** Six runs after, from `low` to `high`; an end of the interval of the median each. */
  @ParameterizedTest
  @CsvSource({
    ">= 300000, IOPS, 300000, 310000, passed",
    "> 300000, IOPS, 300000, 310000, inconclusive",
    ">= 300000, IOPS, 290000, 310000, inconclusive",
    ">= 300000, IOPS, 290000, 299999, failed",
    "> 300000, IOPS, 290000, 300000, failed",
    ">= 300k, IOPS, 300000, 310000, passed",
    ">= 0.3M IOPS, IOPS, 290000, 299999, failed",
    ">= 300 kiops, IOPS, 300000, 300001, passed",
    ">= 300k, tpmC, 300000, 300001, passed",
    "<= 5ms, ms, 4, 5, passed",
    "<=5ms, us, 4000, 5001, inconclusive",
    "<= 5 ms, ns, 5000001, 6000000, failed",
    "<= 500us, ms, 0.4, 0.5, passed",
    "≤ 1.5 min, s, 80, 90, passed",
    "<= 0, '', 0, 0, passed",
    "< 0, '', 0, 0, failed",
    ">= -3, C, -3, 2, passed",
    ">= 100 MB/s, B/s, 100000000, 110000000, passed",
    ">= 100 MiB/s, B/s, 100000000, 104857599, failed",
    ">= 1 GiB/s, MiB/s, 1024, 1025, passed",
    ">= 10 Gbit/s, B/s, 1250000000, 1250000001, passed",
    ">= 100M, B/s, 100000000, 110000000, passed",
    "<= 2GB, B, 1900000000, 2000000000, passed",
    "<= 80%, %, 70, 80, passed",
    "<= 80 %, %, 70, 81, inconclusive"
  })
  void aLimitOfTheMetricIsJudgedByItsMedian(
      String expect, String unit, double low, double high, String result) {
    double[] after = {low, high, low, high, low, high};
    assertThat(judge(expect, unit, NEAR_100, after).gate())
        .isEqualTo(
            new Gate(expect, Gate.Result.valueOf(result.toUpperCase(java.util.Locale.ROOT))));
  }

  @ParameterizedTest
  @CsvSource({
    ">= -2%, 100, passed",
    ">= -2%, 98, inconclusive",
    ">= -2%, 80, failed",
    ">= 2%, 110, passed",
    ">= +2 %, 100, failed",
    "<= 2%, 90, passed",
    "<= +2%, 120, failed",
    "<= 2%, 102, inconclusive"
  })
  void perCentsAreTheChangeWithItsOwnSign(String expect, double level, String result) {
    // A scatter of half a per cent, in an order that is no trend.
    double[] before = {100.2, 99.8, 100.4, 99.6, 100, 100.3};
    double[] after = Arrays.stream(before).map(value -> value * level / 100).toArray();
    after[0] = level;
    Gate gate = judge(expect, "ms", before, after).gate();
    assertThat(gate.result().word()).isEqualTo(result);
  }

  @Test
  void aMetricCountedInPerCentHasAChangeOnlyWithASign() {
    double[] constant = {50, 50, 50, 50, 50, 50};
    assertThat(judge("<= 60%", "%", constant, constant).gate().result())
        .isEqualTo(Gate.Result.PASSED);
    assertThat(judge("<= 40%", "%", constant, constant).gate().result())
        .isEqualTo(Gate.Result.FAILED);
    assertThat(judge("<= +2%", "%", constant, constant).gate().result())
        .isEqualTo(Gate.Result.PASSED);
  }

  @Test
  void tooFewRunsAreInconclusiveHoweverClear() {
    double[] five = {500, 500, 500, 500, 500};
    assertThat(judge(">= 100", "IOPS", NEAR_100, five).gate().result())
        .isEqualTo(Gate.Result.INCONCLUSIVE);
    Expectation.Judgement change = judge(">= -2%", "IOPS", NEAR_100, five);
    assertThat(change.gate().result()).isEqualTo(Gate.Result.INCONCLUSIVE);
    assertThat(change.reason()).isEqualTo("gate `>= -2%`: there is no change to judge by");
  }

  @Test
  void oneStateIsJudgedByItself() {
    double[] six = {500, 501, 500, 502, 500, 500};
    assertThat(judge(">= 100", "IOPS", six, new double[0]).gate().result())
        .isEqualTo(Gate.Result.PASSED);
    assertThat(judge(">= -2%", "IOPS", six, new double[0]).gate().result())
        .isEqualTo(Gate.Result.INCONCLUSIVE);
  }

  @Test
  void whatMustNotBeComparedIsInconclusive() {
    assertThat(judged(">= 1", "", NEAR_100, NEAR_100, "errors", 0).reason())
        .isEqualTo("gate `>= 1`: errors");
    assertThat(judged(">= -99%", "", NEAR_100, NEAR_100, "errors", 0).gate().result())
        .isEqualTo(Gate.Result.INCONCLUSIVE);
  }

  @Test
  void noiseMakesAChangeLessCertain() {
    double[] constant = {100, 100, 100, 100, 100, 100};
    assertThat(judged(">= -2%", "", constant, constant, "", 1.9).gate().result())
        .isEqualTo(Gate.Result.PASSED);
    Expectation.Judgement wide = judged(">= -2%", "", constant, constant, "", 2.1);
    assertThat(wide.gate().result()).isEqualTo(Gate.Result.INCONCLUSIVE);
    assertThat(wide.reason())
        .isEqualTo("gate `>= -2%`: the change lies between -2.10 % and +2.10 %");
  }

  @Test
  void aDriftMakesEveryChangeUncertainAndNoLevel() {
    double[] rising = {100, 101, 102, 103, 104, 105};
    assertThat(judge(">= -50%", "", NEAR_100, rising).gate().result())
        .isEqualTo(Gate.Result.INCONCLUSIVE);
    assertThat(judge(">= 50", "", NEAR_100, rising).gate().result()).isEqualTo(Gate.Result.PASSED);
  }

  @Test
  void theMetricMayStandInTheText() {
    Expectation p99 = Expectation.parse(" p99 <= 5ms ");
    assertThat(p99.metric()).isEqualTo("p99");
    assertThat(p99.text()).isEqualTo("<= 5ms");
    assertThat(Expectation.parse("read.iops>=-2%")).isEqualTo(Expectation.of("read.iops", ">=-2%"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5ms", "= 5", "== 5", ">= ", ">= x", ">= 5 6", "=> 5", "<> 5"})
  void whatIsNoExpectationIsSaidSo(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Expectation.of("iops", text))
        .withMessage(
            "`%s` is no expectation such as `>= -2%%`, `>= 300000` or `<= 5ms`", text.strip());
  }

  @Test
  void aUnitThatDoesNotFitIsAFault() {
    List<Metric> told = List.of(Metric.higher("read.iops", "IOPS"), Metric.lower("p99", "us"));
    assertThat(Expectation.of("read.iops", ">= 5ms").fault(told))
        .contains("`>= 5ms` does not fit read.iops, which is counted in IOPS");
    assertThat(Expectation.of("p99", "<= 5k").fault(told))
        .contains("`<= 5k` does not fit p99, which is counted in us");
    assertThat(Expectation.of("p99", "<= 5 MB/s").fault(told)).isPresent();
    assertThat(Expectation.of("p99", "<= 5ms").fault(told)).isEmpty();
    assertThat(Expectation.of("p99", "<= 5%").fault(told)).isEmpty();
    assertThat(Expectation.of("errors", "<= 5ms").fault(List.of(Metric.lower("errors", ""))))
        .contains("`<= 5ms` does not fit errors, which is a plain number");
    assertThat(Expectation.of("size", ">= 1 MB").fault(List.of(Metric.higher("size", "B/s"))))
        .isPresent();
  }

  @Test
  void theEndOfANameNamesItToo() {
    Expectation p99 = Expectation.parse("p99 <= 5ms");
    assertThat(p99.names(Metric.lower("read.p99", "ms"))).isTrue();
    assertThat(p99.names(Metric.lower("p99", "ms"))).isTrue();
    assertThat(p99.names(Metric.lower("read.wp99", "ms"))).isFalse();
    assertThat(Expectation.parse("write.p99 <= 5ms").names(Metric.lower("read.p99", "ms")))
        .isFalse();
    assertThat(p99.fault(List.of(Metric.higher("read.p99", "IOPS"))))
        .contains("`<= 5ms` does not fit read.p99, which is counted in IOPS");
  }

  @Test
  void aMetricThatIsNotToldIsAFault() {
    List<Metric> told = List.of(Metric.higher("read.iops", "IOPS"), Metric.lower("p99", "us"));
    assertThat(Expectation.of("read.iop", ">= 5").fault(told))
        .contains("unknown metric `read.iop`: did you mean `read.iops`?");
    assertThat(Expectation.of("tpmC", ">= 5").fault(told))
        .contains("unknown metric `tpmC`: there are read.iops, p99");
  }

  @Test
  void aPlaybookMayWriteThemInThreeWays() {
    Diagnostics none = new Diagnostics();
    assertThat(
            Expectations.read(
                Tree.of(Map.of("iops", List.of(">= -2%", ">= 300k")), Span.NONE), none))
        .containsExactly(Expectation.of("iops", ">= -2%"), Expectation.of("iops", ">= 300k"));
    assertThat(Expectations.read(Tree.of("p99 <= 5ms", Span.NONE), none))
        .containsExactly(Expectation.of("p99", "<= 5ms"));
    assertThat(Expectations.read(Tree.of(List.of("p99 <= 5ms", "iops > 3"), Span.NONE), none))
        .hasSize(2);
    assertThat(none.hasErrors()).isFalse();
  }

  @Test
  void whatIsWrongIsShownWhereItStands() {
    Source source = new Source("site.yml", "    expect: {tpmC: 300000}\n");
    Diagnostics wrong = new Diagnostics();
    assertThat(
            Expectations.read(Tree.of(Map.of("tpmC", 300000), new Span(source, 1, 20, 6)), wrong))
        .isEmpty();
    assertThat(wrong.render())
        .isEqualTo(
            """
            site.yml:1:20: error: `300000` is no expectation such as `>= -2%`, `>= 300000` or `<= 5ms`
                1 |     expect: {tpmC: 300000}
                  |                    ^^^^^^
            hint: write `expect: {read.iops: ">= -2%"}` or `expect: p99 <= 5ms`
            """);
    Diagnostics nothing = new Diagnostics();
    assertThat(Expectations.read(Tree.of(null, Span.NONE), nothing)).isEmpty();
    assertThat(nothing.hasErrors()).isTrue();
  }

  private static Expectation.Judgement judge(
      String expect, String unit, double[] before, double[] after) {
    return judged(expect, unit, before, after, "", 0);
  }

  private static Expectation.Judgement judged(
      String expect,
      String unit,
      double[] before,
      double[] after,
      String incomparable,
      double noisePct) {
    Expectation expectation = Expectation.of("m", expect);
    Series series =
        new Series(
            Cell.ONLY,
            Map.of(),
            Metric.neither("m", unit),
            list(before),
            list(after),
            false,
            incomparable.isEmpty() ? Optional.empty() : Optional.of(incomparable),
            noisePct == 0 ? OptionalDouble.empty() : OptionalDouble.of(noisePct),
            List.of(expectation),
            Optional.empty(),
            Collections.emptyList());
    return expectation.judge(series, Comparison.family(List.of(series)).get(0));
  }

  private static List<Double> list(double[] values) {
    return new ArrayList<>(Arrays.stream(values).boxed().toList());
  }
}
