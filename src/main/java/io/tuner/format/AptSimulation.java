package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code apt-get -s} says it would do (apt-get(8), --simulate): {@code Inst NAME [OLD] (NEW
 * …)} and {@code Remv NAME [OLD]}, a line each.
 *
 * @param installs in the order of the output; upgrades included
 * @param removals names
 * @param error the first error, without its {@code E: }
 */
public record AptSimulation(
    List<Installation> installs, List<String> removals, Optional<String> error) {

  private static final Pattern INSTALL =
      Pattern.compile("Inst (\\S+)(?: \\[([^\\]]*)\\])? \\((\\S+).*");
  private static final Pattern REMOVAL = Pattern.compile("Remv (\\S+).*");

  /** One package that would be unpacked; {@code old} where another version is installed. */
  public record Installation(String name, Optional<String> old, String version) {
    @Override
    public String toString() {
      return name + " " + version + old.map(found -> " (now " + found + ")").orElse("");
    }
  }

  /** Reads the output, standard error included. */
  public static AptSimulation parse(String output) {
    List<Installation> installs = new ArrayList<>();
    List<String> removals = new ArrayList<>();
    Optional<String> error = Optional.empty();
    for (Line line : Line.split(output)) {
      Matcher install = INSTALL.matcher(line.text());
      Matcher removal = REMOVAL.matcher(line.text());
      if (install.matches()) {
        installs.add(
            new Installation(
                install.group(1), Optional.ofNullable(install.group(2)), install.group(3)));
      } else if (removal.matches()) {
        removals.add(removal.group(1));
      } else if (line.text().startsWith("E: ") && error.isEmpty()) {
        error = Optional.of(line.text().substring(3).strip());
      }
    }
    return new AptSimulation(List.copyOf(installs), List.copyOf(removals), error);
  }
}
