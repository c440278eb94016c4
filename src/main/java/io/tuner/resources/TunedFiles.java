package io.tuner.resources;

import io.tuner.format.KernelWord;
import io.tuner.format.Refusal;
import io.tuner.format.ShellAssignments;
import io.tuner.format.TunedConf;
import io.tuner.format.TunedProfiles;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files that TuneD's profiles are made of on a host. */
final class TunedFiles {

  static final String ACTIVE = "/etc/tuned/active_profile";
  static final String MODE = "/etc/tuned/profile_mode";
  static final String LATER = "/etc/tuned/post_loaded_profile";
  static final String SETTINGS = "/etc/tuned/tuned-main.conf";
  static final String COMMAND_LINE = "/proc/cmdline";

  /** Files of variables, and TuneD's own settings, lie there. */
  private static final String VARIABLES = "/etc/tuned/*.conf";

  private static final List<String> PROFILES =
      Stream.concat(TunedProfiles.OLD.stream(), TunedProfiles.NEW.stream())
          .map(directory -> directory + "/*/tuned.conf")
          .toList();

  /** Scripts beside tuner's own profiles. */
  private static final List<String> SCRIPTS =
      List.of("/etc/tuned/tuner-*/*.sh", "/etc/tuned/profiles/tuner-*/*.sh");

  /** The words that TuneD gave GRUB; they stay while it does not run. */
  private static final String BOOT = "/etc/tuned/bootcmdline";

  private static final String REMEDY = ": `cmdline_remove` of a tuned_profile task takes it out";

  private TunedFiles() {}

  /** What {@link #scriptTexts} and {@link #bootWords} are read from. */
  static Probe scripts() {
    Probe probe = Probe.NOTHING.file(BOOT);
    for (String pattern : SCRIPTS) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  /** Scripts beside tuner's own profiles, by path. */
  static Map<String, String> scriptTexts(Readings readings) throws ProbeFailed {
    Map<String, String> scripts = new TreeMap<>();
    for (String pattern : SCRIPTS) {
      scripts.putAll(SysctlWriter.texts(readings, pattern));
    }
    return scripts;
  }

  /** The words that TuneD has added to the kernel's command line, at every boot. */
  static List<Writer.Claim> bootWords(Readings readings) throws ProbeFailed {
    String text = readings.text(BOOT).orElse("");
    List<Writer.Claim> claims = new ArrayList<>();
    try {
      String words = ShellAssignments.parse(text).effective("TUNED_BOOT_CMDLINE").orElse("");
      for (String word : words.strip().split("\\s+")) {
        if (!word.isEmpty()) {
          String[] parts = word.split("=", 2);
          Knob knob = Knob.of("cmdline:" + KernelWord.key(word));
          claims.add(new Writer.Claim(knob, parts.length == 1 ? "" : parts[1], BOOT + REMEDY));
        }
      }
    } catch (Refusal unknown) {
      throw new ProbeFailed(BOOT + ": " + unknown.getMessage());
    }
    return claims;
  }

  static Probe probe() {
    Probe probe = Probe.NOTHING.glob(VARIABLES).file(ACTIVE).file(MODE).file(LATER);
    for (String pattern : PROFILES) {
      probe = probe.glob(pattern);
    }
    return probe.file(COMMAND_LINE);
  }

  /** The profiles of a host that answered to {@link #probe}. */
  static TunedProfiles read(Readings readings) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>(SysctlWriter.texts(readings, VARIABLES));
    for (String pattern : PROFILES) {
      files.putAll(SysctlWriter.texts(readings, pattern));
    }
    Optional<String> named =
        TunedConf.parse(files.getOrDefault(SETTINGS, "")).get("", "profile_dirs");
    if (named.filter(text -> !text.isBlank()).isEmpty()) {
      return TunedProfiles.of(files);
    }
    List<String> directories =
        Stream.of(named.get().split("[,;]"))
            .map(directory -> directory.strip().replaceFirst("(?<=.)/+$", ""))
            .filter(directory -> !directory.isEmpty())
            .toList();
    for (String directory : directories) {
      if (!TunedProfiles.OLD.contains(directory) && !TunedProfiles.NEW.contains(directory)) {
        throw new ProbeFailed(
            "profiles of TuneD lie in "
                + directory
                + " (profile_dirs of "
                + SETTINGS
                + "), which is not read: link them into "
                + TunedProfiles.NEW.get(1));
      }
    }
    return new TunedProfiles(directories, files);
  }

  /** The names in active_profile and post_loaded_profile, in the order they are merged. */
  static List<String> active(Readings readings) throws ProbeFailed {
    String names = readings.text(ACTIVE).orElse("") + " " + readings.text(LATER).orElse("");
    return TunedProfiles.names(names);
  }
}
