package io.tuner.load;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** A group while inventories are read. */
final class Group {

  private final String name;
  private final Span span;
  private final Set<String> hosts = new LinkedHashSet<>();
  private final Map<String, Span> children = new LinkedHashMap<>();
  private final Map<String, Tree> variables = new LinkedHashMap<>();

  Group(String name, Span span) {
    this.name = name;
    this.span = span;
  }

  String name() {
    return name;
  }

  /** Where it was first named. */
  Span span() {
    return span;
  }

  /** The hosts it names itself. */
  Set<String> hosts() {
    return hosts;
  }

  /** The groups it holds, with the places that say so. */
  Map<String, Span> children() {
    return children;
  }

  Map<String, Tree> variables() {
    return variables;
  }
}
