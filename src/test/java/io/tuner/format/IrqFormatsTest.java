package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IrqFormatsTest {

  @ParameterizedTest
  @CsvSource({
    "No space left on device, false, no interrupt vectors left",
    "Input/output error,      true,  keeps the CPUs",
    "Operation not permitted, true,  keeps the CPUs",
    "Invalid argument,        false, Invalid argument"
  })
  @Trap(
      types = "irq_affinity",
      value =
          "no room for the vector is a failure, and an interrupt that the kernel manages is unsupported")
  void eachRefusalOfTheKernelIsToldApart(String error, boolean unsupported, String reason) {
    for (String file : List.of("smp_affinity", "smp_affinity_list")) {
      IrqRefusal refusal = IrqRefusal.of("/proc/irq/26/" + file + ": " + error).orElseThrow();
      assertThat(refusal.number()).isEqualTo(26);
      assertThat(refusal.unsupported()).isEqualTo(unsupported);
      assertThat(refusal.reason()).contains(reason, error);
    }
    assertThat(IrqRefusal.of("/sys/block/sda/queue/nr_requests: " + error)).isEmpty();
  }

  @Test
  void bannedCpusAreAMaskOrAListAndBannedInterruptsAreNumbers() {
    IrqbalanceOptions options =
        IrqbalanceOptions.of(
            List.of("--foreground", "--banirq=25", "-i", "7", "-i9", "--banirq", "x"),
            Map.of("IRQBALANCE_BANNED_CPUS", "f8"));
    assertThat(options.interrupts()).containsExactly(7, 9, 25);
    assertThat(options.cpus()).isEqualTo(CpuSet.parse("3-7"));
    assertThat(options.policy()).isEmpty();
    Map<String, String> both =
        Map.of("IRQBALANCE_BANNED_CPULIST", "1-2", "IRQBALANCE_BANNED_CPUS", "f8");
    assertThat(IrqbalanceOptions.of(List.of("-l", "/x"), both))
        .isEqualTo(
            new IrqbalanceOptions(java.util.Set.of(), CpuSet.parse("1-2"), Optional.of("/x")));
    Map<String, String> wide = Map.of("IRQBALANCE_BANNED_CPUS", "1,00000000");
    assertThat(IrqbalanceOptions.of(List.of(), wide).cpus()).isEqualTo(CpuSet.parse("32"));
    Map<String, String> bad = Map.of("IRQBALANCE_BANNED_CPUS", "none");
    assertThat(IrqbalanceOptions.of(List.of("--banirq"), bad).cpus().isEmpty()).isTrue();
  }

  @Test
  void aRuleIsALineAndTheRestOfTheScriptStays() {
    IrqRules script = IrqRules.parse(IrqRules.SCRIPT);
    assertThat(script.values()).isEmpty();
    IrqRules two =
        script
            .with("interface eth0", Optional.of("one_each node0"))
            .with("match nvme0q*", Optional.of("all 0-3,8"));
    assertThat(two.text())
        .isEqualTo(
            IrqRules.SCRIPT
                + "spread interface 'eth0' one_each node0\nspread match 'nvme0q*' all 0-3,8\n");
    assertThat(IrqRules.parse(two.text()).values())
        .isEqualTo(Map.of("interface eth0", "one_each node0", "match nvme0q*", "all 0-3,8"));
    assertThat(
            IrqRules.parse(two.text())
                .with("interface eth0", Optional.of("all 1"))
                .with("match nvme0q*", Optional.empty())
                .text())
        .isEqualTo(IrqRules.SCRIPT + "spread interface 'eth0' all 1\n");
  }

  @Test
  void aThreadTellsItsCpusAsAListOrAsAMaskOfMoreThan32() throws Exception {
    assertThat(ThreadStatus.of("Name:\ta b\nTgid:\t7\nPid:\t9\nCpus_allowed_list:\t0,2-3\n"))
        .isEqualTo(new ThreadStatus(7, 9, "a b", CpuSet.parse("0,2,3")));
    ThreadStatus masked =
        ThreadStatus.of("Name:\tx\nTgid:\t7\nPid:\t7\nCpus_allowed:\tff,00000001");
    assertThat(masked.cpus()).isEqualTo(CpuSet.parse("0,32-39"));
    assertThat(masked.isMain()).isTrue();
    for (String bad : List.of("", "Pid:\t1\n", "Pid:\tx\nCpus_allowed_list:\t0\n", "\0\0")) {
      assertThatThrownBy(() -> ThreadStatus.of(bad)).isInstanceOf(Refusal.class);
    }
  }

  @Test
  void anyTextIsReadOrRefused() {
    Random random = new Random(11);
    String letters =
        "spread interface 'eth0' one_each node0\n all 0-3Pid:\tCpus_allowed_list:/proc/irq/1/";
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(40); n > 0; n--) {
        int at = random.nextInt(letters.length());
        text.append(letters, at, Math.min(letters.length(), at + 1 + random.nextInt(15)));
      }
      String all = text.toString();
      assertThat(IrqRules.parse(all).text()).isEqualTo(all);
      IrqRefusal.of(all);
      IrqbalanceOptions.of(List.of(all.split(" ")), Map.of("IRQBALANCE_BANNED_CPUS", all));
      try {
        ThreadStatus.of(all);
      } catch (Refusal said) {
        assertThat(said.getMessage()).isNotBlank();
      }
    }
  }

  private static final String ASKED = "--policyscript=" + IrqbalanceBans.SCRIPT;

  @Test
  void aBanIsAddedToTheOptionsThereAreAndTakesTheOptionWithItWhenItIsTheLast() throws Refusal {
    IrqbalanceBans bans = new IrqbalanceBans("OPTIONS");
    String one = bans.with("# x\n#OPTIONS=\nOPTIONS=-d\n", "", "eth0", Optional.of("eth0@0:1"));
    assertThat(one)
        .isEqualTo(
            "# x\n#OPTIONS=\nOPTIONS=\"-d " + ASKED + "\"\nTUNER_BANNED_IRQS=\"eth0@0:1\"\n");
    assertThat(bans.in(one, "")).isEqualTo(Map.of("eth0", "eth0@0:1"));
    String moved = bans.with(one, "", "eth0", Optional.of("eth0@0:2"));
    String two = bans.with(moved, "", "match=a*", Optional.of("match=a*"));
    assertThat(bans.in(two, "")).isEqualTo(Map.of("eth0", "eth0@0:2", "match=a*", "match=a*"));
    String last = bans.with(two, "", "eth0", Optional.empty());
    assertThat(bans.in(last, "")).isEqualTo(Map.of("match=a*", "match=a*"));
    assertThat(bans.with(last, "", "match=a*", Optional.empty()))
        .isEqualTo("# x\n#OPTIONS=\nOPTIONS=\"-d\"\n");
    assertThat(bans.in(one.replace(ASKED, ""), "")).as("the script is not asked").isEmpty();
  }

  @Test
  void optionsOfAnEarlierFileAreKeptAndComeBack() throws Refusal {
    IrqbalanceBans bans = new IrqbalanceBans("IRQBALANCE_ARGS");
    String banned = bans.with("", "--hintpolicy=ignore", "eth0", Optional.of("eth0@"));
    assertThat(banned).startsWith("IRQBALANCE_ARGS=\"--hintpolicy=ignore " + ASKED + "\"\n");
    assertThat(bans.with(banned, "--hintpolicy=ignore", "eth0", Optional.empty())).isEmpty();
  }

  @Test
  void whatIrqbalanceOrTheFileWouldNotTakeIsRefused() {
    IrqbalanceBans bans = new IrqbalanceBans("OPTIONS");
    Optional<String> ban = Optional.of("eth0@");
    for (String option : List.of("-l /x", "-l/x", "--policyscript /x", "--policyscript=/x")) {
      assertThatThrownBy(() -> bans.with("OPTIONS=\"" + option + "\"\n", "", "eth0", ban))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("asks `/x` already");
    }
    assertThatThrownBy(() -> bans.with("OPTIONS='-d \"x y\"'\n", "", "eth0", ban))
        .hasMessageContaining("holds quotes");
    assertThatThrownBy(() -> bans.with("OPTIONS=-d\\\n -x\n", "", "eth0", ban))
        .hasMessageContaining("over lines");
    assertThatThrownBy(() -> bans.with("[a]\nOPTIONS=-d\n", "", "eth0", ban))
        .as("what is set below a heading still wins")
        .hasMessageContaining("not understood");
  }
}
