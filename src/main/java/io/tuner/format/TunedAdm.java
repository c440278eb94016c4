package io.tuner.format;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code tuned-adm active} and {@code tuned-adm list} (tuned-adm(8)).
 *
 * @param active the profile in effect; empty where there is none, or the daemon is down
 * @param preset the profile that a start of the daemon would bring, where that is down
 * @param profiles those that a list names
 */
public record TunedAdm(
    Optional<String> active, Optional<String> preset, SortedSet<String> profiles) {

  private static final Pattern PROFILE = Pattern.compile("- (\\S+)(?:\\s+- .*)?");

  /** Reads an output; lines it does not know are left out. */
  public static TunedAdm parse(String text) {
    Optional<String> active = Optional.empty();
    Optional<String> preset = Optional.empty();
    SortedSet<String> profiles = new TreeSet<>();
    for (String line : text.split("\n")) {
      Matcher profile = PROFILE.matcher(line.strip());
      if (profile.matches()) {
        profiles.add(profile.group(1));
      }
      active = active.or(() -> after("Current active profile:", line));
      preset = preset.or(() -> after("Preset profile:", line));
    }
    return new TunedAdm(active, preset, profiles);
  }

  private static Optional<String> after(String words, String line) {
    return Optional.of(line.strip())
        .filter(l -> l.startsWith(words))
        .map(l -> l.substring(words.length()).strip())
        .filter(name -> !name.isEmpty());
  }
}
