package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Ansible's host patterns: {@code web:db}, {@code web,!old}, {@code web:&prod}, {@code db*}, {@code
 * db[01:20]}, {@code ~db\d+}; a group may have a position, {@code web[0]} or {@code web[1:3]}.
 * Where a group has the name before the bracket, a leading zero tells names from positions.
 */
final class HostPattern {

  private final Inventory inventory;
  private final Span span;

  private HostPattern(Inventory inventory, Span span) {
    this.inventory = inventory;
    this.span = span;
  }

  /**
   * The hosts, in inventory order.
   *
   * @throws Unrendered where a part of it matches nothing
   */
  static List<String> hosts(String pattern, Inventory inventory, Span span) throws Unrendered {
    return new HostPattern(inventory, span).resolve(pattern);
  }

  private List<String> resolve(String pattern) throws Unrendered {
    List<String> parts = split(pattern);
    if (parts.isEmpty()) {
      throw new Unrendered(span, "a host pattern is missing here");
    }
    Set<String> chosen = new LinkedHashSet<>();
    boolean positive = false;
    for (String part : parts) {
      if (part.charAt(0) != '!' && part.charAt(0) != '&') {
        positive = true;
        chosen.addAll(matching(part));
      }
    }
    if (!positive) {
      chosen.addAll(inventory.hosts());
    }
    for (String part : parts) {
      if (part.charAt(0) == '&') {
        chosen.retainAll(matching(part.substring(1)));
      }
    }
    for (String part : parts) {
      if (part.charAt(0) == '!') {
        chosen.removeAll(matching(part.substring(1)));
      }
    }
    if (chosen.isEmpty()) {
      throw new Unrendered(
          Diagnostic.error(span, "`" + pattern + "` leaves no host")
              .hint("`tuner inventory --graph` shows groups and hosts"));
    }
    List<String> ordered = new ArrayList<>(inventory.hosts());
    ordered.retainAll(chosen);
    chosen.stream().filter(host -> !inventory.isHost(host)).forEach(ordered::add);
    return ordered;
  }

  /** At commas, else at colons outside brackets. */
  private static List<String> split(String pattern) {
    List<String> parts = new ArrayList<>();
    boolean commas = pattern.indexOf(',') >= 0;
    boolean address = !commas && isIpv6(pattern.strip());
    boolean regex = pattern.strip().startsWith("~") && !commas;
    int level = 0;
    StringBuilder part = new StringBuilder();
    for (int i = 0; i <= pattern.length(); i++) {
      char c = i < pattern.length() ? pattern.charAt(i) : ',';
      level += c == '[' ? 1 : c == ']' && level > 0 ? -1 : 0;
      boolean separates = c == ',' || (c == ':' && !commas && !address && !regex && level == 0);
      if (separates) {
        String text = part.toString().strip();
        part.setLength(0);
        if (!text.isEmpty()) {
          parts.add(text);
        }
      } else {
        part.append(c);
      }
    }
    return parts;
  }

  private static boolean isIpv6(String text) {
    return text.indexOf(':') != text.lastIndexOf(':')
        && text.chars().allMatch(c -> Character.digit(c, 16) >= 0 || c == ':' || c == '.');
  }

  private Set<String> matching(String part) throws Unrendered {
    Set<String> found = new LinkedHashSet<>();
    if (part.startsWith("~")) {
      matched(regex(part.substring(1)), found);
    } else if (inventory.groups().containsKey(part)) {
      found.addAll(inventory.groups().get(part));
      if (found.isEmpty() && !part.equals(InventoryBuilder.ALL)) {
        return found;
      }
    } else if (inventory.isHost(part)) {
      found.add(part);
    } else if (part.equals(Inventory.LOCALHOST) || part.equals("127.0.0.1") || part.equals("::1")) {
      found.add(Inventory.LOCALHOST);
    } else if (part.indexOf('[') > 0 && part.endsWith("]")) {
      found.addAll(positioned(part));
    } else if (part.indexOf('*') >= 0 || part.indexOf('?') >= 0 || part.indexOf('[') >= 0) {
      matched(compiled(glob(part), part), found);
    }
    if (found.isEmpty()) {
      throw nothing(part);
    }
    return found;
  }

  private Unrendered nothing(String part) {
    if (inventory.hosts().isEmpty()) {
      return new Unrendered(
          Diagnostic.error(span, "`" + part + "` matches no host: the inventory is empty")
              .hint(
                  "give one with `-i FILE` or TUNER_INVENTORY, or write inventories/hosts.yml;"
                      + " `localhost` needs none"));
    }
    return new Unrendered(
        Suggestions.error(
                span, "`" + part + "` matches no host and no group", part, inventory.patternNames())
            .hint("`tuner inventory --graph` shows groups and hosts"));
  }

  private void matched(Pattern pattern, Set<String> found) {
    for (Map.Entry<String, List<String>> group : inventory.groups().entrySet()) {
      if (pattern.matcher(group.getKey()).matches()) {
        found.addAll(group.getValue());
      }
    }
    inventory.hosts().stream().filter(h -> pattern.matcher(h).matches()).forEach(found::add);
  }

  private Pattern regex(String text) throws Unrendered {
    return compiled("(?:" + text + ").*", text);
  }

  private Pattern compiled(String regex, String text) throws Unrendered {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new Unrendered(span, "`" + text + "` is not a pattern of names");
    }
  }

  /** A range of names, else members of a group by position. */
  private Set<String> positioned(String part) throws Unrendered {
    int open = part.lastIndexOf('[');
    String name = part.substring(0, open);
    String inner = part.substring(open + 1, part.length() - 1);
    List<String> members = inventory.groups().get(name);
    Set<String> found = new LinkedHashSet<>();
    boolean zeroLed = inner.length() > 1 && inner.charAt(0) == '0' && inner.charAt(1) != ':';
    if (members == null || (zeroLed && inner.indexOf(':') > 0)) {
      if (inner.indexOf(':') < 0) {
        matched(compiled(glob(part), part), found);
        return found;
      }
      HostRange.expand(part, span).stream().filter(inventory::isHost).forEach(found::add);
      return found;
    }
    String[] ends = inner.split(":", -1);
    int first = position(ends[0].isEmpty() ? "0" : ends[0], members, part);
    int last =
        ends.length == 1 ? first : position(ends[1].isEmpty() ? "-1" : ends[1], members, part);
    if (first >= 0 && first <= last) {
      found.addAll(members.subList(first, Math.min(members.size(), last + 1)));
    }
    return found;
  }

  private int position(String text, List<String> members, String part) throws Unrendered {
    if (!text.matches("-?[0-9]{1,6}")) {
      throw new Unrendered(span, "`" + part + "` is not a group with a position such as `web[0]`");
    }
    int number = Integer.parseInt(text);
    int position = number < 0 ? members.size() + number : number;
    return Math.min(position, members.size());
  }

  private static String glob(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int close = c == '[' ? text.indexOf(']', i + 2) : -1;
      if (c == '*') {
        out.append(".*");
      } else if (c == '?') {
        out.append('.');
      } else if (close > 0) {
        String set = text.substring(i + 1, close);
        boolean negated = set.startsWith("!");
        out.append(negated ? "[^" : "[");
        for (char inner : set.substring(negated ? 1 : 0).toCharArray()) {
          out.append(inner == '-' || Character.isLetterOrDigit(inner) ? "" : "\\").append(inner);
        }
        out.append(']');
        i = close;
      } else {
        out.append(Character.isLetterOrDigit(c) ? "" : "\\").append(c);
      }
    }
    return out.toString();
  }
}
