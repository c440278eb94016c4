package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitValueTest {

  @ParameterizedTest
  @CsvSource({
    "TimeoutStopSec,600,10min",
    "TimeoutStopSec,10 minutes,10min",
    "TimeoutStopSec,90,1min 30s",
    "TimeoutStopSec,1min30s,1min 30s",
    "TimeoutStopSec,1.5h,1h 30min",
    "TimeoutStopSec,infinity,infinity",
    "TimeoutStopSec,0,0",
    "RestartSec,100ms,100ms",
    "LimitNOFILE,65536,65536",
    "LimitNOFILE,1024:65536,65536",
    "LimitNOFILESoft,1024:65536,1024",
    "LimitMEMLOCK,infinity,18446744073709551615",
    "LimitMEMLOCK,64M,67108864",
    "MemoryMax,1G,1073741824",
    "MemoryMax,1.5K,1536",
    "CPUQuota,50%,500000",
    "OOMScoreAdjust,-900,-900",
    "PrivateTmp,true,yes",
    "PrivateTmp,0,no",
    "Environment,A=1  B=2,A=1 B=2",
  })
  void sameMeaning(String key, String written, String shown) {
    assertThat(UnitValue.same(key, written, shown)).isTrue();
    assertThat(UnitValue.same(key, shown, written)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "TimeoutStopSec,600,1min 30s",
    "TimeoutStopSec,infinity,10min",
    "TimeoutStopSec,1m,1ms",
    "TimeoutStopSec,1month,1min",
    "LimitNOFILE,1024:65536,1024",
    "LimitNOFILE,infinity,1073741816",
    "MemoryMax,1G,1000000000",
    "MemoryMax,50%,50",
    "Environment,A=1,A=2",
    "PrivateTmp,yes,no",
    "OOMScoreAdjust,1,2",
  })
  void otherMeaning(String key, String written, String shown) {
    assertThat(UnitValue.same(key, written, shown)).isFalse();
  }

  @Test
  void propertiesAreNamedInMicroseconds() {
    assertThat(UnitValue.property("TimeoutStopSec")).isEqualTo("TimeoutStopUSec");
    assertThat(UnitValue.property("TimeoutStopUSec")).isEqualTo("TimeoutStopUSec");
    assertThat(UnitValue.property("LimitNOFILE")).isEqualTo("LimitNOFILE");
    assertThat(UnitValue.same("TimeoutStopUSec", "600", "10min")).isTrue();
  }

  @Test
  void whatIsNoTimeHasNoLength() {
    assertThat(UnitValue.microseconds("")).isEmpty();
    assertThat(UnitValue.microseconds("10 parsecs")).isEmpty();
    assertThat(UnitValue.microseconds("-1")).isEmpty();
    assertThat(UnitValue.microseconds("9".repeat(30) + "y")).isEmpty();
    assertThat(UnitValue.microseconds("1us")).contains(1L);
    assertThat(UnitValue.microseconds("2h 3min 4s")).contains(7_384_000_000L);
  }

  @Property
  void garbageIsText(@ForAll String a, @ForAll String b) {
    assertThat(UnitValue.same("TimeoutStopSec", a, a)).isTrue();
    UnitValue.same("LimitNOFILE", a, b);
    UnitValue.same("MemoryMax", a, b);
    UnitValue.canonical("CPUQuota", a + "%");
  }

  @Property
  void sizesAndTimesAreExact(@ForAll @LongRange(min = 0, max = 1 << 20) long number) {
    assertThat(UnitValue.canonical("MemoryMax", number + "M"))
        .isEqualTo(String.valueOf(number << 20));
    assertThat(UnitValue.canonical("RestartSec", number + "ms"))
        .isEqualTo(String.valueOf(number * 1000));
  }

  @Test
  void showSeparatesUnitsByBlankLines() {
    SystemctlShow show =
        SystemctlShow.parse(
            "Id=a.service\n"
                + "Names=a.service b.service\n"
                + "ExecStart={ path=/a ; argv[]=/a x=1 }\n"
                + "ExecStart={ path=/b }\n"
                + "StatusText=first\n\n"
                + "second\n"
                + "Description=\n\n"
                + "Id=c.service\n");
    assertThat(show.units()).hasSize(2);
    SystemctlShow.Unit unit = show.unit("b.service").orElseThrow();
    assertThat(unit.values("ExecStart"))
        .containsExactly("{ path=/a ; argv[]=/a x=1 }", "{ path=/b }");
    assertThat(unit.get("StatusText")).contains("first\n\nsecond");
    assertThat(unit.get("Description")).contains("");
    assertThat(unit.get("Missing")).isEmpty();
    assertThat(show.unit("c.service")).isPresent();
    assertThat(show.unit("d.service")).isEmpty();
    assertThat(SystemctlShow.parse("Unit d.service could not be found.\n").units()).isEmpty();
  }

  @Property
  void showReadsGarbage(@ForAll String text) {
    SystemctlShow.parse(text).unit("a");
  }
}
