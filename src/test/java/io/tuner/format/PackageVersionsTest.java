package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackageVersionsTest {

  @Test
  void dpkgTellsInstalledFromLeftOver() throws Refusal {
    assertThat(PackageVersions.dpkg("installed\t1:2.3-4\n")).contains("1:2.3-4");
    assertThat(PackageVersions.dpkg("config-files\t2.3-4\n")).isEmpty();
    assertThat(PackageVersions.dpkg("not-installed\t\n")).isEmpty();
    assertThat(PackageVersions.dpkg("")).isEmpty();
    assertThatThrownBy(() -> PackageVersions.dpkg("half-configured\t1\n"))
        .isInstanceOf(Refusal.class);
  }

  @Test
  void rpmMayHaveSeveralOrNone() {
    assertThat(PackageVersions.rpm("0:5.14-1.el9\n0:5.14-2.el9\n"))
        .containsExactly("0:5.14-1.el9", "0:5.14-2.el9");
    assertThat(PackageVersions.rpm("package foo is not installed\n")).isEmpty();
    assertThat(PackageVersions.rpm("(none):1-2\n")).containsExactly("0:1-2");
  }

  @ParameterizedTest
  @CsvSource({
    "1.0,1.0,0",
    "1.0,1.00,0",
    "1.9,1.10,-1",
    "1.0~rc1,1.0,-1",
    "1.0~~,1.0~,-1",
    "1.0,1.0-1,-1",
    "1.0-1,1.0-1+b1,-1",
    "1:0.9,1.0,1",
    "0:1.0,1.0,0",
    "1.0a,1.0+,-1",
    "1.0-2~bpo1,1.0-2,-1",
    "1.2.3-4-5,1.2.3-4-6,-1",
    "a,b,-1",
    "1.0,1.0a,-1",
    "9223372036854775808,9223372036854775807,1",
    "1.0-0,1.0,0",
  })
  void debianOrder(String a, String b, int order) {
    assertThat(Integer.signum(PackageVersions.compareDebian(a, b))).isEqualTo(order);
    assertThat(Integer.signum(PackageVersions.compareDebian(b, a))).isEqualTo(-order);
  }

  @ParameterizedTest
  @CsvSource({
    "1.0,1.0,0",
    "1.0,1.00,0",
    "1.9,1.10,-1",
    "1.0~rc1,1.0,-1",
    "1.0^git1,1.0,1",
    "1.0^git1,1.0.1,-1",
    "1.0^a,1.0^b,-1",
    "1.0-1.el8,1.0-2.el8,-1",
    "1.0,1.0-2.el8,0",
    "1:0.9,1.0,1",
    "0:1.0-1,1.0-1,0",
    "1.a,1.1,-1",
    "1.0a,1.0,1",
    "a,b,-1",
    "1_0,1.0,0",
    "1.0.1,1.0a,1",
    "2.50.0,2.5,1",
    "10.0001,10.1,0",
    "1.0~rc1^git1,1.0~rc1,1",
  })
  void rpmOrder(String a, String b, int order) {
    assertThat(Integer.signum(PackageVersions.compareRpm(a, b))).isEqualTo(order);
    assertThat(Integer.signum(PackageVersions.compareRpm(b, a))).isEqualTo(-order);
  }

  @Property
  void bothAreOrders(
      @ForAll("versions") String a, @ForAll("versions") String b, @ForAll("versions") String c) {
    int ab = Integer.signum(PackageVersions.compareDebian(a, b));
    int bc = Integer.signum(PackageVersions.compareDebian(b, c));
    assertThat(Integer.signum(PackageVersions.compareDebian(b, a))).isEqualTo(-ab);
    if (ab == bc) {
      assertThat(Integer.signum(PackageVersions.compareDebian(a, c))).isEqualTo(ab);
    }
    assertThat(Integer.signum(PackageVersions.compareRpm(b, a)))
        .isEqualTo(-Integer.signum(PackageVersions.compareRpm(a, b)));
    assertThat(PackageVersions.compareRpm(a, a)).isZero();
  }

  @Provide
  Arbitrary<String> versions() {
    return Arbitraries.strings().withChars("019a.~^-:+b").ofMaxLength(8);
  }
}
