package io.tuner.resources;

import io.tuner.format.Glob;
import io.tuner.format.KernelWishes;
import io.tuner.format.LimitsConf;
import io.tuner.format.Refusal;
import io.tuner.format.ShellAssignments;
import io.tuner.format.SysctlConf;
import io.tuner.format.SysctlValue;
import io.tuner.resource.Knob;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The knobs that a text sets by standing in a file that is read for that: sysctl.d(5),
 * limits.conf(5), the words of GRUB's defaults. A task that writes such a file, and one that sets
 * the knob, would otherwise contradict each other unseen.
 */
final class FileKnobs {

  private static final String SYSCTL =
      "/(etc|run|usr/local/lib|usr/lib|lib)/sysctl\\.d/[^/]+\\.conf";
  private static final String LIMITS = "/(usr/)?etc/security/limits(\\.d/[^/]+)?\\.conf";
  private static final String GRUB = "/etc/default/grub(\\.d/[^/]+\\.cfg)?";

  private FileKnobs() {}

  /** What a text sets at that path, by knob; nothing where the path is read for nothing. */
  static Map<Knob, String> of(String path, String text) {
    Map<Knob, String> knobs = new TreeMap<>();
    if (path.matches(SYSCTL) || path.equals("/etc/sysctl.conf")) {
      for (SysctlConf.Setting set : SysctlConf.parse(text).settings()) {
        if (set.value().isPresent() && !Glob.hasWildcard(set.path())) {
          String value = SysctlValue.normal(set.value().get());
          knobs.put(Knob.of("/proc/sys/" + set.path()), value);
          knobs.put(Knob.of("sysctl.d:" + SysctlConf.name(set.path())), value);
        }
      }
    } else if (path.matches(LIMITS)) {
      LimitsConf.parse(text).values().forEach((key, v) -> knobs.put(Knob.of("limits:" + key), v));
    } else if (path.matches(GRUB)) {
      ShellAssignments shell = ShellAssignments.parse(text);
      for (String variable : KernelWishes.VARIABLES) {
        words(shell, variable).forEach((key, v) -> knobs.put(Knob.of("cmdline:" + key), v));
      }
    }
    return knobs;
  }

  /** Words that stand once; a shell that is not understood is left to what reads the host. */
  private static Map<String, String> words(ShellAssignments shell, String variable) {
    try {
      List<String> words = shell.words(variable);
      return new KernelWishes(words, List.of(), Map.of()).single();
    } catch (Refusal refusal) {
      return Map.of();
    }
  }
}
