package io.tuner.format;

import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.format.IniFile.Style;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Samples of several values at once, and of what went wrong on hosts. */
class HostSamplesTest {

  @Test
  void schedulersOfSeveralDisks() throws Exception {
    Map<String, Choices> disks = new TreeMap<>();
    for (String part : read("block/head-all-schedulers.txt").split("==> /sys/block/")) {
      if (part.contains(" <==")) {
        String name = part.substring(0, part.indexOf('/'));
        disks.put(name, Choices.parse(part.substring(part.indexOf('\n') + 1)));
      }
    }
    assertThat(disks.get("nvme0n1").active()).contains("none");
    assertThat(disks.get("nvme0n1").fixed()).isFalse();
    assertThat(disks.get("sda").active()).contains("bfq");
    assertThat(disks.get("zram0").active()).contains("none");
    assertThat(disks.get("zram0").fixed()).isTrue();
  }

  @Test
  void aSchedulerOfOldKernelsIsNoChoice() throws Exception {
    String said = read("block/scheduler-dm3-cfq-failed.txt");
    Choices choices = Choices.parse(said.replaceFirst(".* from (.*) into cfq.*", "$1"));
    assertThat(choices.active()).contains("bfq");
    assertThat(choices.offered()).contains("mq-deadline", "none").doesNotContain("cfq");
    assertThat(QueueAttributes.refusal("cfq", choices).orElseThrow()).contains("bfq");
    String log = read("block/udev-noop-invalid-argument.txt");
    String written = log.replaceFirst("(?s).*/scheduler}=\"(.*?)\".*", "$1");
    assertThat(written).isEqualTo("noop");
    assertThat(QueueAttributes.refusal(written, choices).orElseThrow()).contains("none");
  }

  @Test
  void anEnvironmentBlockThatIsNone() throws Exception {
    String error = read("grub-bls/grub2-editenv-error.txt");
    assertThat(GrubEnvironment.listed(error)).isEmpty();
    assertThatThrownBy(() -> GrubEnvironment.parse(error)).isInstanceOf(Refusal.class);
  }

  @Test
  void aTableWithTabsAndAComment() throws Exception {
    Fstab fstab = Fstab.parse(read("fstab/jc-ubuntu1804.txt"));
    assertThat(fstab.mount("/").orElseThrow().source()).startsWith("UUID=");
    assertThat(fstab.mount("/").orElseThrow().type()).isEqualTo("ext4");
    Fstab.Entry swap = fstab.swap("/swap.img").orElseThrow();
    assertThat(swap.options()).containsExactly("sw");
    assertThat(swap.dump()).hasValue(0);
    assertThat(swap.pass()).hasValue(0);
  }

  @Test
  void masksThatSomebodyMoved() throws Exception {
    assertThat(masks("irqbalance-manual-move-misload"))
        .isEqualTo(Map.of(29, List.of(0), 30, List.of(1), 31, List.of(1)));
    assertThat(masks("irqbalance-banned-still-changed"))
        .isEqualTo(Map.of(27, List.of(1), 28, List.of(3)));
  }

  private static Map<Integer, List<Integer>> masks(String name) throws Exception {
    IniFile lines =
        IniFile.parse(read("irq-affinity/" + name + ".txt"), new Style(Optional.of(":"), false));
    Map<Integer, List<Integer>> masks = new TreeMap<>();
    for (int irq = 0; irq < 64; irq++) {
      Optional<String> mask = lines.get("", "/proc/irq/" + irq + "/smp_affinity");
      if (mask.isPresent()) {
        masks.put(irq, CpuSet.parseMask(mask.get()).numbers());
      }
    }
    return masks;
  }
}
