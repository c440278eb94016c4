package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ethtool(8) said of one interface, or the shell that could not start it.
 *
 * @param exit as the shell has it: 127 where there is no such command (POSIX, 2.8.2)
 * @param text of both streams
 */
public record EthtoolAnswer(int exit, String text) {

  /** Asks of every interface that a pattern means; $1 are patterns, $2 is the option. */
  public static final String EACH =
      "cd \"$R/sys/class/net\" && for i in $1; do if [ -e \"$i/mtu\" ]; then"
          + " echo \"=== $i\"; ethtool \"$2\" \"$i\" 2>&1; echo \"=== exit $?\"; fi; done";

  private static final Pattern ANSWER =
      Pattern.compile("(?ms)^=== (\\S+)\\n(.*?)^=== exit ([0-9]{1,3})$");

  /** The answers that {@link #EACH} prints, by interface. */
  public static Map<String, EthtoolAnswer> each(String text) {
    Map<String, EthtoolAnswer> answers = new LinkedHashMap<>();
    Matcher answer = ANSWER.matcher(text);
    while (answer.find()) {
      int exit = Integer.parseInt(answer.group(3));
      answers.putIfAbsent(answer.group(1), new EthtoolAnswer(exit, answer.group(2)));
    }
    return answers;
  }

  /** Whether there is no ethtool. */
  public boolean isNotInstalled() {
    return exit == 127;
  }

  public boolean failed() {
    return exit != 0;
  }

  /** Whether the driver has nothing of what was asked for. */
  public boolean isNotSupported() {
    return failed() && text.toLowerCase(Locale.ROOT).contains("not supported");
  }

  /** What it says first. */
  public String firstLine() {
    return text.lines().findFirst().orElse("nothing was said");
  }
}
