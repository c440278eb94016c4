package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code systemctl show} (systemctl(1)): properties by unit, units apart by a blank
 * line. A property may repeat, and its value may go over lines.
 *
 * @param units in the order asked for
 */
public record SystemctlShow(List<Unit> units) {
  private static final Pattern PROPERTY = Pattern.compile("([A-Z][A-Za-z0-9_]*)=(.*)");

  /** The properties of one unit; values in order. */
  public record Unit(Map<String, List<String>> properties) {
    /** The last value of a property; empty where it was not shown. */
    public Optional<String> get(String property) {
      List<String> values = properties.getOrDefault(property, List.of());
      return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
    }

    /** All values of a property that repeats, as ExecStart or EnvironmentFiles. */
    public List<String> values(String property) {
      return properties.getOrDefault(property, List.of());
    }
  }

  /** Reads the output. */
  public static SystemctlShow parse(String text) {
    List<Unit> units = new ArrayList<>();
    Map<String, List<String>> current = new LinkedHashMap<>();
    List<String> open = null;
    int blanks = 0;
    for (Line line : Line.split(text)) {
      Matcher property = PROPERTY.matcher(line.text());
      if (property.matches()) {
        if (blanks > 0 && !current.isEmpty()) {
          units.add(new Unit(current));
          current = new LinkedHashMap<>();
        }
        open = current.computeIfAbsent(property.group(1), name -> new ArrayList<>());
        open.add(property.group(2));
        blanks = 0;
      } else if (line.text().isEmpty()) {
        blanks++;
      } else if (open != null) {
        int last = open.size() - 1;
        open.set(last, open.get(last) + "\n".repeat(blanks + 1) + line.text());
        blanks = 0;
      }
    }
    if (!current.isEmpty()) {
      units.add(new Unit(current));
    }
    return new SystemctlShow(List.copyOf(units));
  }

  /** The unit whose {@code Id} or one of whose {@code Names} this is. */
  public Optional<Unit> unit(String id) {
    return units.stream()
        .filter(
            unit ->
                unit.get("Id").filter(id::equals).isPresent()
                    || List.of(unit.get("Names").orElse("").split(" ")).contains(id))
        .findFirst();
  }
}
