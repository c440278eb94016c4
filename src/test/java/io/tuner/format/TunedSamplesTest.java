package io.tuner.format;

import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Real profiles, variables, outputs and logs of TuneD. */
class TunedSamplesTest {

  private static TunedMerge partitioned(String variables) throws Exception {
    Map<String, String> files = new TreeMap<>();
    files.put(
        "/usr/lib/tuned/cpu-partitioning/tuned.conf", read("tuned/cpu-partitioning-tuned.conf"));
    files.put("/usr/lib/tuned/network-latency/tuned.conf", "[bootloader]\ncmdline_n=skew_tick=1\n");
    files.put("/etc/tuned/cpu-partitioning-variables.conf", variables);
    return TunedProfiles.of(files).merge(List.of("cpu-partitioning"));
  }

  @Test
  void cpuPartitioningAddsNoIsolcpusAndTheParentsWord() throws Exception {
    TunedMerge merge = partitioned(read("tuned/variables-user-ric79.conf"));
    List<String> words = merge.commandLine().stream().map(TunedUnit.Option::value).toList();
    String cores = "4-13,16-27,32-41,44-55";
    assertThat(words)
        .containsExactly(
            "skew_tick=1",
            "nohz=on",
            "nohz_full=" + cores,
            "rcu_nocbs=" + cores,
            "tuned.non_isolcpus=${not_isolated_cpumask}",
            "intel_pstate=disable",
            "nosoftlockup");
    assertThat(merge.variables().get("isolated_cores")).contains(cores);
    assertThat(CpuSet.parse(cores).numbers()).hasSize(44);
    assertThat(merge.variablesFile()).contains("/etc/tuned/cpu-partitioning-variables.conf");
    assertThat(merge.speaksOf("isolated_cores")).isTrue();
    assertThat(merge.speaksOf("isolated_core")).isFalse();
    assertThat(merge.option("scheduler", "ps_blacklist").orElseThrow().value())
        .startsWith(".*pmd.*;.*PMD.*")
        .endsWith("^eal-intr-thread$");
    assertThat(merge.option("script", "script").orElseThrow().value())
        .isEqualTo("/usr/lib/tuned/cpu-partitioning/script.sh");
    assertThat(merge.chain()).hasSize(2);
  }

  @Test
  void isolcpusComesOnlyWithCoresThatAreNotBalanced() throws Exception {
    TunedMerge merge = partitioned("isolated_cores=2-7\nno_balance_cores=4-7\n");
    assertThat(merge.commandLine().stream().map(TunedUnit.Option::value))
        .contains("nohz=on", "isolcpus=4-7");
  }

  @Test
  void variablesOfRealtime() throws Exception {
    TunedConf conf = TunedConf.parse(read("tuned/realtime-variables.conf"));
    assertThat(conf.get("", "isolated_cores")).contains("${f:calc_isolated_cores:1}");
    assertThat(conf.get("", "isolate_managed_irq")).contains("Y");
    assertThat(conf.section("")).hasSize(2);
  }

  @Test
  void lists() throws Exception {
    TunedAdm active = TunedAdm.parse(read("tuned/tuned-adm-list-descriptions.txt"));
    assertThat(active.active()).contains("virtual-guest-vmware");
    assertThat(active.profiles()).hasSize(12).contains("virtual-guest-vmware", "balanced");
    TunedAdm down = TunedAdm.parse(read("tuned/tuned-adm-list-no-active.txt"));
    assertThat(down.active()).isEmpty();
    assertThat(down.preset()).contains("virtual-guest");
    assertThat(down.profiles()).hasSize(9);
  }

  @Test
  void anOptionThatWasRefusedIsAFailure() throws Exception {
    TunedLog log = TunedLog.parse(read("tuned/coalesce-cqe-error.log"));
    assertThat(log.lost()).containsExactly(Map.entry("coalesce", "unknown: {'CQE mode RX'}"));
    assertThat(log.failed()).isTrue();
  }
}
