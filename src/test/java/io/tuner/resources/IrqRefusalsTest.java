package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IrqRefusalsTest {

  private static final CpuSet CPUS = CpuSet.parse("1");

  private static final IrqAffinityState.Around AROUND =
      new IrqAffinityState.Around(
          Map.of("eth0-rx-0", 24, "eth0-rx-1", 25),
          List.of(),
          false,
          CPUS,
          2,
          Optional.empty(),
          CpuSet.parse(""),
          Optional.empty(),
          List.of());

  private static IrqAffinityState on(String cpus) {
    CpuSet set = CpuSet.parse(cpus);
    return new IrqAffinityState(
        Map.of("eth0-rx-0", set, "eth0-rx-1", set),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        AROUND);
  }

  @Test
  @Trap(
      types = "irq_affinity",
      value =
          "no room for the vector is a failure, and an interrupt that the kernel manages is unsupported")
  void whatTheKernelRefusesIsToldByNameAndNotByNumber() {
    assertThat(
            on("0")
                .explain(
                    List.of(
                        "/proc/irq/24/smp_affinity_list: No space left on device",
                        "/proc/irq/25/smp_affinity_list: Input/output error",
                        "something else")))
        .containsExactly(
            "eth0-rx-0: failed: these CPUs have no interrupt vectors left"
                + " (No space left on device)",
            "eth0-rx-1: unsupported: the kernel keeps the CPUs of this interrupt to itself"
                + " (Input/output error)",
            "something else");
  }

  @Test
  @Trap(types = "irq_affinity", value = "one refusal stops the rest")
  void oneRefusalDoesNotStopTheOthers() {
    Script script = on("0").to(on("1"), "interface eth0");
    assertThat(script.steps()).singleElement().isInstanceOf(Step.Each.class);
    assertThat(((Step.Each) script.steps().get(0)).steps()).hasSize(2);
  }
}
