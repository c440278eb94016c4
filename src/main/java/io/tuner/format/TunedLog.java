package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What /var/log/tuned/tuned.log tells of the profile that was applied last: {@code tuned-adm} calls
 * a profile active although options of it were refused, and says of a verification only that it
 * failed.
 *
 * @param errors what TuneD could not do since it last loaded a profile
 * @param failures of the last verification, by what was verified; the value says what there is and
 *     what was expected
 * @param lost what of the profile TuneD left out as a whole, which its verification does not know
 *     of: a plug-in that did not load, options it does not know
 */
public record TunedLog(
    List<String> errors, Map<String, String> failures, Map<String, String> lost) {

  /** What a plug-in's name begins with in {@link #lost}. */
  public static final String PLUGIN = "plugin ";

  /** What a word of the kernel's command line begins with in {@link #failures}. */
  public static final String CMDLINE = "cmdline ";

  private static final Pattern UNLOADED = Pattern.compile("failed to initialize plugin (\\w+)");
  private static final Pattern UNKNOWN =
      Pattern.compile("(?i)unknown (\\w+) parameter\\(s\\): (.*)");

  private static final Pattern LINE =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d [\\d:,]+ +(\\w+) +[\\w.]+: (.*)");
  private static final Pattern FAILED =
      Pattern.compile("verify: failed: (?:device ([^:]+): )?(cmdline arg )?'(.*?)'(.*)");

  /** Reads a log, or the end of one. */
  public static TunedLog parse(String text) {
    List<String> errors = new ArrayList<>();
    Map<String, String> failures = new LinkedHashMap<>();
    Map<String, String> lost = new LinkedHashMap<>();
    String plugin = null;
    for (String line : text.split("\n")) {
      Matcher entry = LINE.matcher(line.strip());
      if (!entry.matches()) {
        continue;
      }
      String message = entry.group(2);
      if (message.startsWith("loading profile")) {
        errors.clear();
        failures.clear();
        lost.clear();
      } else if (message.startsWith("verifying profile")) {
        failures.clear();
      }
      Matcher left = UNLOADED.matcher(message);
      Matcher unknown = UNKNOWN.matcher(message);
      if (left.matches()) {
        plugin = PLUGIN + left.group(1);
        lost.put(plugin, "not loaded");
        continue;
      } else if (plugin != null && entry.group(1).equals("ERROR")) {
        // The reason is the next entry.
        lost.put(plugin, "not loaded: " + message);
        plugin = null;
        continue;
      } else if (unknown.matches()) {
        lost.put(unknown.group(1), "unknown: " + unknown.group(2));
        continue;
      }
      plugin = null;
      Matcher failed = FAILED.matcher(message);
      if (failed.matches()) {
        String device = failed.group(1) == null ? "" : failed.group(1) + " ";
        failures.put(
            device + (failed.group(2) == null ? "" : CMDLINE) + failed.group(3),
            failed.group(4).replaceFirst("^( =|,)? ", "").strip());
      } else if (entry.group(1).equals("ERROR") && !errors.contains(message)) {
        errors.add(message);
      }
    }
    return new TunedLog(List.copyOf(errors), failures, lost);
  }

  /** Whether the profile is not in effect as a whole, whatever {@code tuned-adm active} says. */
  public boolean failed() {
    return !errors.isEmpty() || !failures.isEmpty() || !lost.isEmpty();
  }
}
