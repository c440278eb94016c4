package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads Ansible's INI inventories: groups, {@code :children}, {@code :vars}, ranges. */
final class IniInventory {

  private static final List<String> KINDS = List.of("hosts", "children", "vars");

  private final Text text;
  private final InventoryBuilder builder;
  private final List<Pending> pending = new ArrayList<>();
  private Group group;
  private String kind = "hosts";

  /** A group that must turn out to be defined somewhere in the file. */
  private record Pending(String name, Span span) {}

  private IniInventory(Text text, InventoryBuilder builder) {
    this.text = text;
    this.builder = builder;
    this.group = builder.group(InventoryBuilder.UNGROUPED, text.start());
  }

  static void read(Text text, InventoryBuilder builder) {
    new IniInventory(text, builder).read();
  }

  private void read() {
    int number = 0;
    List<String> lines = text.content().lines().toList();
    for (String line : lines) {
      headings(++number, line);
    }
    number = 0;
    kind = "hosts";
    group = builder.group(InventoryBuilder.UNGROUPED, text.start());
    for (String line : lines) {
      number++;
      String trimmed = line.strip();
      if (!trimmed.isEmpty() && trimmed.charAt(0) != '#' && trimmed.charAt(0) != ';') {
        try {
          line(number, line);
        } catch (Unrendered e) {
          builder.diagnostics().add(e.diagnostic());
        }
      }
    }
    for (Pending wanted : pending) {
      if (!builder.hasGroup(wanted.name())) {
        builder
            .diagnostics()
            .add(
                Suggestions.error(
                    wanted.span(),
                    "the group `" + wanted.name() + "` is not defined",
                    wanted.name(),
                    builder.groupNames()));
      }
    }
  }

  /** Groups are known before they are spoken of: their sections may come later. */
  private void headings(int number, String line) {
    String trimmed = line.strip();
    if (trimmed.startsWith("[") && trimmed.contains("]")) {
      String name = trimmed.substring(1, trimmed.indexOf(']'));
      if (!name.endsWith(":vars") && !name.contains(":")
          || name.endsWith(":children")
          || name.endsWith(":hosts")) {
        builder.group(
            name.contains(":") ? name.substring(0, name.indexOf(':')) : name,
            span(number, line.indexOf('[') + 1, name.length()));
      }
    }
  }

  private void line(int number, String line) throws Unrendered {
    int start = line.length() - line.stripLeading().length();
    if (line.charAt(start) == '[' && section(number, line, start)) {
      return;
    }
    if (kind.equals("vars")) {
      variable(number, line, start);
      return;
    }
    List<IniWord> words = IniWord.split(line, start, at -> span(number, at, 1));
    IniWord first = words.get(0);
    Span span = span(number, first.start(), first.end() - first.start());
    if (kind.equals("children")) {
      child(words, span, number);
      return;
    }
    hosts(words, span, number);
  }

  private boolean section(int number, String line, int start) throws Unrendered {
    int close = line.indexOf(']', start);
    String rest = close < 0 ? "" : line.substring(close + 1).strip();
    if (close >= 0 && !rest.isEmpty() && rest.charAt(0) != '#' && rest.charAt(0) != ';') {
      return false;
    }
    if (close < 0) {
      throw new Unrendered(span(number, start, line.length() - start), "`]` is missing");
    }
    String inner = line.substring(start + 1, close);
    int colon = inner.indexOf(':');
    String name = colon < 0 ? inner : inner.substring(0, colon);
    Span span = span(number, start + 1, Math.max(1, inner.length()));
    String what = colon < 0 ? "hosts" : inner.substring(colon + 1);
    if (!KINDS.contains(what)) {
      kind = "hosts";
      throw new Unrendered(
          Suggestions.error(
              span, "a section is none of hosts, children, vars: `" + what + "`", what, KINDS));
    }
    kind = what;
    if (kind.equals("vars") && !builder.hasGroup(name)) {
      pending.add(new Pending(name, span));
      group = new Group(name, span);
    } else {
      group = builder.group(name, span);
    }
    return true;
  }

  private void variable(int number, String line, int start) throws Unrendered {
    int equals = line.indexOf('=', start);
    if (equals < 0) {
      throw new Unrendered(
          Diagnostic.error(
                  span(number, start, line.strip().length()), "`=` is missing in this variable")
              .hint("a variable is written `name=value`"));
    }
    String name = line.substring(start, equals).strip();
    String after = line.substring(equals + 1);
    String value = after.strip();
    int at = equals + 1 + after.length() - after.stripLeading().length();
    Tree.Scalar key = Tree.text(span(number, start, Math.max(1, name.length())), name);
    builder.groupVariable(group, key, quoted(value, span(number, at, Math.max(1, value.length()))));
  }

  private static Tree.Scalar quoted(String value, Span span) {
    boolean quotes =
        value.length() >= 2
            && "\"'".indexOf(value.charAt(0)) >= 0
            && value.indexOf(value.charAt(0), 1) == value.length() - 1;
    return quotes
        ? Tree.text(span, value.substring(1, value.length() - 1))
        : new Tree.Scalar(span, value, Tree.Scalar.Kind.PLAIN);
  }

  private void child(List<IniWord> words, Span span, int number) throws Unrendered {
    if (words.size() > 1) {
      IniWord second = words.get(1);
      throw new Unrendered(
          span(number, second.start(), second.end() - second.start()),
          "a group in `:children` stands alone on its line");
    }
    String name = words.get(0).text();
    pending.add(new Pending(name, span));
    if (builder.hasGroup(name)) {
      group.children().put(name, span);
    }
  }

  private void hosts(List<IniWord> words, Span span, int number) throws Unrendered {
    IniWord first = words.get(0);
    if (first.text().contains("=")) {
      throw new Unrendered(
          Diagnostic.error(span, "a host's name is missing before its variables")
              .hint("variables of all hosts stand under `[all:vars]`"));
    }
    String pattern = first.text();
    int colon = pattern.lastIndexOf(':');
    String port = "";
    boolean single =
        colon > 0 && pattern.lastIndexOf(']') < colon && !hasColonOutside(pattern, colon);
    if (single) {
      port = pattern.substring(colon + 1);
      pattern = pattern.substring(0, colon);
    }
    for (String host : HostRange.expand(pattern, span)) {
      builder.host(host, group, span);
      if (single) {
        builder.hostVariable(host, Tree.text(span, "ansible_port"), plain(span, port));
      }
      for (IniWord word : words.subList(1, words.size())) {
        variable(host, word, number);
      }
    }
  }

  private void variable(String host, IniWord word, int number) throws Unrendered {
    int equals = word.text().indexOf('=');
    Span span = span(number, word.start(), word.end() - word.start());
    if (equals <= 0) {
      throw new Unrendered(
          Diagnostic.error(span, "`" + word.text() + "` is not a variable of a host")
              .hint("write `name=value`; a value with blanks stands in quotes"));
    }
    Span value =
        span(
            number, word.start() + equals + 1, Math.max(1, word.end() - word.start() - equals - 1));
    UnaryOperator<String> after = t -> t.substring(equals + 1);
    builder.hostVariable(
        host,
        Tree.text(span(number, word.start(), equals), word.text().substring(0, equals)),
        word.quoted()
            ? Tree.text(value, after.apply(word.text()))
            : plain(value, after.apply(word.text())));
  }

  private static boolean hasColonOutside(String pattern, int last) {
    int level = 0;
    for (int i = 0; i < last; i++) {
      char c = pattern.charAt(i);
      level += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ':' && level == 0) {
        return true;
      }
    }
    return false;
  }

  private static Tree.Scalar plain(Span span, String text) {
    return new Tree.Scalar(span, text, Tree.Scalar.Kind.PLAIN);
  }

  private Span span(int line, int offset, int length) {
    return new Span(text.source(), line, offset + 1, Math.max(1, length));
  }
}
