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
 */
public record TunedLog(List<String> errors, Map<String, String> failures) {

  private static final Pattern LINE =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d [\\d:,]+ +(\\w+) +[\\w.]+: (.*)");
  private static final Pattern FAILED =
      Pattern.compile("verify: failed: (?:device ([^:]+): )?(?:cmdline arg )?'(.*?)'(.*)");

  /** Reads a log, or the end of one. */
  public static TunedLog parse(String text) {
    List<String> errors = new ArrayList<>();
    Map<String, String> failures = new LinkedHashMap<>();
    for (String line : text.split("\n")) {
      Matcher entry = LINE.matcher(line.strip());
      if (!entry.matches()) {
        continue;
      }
      String message = entry.group(2);
      if (message.startsWith("loading profile")) {
        errors.clear();
        failures.clear();
      } else if (message.startsWith("verifying profile")) {
        failures.clear();
      }
      Matcher failed = FAILED.matcher(message);
      if (failed.matches()) {
        String device = failed.group(1) == null ? "" : failed.group(1) + " ";
        failures.put(
            device + failed.group(2), failed.group(3).replaceFirst("^( =|,)? ", "").strip());
      } else if (entry.group(1).equals("ERROR") && !errors.contains(message)) {
        errors.add(message);
      }
    }
    return new TunedLog(List.copyOf(errors), failures);
  }

  /** Whether the profile is not in effect as a whole, whatever {@code tuned-adm active} says. */
  public boolean failed() {
    return !errors.isEmpty() || !failures.isEmpty();
  }
}
