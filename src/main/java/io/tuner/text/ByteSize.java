package io.tuner.text;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written as people and the kernel do: {@code 512}, {@code 64K}, {@code 2M},
 * {@code 129G}, {@code 1T}, with powers of 1024; {@code KiB}, {@code kB} and a lone {@code B} are
 * taken as well.
 *
 * @param bytes not negative
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,6})?)\\s*([kKmMgGtTpP]?)(?:i?[bB])?");

  /**
   * Reads a size.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static ByteSize parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("`" + text.strip() + "` is not a size such as 64K or 2G");
    }
    int power = " KMGTP".indexOf(Character.toUpperCase((matcher.group(2) + " ").charAt(0)));
    BigDecimal bytes =
        new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(1024).pow(power));
    try {
      return new ByteSize(bytes.longValueExact());
    } catch (ArithmeticException notWhole) {
      throw new IllegalArgumentException("`" + text.strip() + "` is not a whole number of bytes");
    }
  }

  @Override
  public int compareTo(ByteSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** For people, to a tenth of the largest unit it reaches: {@code 23.5G}, {@code 512M}. */
  public String rounded() {
    int power = 0;
    double rest = bytes;
    while (rest >= 1024 && power < 5) {
      rest /= 1024;
      power++;
    }
    String number = String.format(java.util.Locale.ROOT, "%.1f", rest).replaceFirst("\\.0$", "");
    return number + (power == 0 ? "" : "" + "KMGTP".charAt(power - 1));
  }

  /** In the largest unit that divides it: {@code 129G}, {@code 1536M}, {@code 1000}. */
  @Override
  public String toString() {
    long rest = bytes;
    int power = 0;
    while (rest != 0 && rest % 1024 == 0 && power < 5) {
      rest /= 1024;
      power++;
    }
    return power == 0 ? "" + rest : rest + "" + "KMGTP".charAt(power - 1);
  }
}
