package io.tuner.format;

import static io.tuner.format.Samples.names;
import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads boot loader files of real hosts and finds what they are known to say. */
class GrubSamplesTest {

  @Test
  void bootLoaderFiles() throws Exception {
    assertThat(GrubConfig.parse(read("grub-bls/efi-stub-fedora-grub.cfg")).realConfiguration())
        .contains("/boot/grub2/grub.cfg");
    assertThat(GrubConfig.parse(read("grub-bls/efi-stub-ubuntu.cfg")).realConfiguration())
        .contains("/boot/grub/grub.cfg");
    assertThat(
            GrubConfig.parse(read("grub-bls/efi-stub-ubuntu-separate-boot.cfg"))
                .realConfiguration())
        .contains("/boot/grub/grub.cfg");
    for (String name : names("grub-bls")) {
      if (name.contains("efi-stub")) {
        assertThat(GrubConfig.parse(read(name)).isStub()).as(name).isTrue();
      }
    }
    GrubConfig generated = GrubConfig.parse(read("grub-bls/grub2-efi.cfg"));
    assertThat(generated.isStub()).isFalse();
    assertThat(generated.entries()).hasSize(4);
    assertThat(generated.entries())
        .extracting(GrubConfig.Entry::isRescue)
        .containsExactly(false, false, false, true);
    assertThat(generated.entries().get(0).arguments().values("rd.lvm.lv"))
        .containsExactly("rhel/root", "rhel/swap");
    Map<String, String> variables =
        GrubEnvironment.listed(read("grub-bls/grubenv-rhel8-kernelopts-tuned.txt"));
    assertThat(variables.get("tuned_params")).isEqualTo("transparent_hugepages=never");
    assertThat(KernelArguments.parse(variables.get("kernelopts")).values("console"))
        .containsExactly("tty0", "ttyS0,115200");
  }

  @Test
  void grubbyOutputs() throws Exception {
    List<Grubby.Entry> rhel9 = Grubby.entries(read("grub-bls/grubby-info-all-rhel9.txt"));
    assertThat(rhel9).hasSize(2);
    assertThat(rhel9.get(0).arguments().values("crashkernel"))
        .containsExactly("1G-4G:192M,4G-64G:256M,64G-:512M");
    assertThat(Grubby.entries(read("grub-bls/grubby-info-all-rhel7-non-linux-entry.txt")))
        .hasSize(2);
    assertThat(Grubby.entries(read("grub-bls/grubby-info-all-noise.txt"))).isEmpty();
    assertThat(Grubby.defaultKernel(read("grub-bls/grubby-default-kernel-fork-retry.txt")))
        .contains("/boot/vmlinuz-4.18.0-147.5.1.el8_1.x86_64");
    assertThat(Grubby.defaultIndex(read("grub-bls/grubby-default-index-machine-id-error.txt")))
        .hasValue(0);
  }

  @Test
  void grubDefaults() throws Exception {
    ShellAssignments arch = defaults("arch-indirect-variables.txt");
    assertThat(appended(arch, "GRUB_CMDLINE_LINUX_DEFAULT"))
        .isEqualTo(arch.text().replace("keymap=de\"", "keymap=de new\""));
    ShellAssignments dynamic = defaults("command-substitution-self-edit.txt");
    assertThat(dynamic.effective("GRUB_RECORDFAIL_TIMEOUT")).contains("10");
    assertThatThrownBy(() -> appended(dynamic, "GRUB_CMDLINE_LINUX")).isInstanceOf(Refusal.class);
    assertThat(defaults("dpdk-hugepages-single-quotes.txt").words("GRUB_CMDLINE_LINUX"))
        .startsWith("default_hugepagesz=1GB", "hugepagesz=1GB", "hugepages=6");
    ShellAssignments fedora = defaults("fedora-appended-duplicate-key.txt");
    assertThat(fedora.words("GRUB_CMDLINE_LINUX"))
        .containsExactly("rhgb", "quiet", "text", "console=tty0", "console=ttyS0,115200n8");
    assertThat(fedora.effective("GRUB_TIMEOUT")).contains("1");
    assertThat(
            fedora
                .withWords(
                    "GRUB_CMDLINE_LINUX",
                    words -> new KernelArguments(words).apply(List.of(), List.of("quiet")).words())
                .text())
        .isEqualTo(fedora.text().replace("\"rhgb quiet\"", "\"rhgb\""));
    ShellAssignments odd = defaults("shellvars-odd-quoting.txt");
    assertThat(odd.effective("var3")).contains("ab#c");
    assertThat(odd.effective("var4")).contains("ab");
    assertThat(odd.effective("ESSID")).contains("Joe's net");
    assertThat(odd.effective("IPADDR")).contains("172.31.0.31");
    assertThat(odd.effective("EMPTY")).contains("");
    ShellAssignments dropIn =
        ShellAssignments.parse(
            List.of(
                "GRUB_CMDLINE_LINUX_DEFAULT=\"base\"\n",
                read("grub-default/ubuntu-dropin-brace-plus-expansion.cfg")));
    assertThat(dropIn.words("GRUB_CMDLINE_LINUX_DEFAULT")).containsExactly("base", "preempt=full");
    assertThat(defaults("ubuntu-rt-isolcpus-dropin.cfg").words("GRUB_CMDLINE_LINUX_DEFAULT"))
        .contains("isolcpus=domain,managed_irq,1-7");
    assertThat(defaults("usb-quirks-dropin.cfg").words("GRUB_CMDLINE_LINUX"))
        .containsExactly("usb_storage.quirks=0bc2:ac2b:,0bc2:2344:,0bc2:ac41:,0bc2:ab9a:");
  }

  private static ShellAssignments defaults(String name) throws Exception {
    return ShellAssignments.parse(read("grub-default/" + name));
  }

  private static String appended(ShellAssignments file, String name) throws Exception {
    String text =
        file.withWords(name, w -> Stream.concat(w.stream(), Stream.of("new")).toList()).text();
    ShellSyntax.check(text);
    return text;
  }
}
