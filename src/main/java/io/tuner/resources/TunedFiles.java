package io.tuner.resources;

import io.tuner.format.TunedProfiles;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Map;
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

  private TunedFiles() {}

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
    return TunedProfiles.of(files);
  }

  /** The names in active_profile and post_loaded_profile, in the order they are merged. */
  static List<String> active(Readings readings) throws ProbeFailed {
    String names = readings.text(ACTIVE).orElse("") + " " + readings.text(LATER).orElse("");
    return TunedProfiles.names(names);
  }
}
