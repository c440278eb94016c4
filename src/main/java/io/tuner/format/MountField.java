package io.tuner.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The octal escapes of fields in fstab(5), proc_pid_mountinfo(5) and /proc/swaps: {@code \040} for
 * a blank, and so on for a tab, a line feed, a backslash and {@code #}.
 */
final class MountField {
  private static final Pattern ESCAPES = Pattern.compile("(?:\\\\[0-3][0-7]{2})+");

  private MountField() {}

  static String decode(String field) {
    return ESCAPES
        .matcher(field)
        .replaceAll(
            run -> {
              ByteArrayOutputStream bytes = new ByteArrayOutputStream();
              for (int i = 1; i < run.group().length(); i += 4) {
                bytes.write(Integer.parseInt(run.group().substring(i, i + 3), 8));
              }
              return Matcher.quoteReplacement(bytes.toString(StandardCharsets.UTF_8));
            });
  }

  static String encode(String text) {
    StringBuilder field = new StringBuilder();
    for (char c : text.toCharArray()) {
      boolean special = c <= ' ' || c == '\\' || c == '#' && field.length() == 0;
      field.append(special ? String.format("\\%03o", (int) c) : String.valueOf(c));
    }
    return field.toString();
  }
}
