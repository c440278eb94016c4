package io.tuner.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value that remembers where it was written: what a YAML or JSON document is made of. A scalar
 * keeps the text it was written with; the parameter that takes it decides what it means.
 */
public sealed interface Tree {

  /** Where it was written. */
  Span span();

  /** For messages: {@code a mapping}, {@code a list}, {@code nothing}, {@code `text`}. */
  String describe();

  /**
   * A single value.
   *
   * @param span where
   * @param text as written, without quotes; empty for null
   * @param kind what the writer left no doubt about
   */
  record Scalar(Span span, String text, Kind kind) implements Tree {

    /** What is known of a scalar besides its text. */
    public enum Kind {
      /** Nothing was written, or {@code null} or {@code ~}. */
      NULL,
      /** Without quotes: the parameter types it. */
      PLAIN,
      /** In quotes, or a block: a string. */
      QUOTED,
      /** From a vault or marked: never shown. */
      SECRET
    }

    public boolean isNull() {
      return kind == Kind.NULL;
    }

    @Override
    public String describe() {
      return isNull() ? "nothing" : kind == Kind.SECRET ? "a secret" : "`" + text + "`";
    }
  }

  /** A list of values. */
  record Sequence(Span span, List<Tree> items) implements Tree {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String describe() {
      return "a list";
    }
  }

  /** Keys with their values, in the order they were written. */
  record Mapping(Span span, List<Entry> entries) implements Tree {
    public Mapping {
      entries = List.copyOf(entries);
    }

    /** The value of a key. */
    public Optional<Tree> get(String key) {
      return entry(key).map(Entry::value);
    }

    /** The entry of a key. */
    public Optional<Entry> entry(String key) {
      for (Entry entry : entries) {
        if (entry.key().text().equals(key)) {
          return Optional.of(entry);
        }
      }
      return Optional.empty();
    }

    @Override
    public String describe() {
      return "a mapping";
    }
  }

  /** A key and its value. */
  record Entry(Scalar key, Tree value) {}

  static Scalar text(Span span, String text) {
    return new Scalar(span, text, Scalar.Kind.QUOTED);
  }

  /** A tree of plain Java values (Map, List, String, Number, Boolean, Secret, null), all at one place. */
  static Tree of(Object value, Span span) {
    if (value == null) {
      return new Scalar(span, "", Scalar.Kind.NULL);
    }
    if (value instanceof Tree tree) {
      return tree;
    }
    if (value instanceof Secret secret) {
      return new Scalar(span, secret.reveal(), Scalar.Kind.SECRET);
    }
    if (value instanceof Map<?, ?> map) {
      List<Entry> entries = new ArrayList<>();
      map.forEach((k, v) -> entries.add(new Entry(text(span, String.valueOf(k)), of(v, span))));
      return new Mapping(span, entries);
    }
    if (value instanceof Iterable<?> list) {
      List<Tree> items = new ArrayList<>();
      list.forEach(item -> items.add(of(item, span)));
      return new Sequence(span, items);
    }
    boolean plain = value instanceof Number || value instanceof Boolean;
    return new Scalar(span, value.toString(), plain ? Scalar.Kind.PLAIN : Scalar.Kind.QUOTED);
  }

  /** Plain Java values: Map, List, String (Secret where marked so), null. */
  static Object plain(Tree tree) {
    if (tree instanceof Scalar scalar) {
      return switch (scalar.kind()) {
        case NULL -> null;
        case SECRET -> Secret.of(scalar.text());
        default -> scalar.text();
      };
    }
    if (tree instanceof Sequence sequence) {
      List<Object> items = new ArrayList<>();
      sequence.items().forEach(item -> items.add(plain(item)));
      return items;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    ((Mapping) tree).entries().forEach(e -> map.put(e.key().text(), plain(e.value())));
    return map;
  }
}
