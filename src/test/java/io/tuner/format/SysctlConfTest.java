package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.format.SysctlConf.Reader;
import io.tuner.format.SysctlConf.Setting;
import io.tuner.format.SysctlConf.Winner;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SysctlConfTest {

  @Test
  void commentsIndentationAndBothSeparators() {
    SysctlConf conf =
        SysctlConf.parse(
            "# a = 1\n; b = 2\n  kernel.modprobe = /sbin/mod probe  \nnet/ipv4/ip_forward=1\n"
                + "-vm.swappiness = 10\nnet.ipv4.tcp_rmem = 4096\t87380   6291456\n"
                + "-net.ipv4.conf.lo.rp_filter\nbroken\n");
    assertThat(conf.settings())
        .containsExactly(
            new Setting(3, "kernel/modprobe", Optional.of("/sbin/mod probe")),
            new Setting(4, "net/ipv4/ip_forward", Optional.of("1")),
            new Setting(5, "vm/swappiness", Optional.of("10")),
            new Setting(6, "net/ipv4/tcp_rmem", Optional.of("4096 87380 6291456")),
            new Setting(7, "net/ipv4/conf/lo/rp_filter", Optional.empty()));
    assertThat(conf.get("net.ipv4.ip_forward")).contains("1");
    assertThat(conf.get("a")).isEmpty();
  }

  @Test
  void theFirstSeparatorDecides() {
    assertThat(SysctlConf.path("net.ipv4.conf.eth0/100.rp_filter"))
        .isEqualTo("net/ipv4/conf/eth0.100/rp_filter");
    assertThat(SysctlConf.path("net/ipv4/conf/eth0.100/rp_filter"))
        .isEqualTo("net/ipv4/conf/eth0.100/rp_filter");
    assertThat(SysctlConf.path("single")).isEqualTo("single");
  }

  @Test
  void onlyTheValueIsChanged() {
    SysctlConf conf = SysctlConf.parse("# c\n -vm.swappiness\t=  10 \r\nvm/swappiness=5\n");
    assertThat(conf.with("vm.swappiness", "5").text()).isEqualTo("# c\nvm/swappiness=5\n");
    assertThat(conf.with("vm.swappiness", "1").text()).isEqualTo("# c\nvm/swappiness=1\n");
    assertThat(conf.without("vm.swappiness").text()).isEqualTo("# c\n");
    assertThat(SysctlConf.parse(" -a.b\t=  10 \r\n").with("a.b", "1").text())
        .isEqualTo(" -a.b\t=  1 \r\n");
    assertThat(SysctlConf.parse("a.b = 1\t2").with("a.b", "1 2").text()).isEqualTo("a.b = 1\t2");
    assertThat(SysctlConf.parse("a=1").with("b", "2").text()).isEqualTo("a=1\nb = 2");
  }

  private static Optional<String> winner(Map<String, String> files, String key, Reader reader) {
    return SysctlConf.winner(files, key, reader)
        .map(w -> w.file() + ":" + w.line() + "=" + w.value());
  }

  @Test
  @Trap(types = "sysctl", value = "a file that is read later wins at boot")
  void namesDecideAndEtcReplacesTheSameName() {
    Map<String, String> files =
        Map.of(
            "/usr/lib/sysctl.d/50-default.conf", "a.b=1\nc.d=1\n",
            "/etc/sysctl.d/50-default.conf", "c.d=2\n",
            "/run/sysctl.d/60-x.conf", "a.b=3\n",
            "/usr/local/lib/sysctl.d/60-x.conf", "a.b=4\n",
            "/etc/sysctl.d/99-last.conf.bak", "a.b=5\n",
            "/etc/sysctl.d/10-early.conf", "c.d=9\n");
    assertThat(winner(files, "a.b", Reader.SYSTEMD)).contains("/run/sysctl.d/60-x.conf:1=3");
    assertThat(winner(files, "c.d", Reader.SYSTEMD)).contains("/etc/sysctl.d/50-default.conf:1=2");
    assertThat(winner(files, "e.f", Reader.SYSTEMD)).isEmpty();
  }

  @Test
  void sysctlConfIsLastForProcpsAndALinkForSystemd() {
    Map<String, String> files =
        Map.of("/etc/sysctl.conf", "a.b=1\n", "/etc/sysctl.d/zz.conf", "a.b=2\n");
    assertThat(winner(files, "a.b", Reader.PROCPS)).contains("/etc/sysctl.conf:1=1");
    assertThat(winner(files, "a.b", Reader.SYSTEMD)).contains("/etc/sysctl.d/zz.conf:1=2");
    Map<String, String> linked =
        Map.of("/etc/sysctl.d/99-sysctl.conf", "a.b=1\n", "/etc/sysctl.d/98-x.conf", "a.b=2\n");
    assertThat(winner(linked, "a/b", Reader.SYSTEMD)).contains("/etc/sysctl.d/99-sysctl.conf:1=1");
  }

  @Test
  void namedKeysBeatWildcards() {
    String glob = "net.ipv4.conf.*.rp_filter = 2\n";
    String file = "/etc/sysctl.d/a.conf";
    String key = "net.ipv4.conf.eth0.rp_filter";
    assertThat(winner(Map.of(file, glob), key, Reader.SYSTEMD)).contains(file + ":1=2");
    assertThat(winner(Map.of(file, key + "=1\n" + glob), key, Reader.SYSTEMD))
        .contains(file + ":1=1");
    assertThat(winner(Map.of(file, "-" + key + "\n" + glob), key, Reader.SYSTEMD)).isEmpty();
    assertThat(winner(Map.of(file, "net.*.rp_filter=2\n"), key, Reader.SYSTEMD)).isEmpty();
  }

  @Test
  void anExclusionGoesWhereTheParameterIsSet() {
    assertThat(SysctlConf.parse("a.b = 1\n-a.b\n").with("a.b", "7").text()).isEqualTo("a.b = 7\n");
  }

  @Test
  void theLastLineOfAFileCounts() {
    assertThat(
            SysctlConf.winner(Map.of("/lib/sysctl.d/a.conf", "a=1\na = 2\n"), "a", Reader.PROCPS))
        .contains(new Winner("/lib/sysctl.d/a.conf", 2, "2"));
  }

  @Property
  void garbageSurvives(@ForAll("garbage") String text) {
    SysctlConf conf = SysctlConf.parse(text);
    assertThat(conf.text()).isEqualTo(text);
    SysctlConf once = conf.with("a.b", "7");
    assertThat(once.get("a.b")).contains("7");
    assertThat(once.with("a.b", "7").text()).isEqualTo(once.text());
    if (conf.settings().stream().noneMatch(s -> s.path().equals("a/b"))) {
      assertThat(once.without("a.b").text()).isEqualTo(text);
    }
    SysctlConf.winner(Map.of("/etc/sysctl.d/a.conf", text), "a.b", Reader.SYSTEMD);
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "a.b", "a/b", "c", "=", " ", "\t", "-", "#", ";", "*", "[", "\n", "\r\n", "7")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
