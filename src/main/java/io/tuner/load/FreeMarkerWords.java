package io.tuner.load;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** FreeMarker's messages cut down to what an operator can use. */
final class FreeMarkerWords {

  private static final int LONGEST = 200;
  private static final String EXPECTED = "xpected ";
  private static final String EVALUATED = ", but this has evaluated to ";

  private FreeMarkerWords() {}

  /** "`a` is text where a number is expected", where the message says that. */
  static Optional<String> typeFault(String message, String expression) {
    int found = message.indexOf(EVALUATED);
    int expected = message.lastIndexOf(EXPECTED, Math.max(0, found));
    if (found < 0 || expected < 0) {
      return Optional.empty();
    }
    String wanted = message.substring(expected + EXPECTED.length(), found);
    String what = noun(sentence(message.substring(found + EVALUATED.length())));
    return Optional.of(
        "`" + expression + "` is " + what + " where " + noun(firstWords(wanted)) + " is expected");
  }

  /** The first sentence, without what FreeMarker says of itself. */
  static String sentence(String message) {
    String text = message.strip();
    for (String end :
        List.of("\n\n", "\n==>", "\n----", "\n - ", ". ", ", but was expecting", " (wrapper: ")) {
      int at = text.indexOf(end);
      text = at < 0 ? text : text.substring(0, at);
    }
    text = text.replace('\n', ' ').strip();
    while (text.endsWith(":") || text.endsWith(".")) {
      text = text.substring(0, text.length() - 1);
    }
    return text.isEmpty()
        ? "it cannot be rendered"
        : shortened(text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1));
  }

  static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  /** FreeMarker's words for types, in those of YAML. */
  private static String noun(String type) {
    return type.contains("hash")
        ? "a mapping"
        : type.contains("sequence") ? "a list" : type.replace("a string", "text");
  }

  private static String firstWords(String wanted) {
    int or = wanted.indexOf(" or ");
    return or < 0 ? wanted : wanted.substring(0, or);
  }
}
