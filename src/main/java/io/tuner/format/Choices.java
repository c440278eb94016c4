package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel attribute that offers several values and marks the active one with brackets: {@code none
 * [mq-deadline] kyber} of a block device's scheduler, {@code always [madvise] never} of transparent
 * huge pages.
 *
 * @param offered all values on offer, in the kernel's order, without brackets
 * @param active the value in brackets, or the only one; empty where the brackets hold nothing
 * @param fixed whether there is one value without brackets, as of a device without a scheduler
 *     (device mapper, zram), which takes no other
 */
public record Choices(List<String> offered, Optional<String> active, boolean fixed) {
  private static final Pattern CHOICE =
      Pattern.compile("\\[\\s*([^\\]\\s]*)\\s*\\]|([^\\s\\[\\]]+)");

  /** Choices as given. */
  public Choices {
    offered = List.copyOf(offered);
  }

  /** Reads the attribute; blank lines around it do not matter. */
  public static Choices parse(String text) {
    List<String> offered = new ArrayList<>();
    Optional<String> active = Optional.empty();
    boolean bracketed = false;
    Matcher choice = CHOICE.matcher(text);
    while (choice.find()) {
      boolean brackets = choice.group(1) != null;
      String value = brackets ? choice.group(1) : choice.group(2);
      bracketed |= brackets;
      if (!value.isEmpty()) {
        offered.add(value);
        active = brackets ? Optional.of(value) : active;
      }
    }
    boolean fixed = !bracketed && offered.size() == 1;
    return new Choices(offered, fixed ? Optional.of(offered.get(0)) : active, fixed);
  }

  /** Whether the kernel would take this value. */
  public boolean offers(String value) {
    return offered.contains(value);
  }
}
