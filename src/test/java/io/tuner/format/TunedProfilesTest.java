package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TunedProfilesTest {

  private static TunedProfiles profiles(String... pathsAndTexts) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      files.put(pathsAndTexts[i], pathsAndTexts[i + 1]);
    }
    return TunedProfiles.of(files);
  }

  private static Map<String, String> knobs(TunedProfiles profiles, String... names) throws Refusal {
    TunedKnobs.Devices devices =
        new TunedKnobs.Devices(List.of("sda", "sdb"), List.of("eth0"), List.of(0, 1), "ro");
    Map<String, String> knobs = new LinkedHashMap<>();
    for (TunedKnobs.Setting set : TunedKnobs.of(profiles.merge(List.of(names)), devices)) {
      knobs.put(set.knob(), set.value());
    }
    return knobs;
  }

  @Test
  void aFileIsReadAsPythonReadsIt() {
    TunedConf conf =
        TunedConf.parse(
            "# head\n[main]\nsummary = a=b # c\n[x]\nkey=1#2\n  more\n; no\nKey=3\n[main]\ninclude=p\n");
    assertThat(conf.get("main", "summary")).contains("a=b");
    assertThat(conf.get("main", "include")).contains("p");
    assertThat(conf.get("x", "key")).contains("1#2\nmore");
    assertThat(conf.get("x", "Key")).contains("3");
    assertThat(conf.section("x").get("Key").line()).isEqualTo(8);
    assertThat(conf.unread()).isZero();
    assertThat(TunedConf.parse("[a]\nno separator\n").unread()).isEqualTo(2);
    assertThat(TunedConf.parse("isolated_cores=1\n").get("", "isolated_cores")).contains("1");
  }

  @Test
  @Trap(types = "conflicts", value = "TuneD's profile includes another one")
  void includesComeFirstAndTheLaterValueCounts() throws Refusal {
    TunedProfiles found =
        profiles(
            "/usr/lib/tuned/a/tuned.conf", "[sysctl]\nvm.swappiness=10\nvm.dirty_ratio=5\n",
            "/usr/lib/tuned/b/tuned.conf", "[sysctl]\nvm.swappiness=20\nkernel.x=\"1  2\"\n",
            "/etc/tuned/c/tuned.conf",
                "[main]\ninclude=a , b;-gone\n[sysctl]\nvm.dirty_ratio=>7\nvm.nr=1\n");
    assertThat(knobs(found, "c"))
        .containsExactly(
            Map.entry("/proc/sys/vm/swappiness", "20"),
            Map.entry("/proc/sys/vm/dirty_ratio", ">7"),
            Map.entry("/proc/sys/kernel/x", "1 2"),
            Map.entry("/proc/sys/vm/nr", "1"));
    assertThat(found.merge(List.of("c")).chain())
        .containsExactly(
            "/usr/lib/tuned/a/tuned.conf",
            "/usr/lib/tuned/b/tuned.conf",
            "/etc/tuned/c/tuned.conf");
    assertThat(found.names()).containsExactly("a", "b", "c");
    assertThatThrownBy(() -> found.merge(List.of("gone"))).hasMessageContaining("`gone`");
  }

  @Test
  void aProfileThatTunedCannotReadIsRefusedWithItsLine() {
    TunedProfiles found =
        profiles(
            "/usr/lib/tuned/a/tuned.conf", "[sysctl]\nno separator\n",
            "/etc/tuned/b/tuned.conf", "[main]\ninclude=a\n");
    assertThatThrownBy(() -> found.merge(List.of("b")))
        .isInstanceOf(Refusal.class)
        .hasMessage("TuneD cannot read /usr/lib/tuned/a/tuned.conf:2");
  }

  @Test
  void aProfileOfOnesOwnMayIncludeTheOneOfItsName() throws Refusal {
    TunedProfiles found =
        profiles(
            "/usr/lib/tuned/a/tuned.conf", "[sysctl]\nvm.swappiness=10\n",
            "/etc/tuned/a/tuned.conf", "[main]\ninclude=a\n[sysctl]\nvm.dirty_ratio=1\n");
    assertThat(knobs(found, "a"))
        .containsOnlyKeys("/proc/sys/vm/swappiness", "/proc/sys/vm/dirty_ratio");
    assertThat(knobs(profiles("/etc/tuned/a/tuned.conf", "[main]\ninclude=a\n"), "a")).isEmpty();
  }

  @Test
  void replaceBeginsAnewDropTakesOutAndEnabledSwitchesOff() throws Refusal {
    String parent = "[sysctl]\nvm.swappiness=10\nvm.dirty_ratio=5\n[vm]\ndirty_bytes=10%\n";
    assertThat(child(parent, "[sysctl]\nreplace=1\nvm.nr=1\n"))
        .containsOnlyKeys("/proc/sys/vm/nr", "/proc/sys/vm/dirty_ratio");
    assertThat(child(parent, "[sysctl]\ndrop=vm.swappiness, vm.dirty_ratio\n[vm]\nenabled=0\n"))
        .isEmpty();
    assertThat(child(parent, "[sysctl]\ntype=unknown\n"))
        .containsOnlyKeys("/proc/sys/vm/dirty_ratio");
  }

  private static Map<String, String> child(String parent, String child) throws Refusal {
    return knobs(
        profiles(
            "/usr/lib/tuned/p/tuned.conf",
            parent,
            "/etc/tuned/c/tuned.conf",
            "[main]\ninclude=p\n" + child),
        "c");
  }

  @Test
  void devicesArePickedByPatterns() throws Refusal {
    assertThat(TunedKnobs.isFor("sd*, !sdb", "sda")).isTrue();
    assertThat(TunedKnobs.isFor("sd*, !sdb", "sdb")).isFalse();
    assertThat(TunedKnobs.isFor("!sdb", "sda")).isTrue();
    assertThat(TunedKnobs.isFor("", "sda")).isTrue();
    assertThat(TunedKnobs.isFor("nvme*", "sda")).isFalse();
    assertThat(
            child(
                "[disk]\ndevices=sda\nelevator=none\n[cpu]\ngovernor=performance\n",
                "[disk]\nreadahead=8192 s\n"))
        .containsEntry("/sys/block/sdb/queue/read_ahead_kb", "4096")
        .containsEntry("/sys/block/sdb/queue/scheduler", "none")
        .containsEntry("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance");
  }

  @Test
  void wordsOfTheKernelAreAddedAndTakenOutAgain() throws Refusal {
    String parent = "[bootloader]\ncmdline_a=skew_tick=1 tsc=reliable\ncmdline_b=+quiet\n";
    assertThat(child(parent, "[bootloader]\ncmdline_tuner=-skew_tick=1 quiet\n"))
        .containsExactly(Map.entry("cmdline:tsc", "reliable"));
    assertThat(child(parent, "[bootloader]\ncmdline_a=-skew_tick=1\n"))
        .containsOnlyKeys("cmdline:quiet");
    assertThat(child(parent, "[bootloader]\ncmdline_c=-skew_tick\n"))
        .as("a key alone takes out nothing")
        .containsKey("cmdline:skew_tick");
  }

  @Test
  void functionsAndVariablesThatAreNotSetAreUnknown() {
    TunedVariables variables = new TunedVariables();
    variables.set("a", "1-3");
    variables.set("twice", "${a},${a}");
    variables.set("self", "${self}");
    variables.set("run", "${f:exec:id}");
    variables.set("after", "x${run}");
    variables.set("none", "${f:regex_search_ternary:${gone}:\\s*[0-9]: isolcpus=${gone}:}");
    variables.set("some", "${f:regex_search_ternary:${a}:\\s*[0-9]: isolcpus=${a}:}");
    assertThat(variables.known("${twice}")).contains("1-3,1-3");
    assertThat(variables.known("${self}")).isEmpty();
    assertThat(variables.known("${after}")).isEmpty();
    assertThat(variables.known("a${none}")).contains("a");
    assertThat(variables.known("${some}")).contains(" isolcpus=1-3");
    assertThat(variables.words("nohz=on${none} q=${run} r=${f:log:a b}"))
        .containsExactly("nohz=on", "q=${run}", "r=${f:log:a b}");
  }

  @Test
  void variablesThatDoubleThemselvesEnd() {
    TunedVariables variables = new TunedVariables();
    variables.set("v0", "0123456789");
    for (int i = 1; i < 200; i++) {
      variables.set("v" + i, "${v" + (i - 1) + "}${v" + (i - 1) + "}");
    }
    assertThat(variables.known("${v199}")).isEmpty();
  }

  @Test
  @Trap(types = "tuned_profile", value = "the daemon is down, and the profile only a preset")
  void whatTunedAdmAndItsLogSay() {
    TunedAdm down =
        TunedAdm.parse(
            "It seems that tuned daemon is not running, preset profile is not activated.\n"
                + "Preset profile: balanced\n");
    assertThat(down.active()).isEmpty();
    assertThat(down.preset()).contains("balanced");
    TunedLog log =
        TunedLog.parse(
            "2026-01-01 00:00:00,000 ERROR    tuned.x: old\n"
                + "2026-01-01 00:00:01,000 INFO     tuned.profiles.loader: loading profile: a\n"
                + "2026-01-01 00:00:02,000 ERROR    tuned.plugins.base: verify: failed: device sda: 'elevator' = 'none', expected 'bfq'\n"
                + "2026-01-01 00:00:03,000 INFO     tuned.daemon.daemon: verifying profile(s): a\n"
                + "2026-01-01 00:00:04,000 ERROR    tuned.plugins.base: verify: failed: cmdline arg 'skew_tick' is missing, expected 'skew_tick=1'\n");
    assertThat(log.errors()).isEmpty();
    assertThat(log.failures()).containsOnlyKeys("cmdline skew_tick");
    assertThat(log.failed()).isTrue();
  }

  @Test
  @Trap(
      types = "tuned_profile",
      value = "TuneD calls itself verified though a plug-in did not load")
  void aPluginThatDidNotLoadIsLostWhateverTheVerificationSays() {
    TunedLog log =
        TunedLog.parse(
            "2026-01-01 00:00:01,000 INFO     tuned.profiles.loader: loading profile: a\n"
                + "2026-01-01 00:00:02,000 ERROR    tuned.units.manager: failed to initialize"
                + " plugin scheduler\n"
                + "2026-01-01 00:00:02,001 ERROR    tuned.units.manager: No module named 'perf'\n"
                + "Traceback (most recent call last):\n"
                + "2026-01-01 00:00:03,000 INFO     tuned.daemon.daemon: verifying profile(s): a\n");
    assertThat(log.lost())
        .containsExactly(Map.entry("plugin scheduler", "not loaded: No module named 'perf'"));
    assertThat(log.errors()).isEmpty();
    assertThat(log.failed()).isTrue();
  }

  @Test
  void nothingCrashesTheReader() throws Exception {
    List<String> pieces =
        List.of(
            "[main]\n",
            "include=",
            "a",
            "-b",
            ",",
            ";",
            "\n",
            "[variables]\n",
            "${",
            "}",
            "f:",
            "exec",
            ":",
            "\\",
            "$",
            "[bootloader]\n",
            "cmdline",
            "=",
            "+",
            "-",
            "[disk]\n",
            "devices",
            "!",
            "*",
            "[",
            "]",
            "readahead",
            "9999999999999999999 s",
            "replace=1",
            "drop=",
            " ",
            "\t",
            "#",
            "\0",
            "\r\n",
            "isolated_cores",
            "regex_search_ternary:a:(:b:c",
            "\u00e4",
            "[sysctl]\n");
    for (int seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int file = 0; file < 3; file++) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
          text.append(pieces.get(random.nextInt(pieces.size())));
        }
        texts.add(text.toString());
      }
      TunedProfiles found =
          profiles(
              "/usr/lib/tuned/a/tuned.conf", texts.get(0),
              "/etc/tuned/a/tuned.conf", texts.get(1),
              "/etc/tuned/b/tuned.conf", texts.get(2));
      try {
        assertThat(knobs(found, "a", "b")).as("seed %d", seed).isNotNull();
        found.merge(List.of("b")).speaksOf("x");
        assertThat(found.summary("a")).isNotNull();
      } catch (Refusal refused) {
        assertThat(refused).hasMessageContaining("TuneD");
      }
      TunedLog.parse(texts.get(0));
      TunedAdm.parse(texts.get(1));
    }
    assertThat(Optional.of(TunedProfiles.names("  a  b\n"))).contains(List.of("a", "b"));
  }
}
