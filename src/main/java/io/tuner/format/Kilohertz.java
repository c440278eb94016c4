package io.tuner.format;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Frequencies as people write them, in kHz as cpufreq has them below /sys. */
public final class Kilohertz {

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,6})?)\\s*(khz|mhz|ghz)?");

  private Kilohertz() {}

  /** Of {@code 2.4GHz}, {@code 2400MHz}, {@code 2400000}; empty where the text is none. */
  public static OptionalLong parse(String text) {
    Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    int thousands =
        switch (String.valueOf(matcher.group(2))) {
          case "mhz" -> 1;
          case "ghz" -> 2;
          default -> 0;
        };
    BigDecimal kilohertz = new BigDecimal(matcher.group(1)).scaleByPowerOfTen(3 * thousands);
    boolean whole = kilohertz.stripTrailingZeros().scale() <= 0;
    return whole ? OptionalLong.of(kilohertz.longValueExact()) : OptionalLong.empty();
  }

  /**
   * The number of kHz, or one of the words {@code lowest} and {@code highest}; empty for others.
   */
  public static Optional<String> numberOrWord(String text) {
    OptionalLong number = parse(text);
    return number.isPresent()
        ? Optional.of(Long.toString(number.getAsLong()))
        : Optional.of(text.strip()).filter(word -> word.matches("lowest|highest"));
  }

  /** For people: {@code 2.4GHz}. */
  public static String show(long kilohertz) {
    BigDecimal gigahertz = BigDecimal.valueOf(kilohertz).scaleByPowerOfTen(-6);
    return gigahertz.stripTrailingZeros().toPlainString() + "GHz";
  }
}
