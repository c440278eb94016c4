package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import org.junit.jupiter.api.Test;

class AptSimulationTest {

  @Test
  @Trap(types = "package", value = "what came along does not go again")
  void newAndUpgradedPackagesAreToldApart() {
    AptSimulation simulation =
        AptSimulation.parse(
            """
            Reading package lists...
            Remv postfix [3.7.11-0+deb12u1]
            Inst libjq1:i386 [1.6-2.1] (1.6-2.1+u3 Debian-Security:12/stable [i386]) [jq:amd64 ]
            Inst jq (1.6-2.1+u3 Debian-Security:12/stable [amd64])
            Conf jq (1.6-2.1+u3 Debian-Security:12/stable [amd64])
            """);
    assertThat(simulation.installs())
        .extracting(AptSimulation.Installation::toString)
        .containsExactly("libjq1:i386 1.6-2.1+u3 (now 1.6-2.1)", "jq 1.6-2.1+u3");
    assertThat(simulation.removals()).containsExactly("postfix");
    assertThat(simulation.error()).isEmpty();
  }

  @Test
  void theFirstErrorCounts() {
    assertThat(
            AptSimulation.parse("W: old lists\nE: Unable to locate package x\nE: more\n").error())
        .contains("Unable to locate package x");
  }
}
