package io.tuner.bench;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decimal terabytes, in which makers rate what a drive endures (JEDEC JESD218: TBW): {@code 600},
 * {@code 1.2}, {@code 600TB}, {@code 3.5PB}.
 *
 * @param count of 10^12 bytes, not negative
 */
public record Terabytes(BigDecimal count) {

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)\\s*([TtPp]?)(?:[Bb][Ww]?)?");

  /**
   * Reads an amount.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static Terabytes parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "`" + text.strip() + "` is not an amount of terabytes such as 600 or 1.2PB");
    }
    BigDecimal count = new BigDecimal(form.group(1));
    return new Terabytes(form.group(2).equalsIgnoreCase("P") ? count.movePointRight(3) : count);
  }

  /** As a number. */
  public double value() {
    return count.doubleValue();
  }

  @Override
  public String toString() {
    return count.toPlainString();
  }
}
