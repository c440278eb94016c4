package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Reads one YAML document from snakeyaml's events, without its YAML 1.1 typing: a scalar keeps the
 * text it was written with. Duplicate keys, tags, several documents and bombs of aliases are
 * errors.
 */
final class YamlReader {

  private static final int MOST_DEPTH = 64;
  private static final int MOST_NODES = 200_000;
  private static final String STANDARD = "tag:yaml.org,2002:";

  private final Text text;
  private final Diagnostics diagnostics;
  private final ParserImpl parser;
  private final Map<String, Anchored> anchors = new HashMap<>();
  private int nodes;

  private record Anchored(Tree tree, int nodes) {}

  private YamlReader(Text text, Diagnostics diagnostics) {
    this.text = text;
    this.diagnostics = diagnostics;
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    this.parser = new ParserImpl(new StreamReader(text.content()), options);
  }

  /**
   * The document; a null scalar where the file holds none; empty where it cannot be read. Of a key
   * that is there twice the first is taken, so that whatever else is wrong is told as well.
   */
  static Optional<Tree> read(Text text, Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    Optional<Tree> tree;
    try {
      tree = Optional.of(new YamlReader(text, own).document());
    } catch (Unrendered e) {
      own.add(e.diagnostic());
      tree = Optional.empty();
    } catch (YAMLException e) {
      own.add(YamlFault.of(text, e));
      tree = Optional.empty();
    }
    own.sorted().forEach(diagnostics::add);
    return tree;
  }

  private Tree document() throws Unrendered {
    parser.getEvent();
    if (parser.checkEvent(Event.ID.StreamEnd)) {
      return new Tree.Scalar(text.start(), "", Tree.Scalar.Kind.NULL);
    }
    parser.getEvent();
    Tree tree = node(0);
    parser.getEvent();
    if (!parser.checkEvent(Event.ID.StreamEnd)) {
      throw new Unrendered(
          Diagnostic.error(place(parser.peekEvent()), "a second document begins here")
              .hint("one file holds one document; put the other into a file of its own"));
    }
    return tree;
  }

  private Tree node(int depth) throws Unrendered {
    Event event = parser.getEvent();
    count(1, event);
    if (depth > MOST_DEPTH) {
      throw new Unrendered(
          Diagnostic.error(place(event), "nested more than " + MOST_DEPTH + " levels deep"));
    }
    if (event instanceof AliasEvent alias) {
      Anchored known = anchors.get(alias.getAnchor());
      if (known == null) {
        throw new Unrendered(
            Suggestions.error(
                place(event),
                "the anchor `&" + alias.getAnchor() + "` is not defined before this place",
                alias.getAnchor(),
                anchors.keySet()));
      }
      count(known.nodes(), event);
      return known.tree();
    }
    int before = nodes;
    Tree tree = untagged(event, depth);
    String anchor = ((NodeEvent) event).getAnchor();
    if (anchor != null) {
      anchors.put(anchor, new Anchored(tree, nodes - before + 1));
    }
    return tree;
  }

  private Tree untagged(Event event, int depth) throws Unrendered {
    if (event instanceof ScalarEvent scalar) {
      return scalar(scalar);
    }
    if (event instanceof SequenceStartEvent start) {
      refuseTag(start.getTag(), "seq", start);
      List<Tree> items = new ArrayList<>();
      while (!parser.checkEvent(Event.ID.SequenceEnd)) {
        items.add(node(depth + 1));
      }
      parser.getEvent();
      return new Tree.Sequence(place(start), items);
    }
    MappingStartEvent start = (MappingStartEvent) event;
    refuseTag(start.getTag(), "map", start);
    return mapping(start, depth);
  }

  private Tree mapping(MappingStartEvent start, int depth) throws Unrendered {
    Map<String, Tree.Entry> own = new LinkedHashMap<>();
    List<Tree> merged = new ArrayList<>();
    Span first = null;
    while (!parser.checkEvent(Event.ID.MappingEnd)) {
      Event keyEvent = parser.peekEvent();
      if (!(node(depth + 1) instanceof Tree.Scalar key)) {
        throw new Unrendered(YamlFault.complexKey(place(keyEvent), text));
      }
      first = first == null ? key.span() : first;
      Tree value = node(depth + 1);
      if (key.text().equals("<<") && key.kind() == Tree.Scalar.Kind.PLAIN) {
        merged.add(value);
        continue;
      }
      Tree.Entry earlier = own.putIfAbsent(key.text(), new Tree.Entry(key, value));
      if (earlier != null) {
        diagnostics.add(
            Diagnostic.error(key.span(), "`" + key.text() + "` is here a second time")
                .hint("the first is at " + earlier.key().span() + "; keep one of them"));
      }
    }
    parser.getEvent();
    for (Tree source : merged) {
      merge(source, own);
    }
    Span span = start.isFlow() || first == null ? place(start) : first;
    return new Tree.Mapping(span, List.copyOf(own.values()));
  }

  private void merge(Tree source, Map<String, Tree.Entry> own) throws Unrendered {
    if (source instanceof Tree.Mapping mapping) {
      count(mapping.entries().size(), null);
      mapping.entries().forEach(entry -> own.putIfAbsent(entry.key().text(), entry));
    } else if (source instanceof Tree.Sequence list
        && list.items().stream().allMatch(Tree.Mapping.class::isInstance)) {
      for (Tree item : list.items()) {
        merge(item, own);
      }
    } else {
      throw new Unrendered(
          Diagnostic.error(source.span(), "`<<` takes a mapping, not " + source.describe())
              .hint("write `<<: *anchor`, where `&anchor` marks a mapping"));
    }
  }

  private Tree scalar(ScalarEvent event) throws Unrendered {
    String value = event.getValue();
    boolean plain = event.getScalarStyle() == ScalarStyle.PLAIN;
    Tree.Scalar.Kind kind = plain ? Tree.Scalar.Kind.PLAIN : Tree.Scalar.Kind.QUOTED;
    String tag = event.getTag();
    if (tag == null) {
      if (plain && isNull(value)) {
        return new Tree.Scalar(place(event), "", Tree.Scalar.Kind.NULL);
      }
    } else {
      kind =
          switch (tag) {
            case "!", STANDARD + "str" -> Tree.Scalar.Kind.QUOTED;
            case STANDARD + "int", STANDARD + "float", STANDARD + "bool" -> Tree.Scalar.Kind.PLAIN;
            case STANDARD + "null" -> Tree.Scalar.Kind.NULL;
            default -> throw new Unrendered(YamlFault.tag(tag, place(event)));
          };
    }
    return new Tree.Scalar(place(event), value, kind);
  }

  private void refuseTag(String tag, String expected, Event event) throws Unrendered {
    if (tag != null && !tag.equals(STANDARD + expected) && !tag.equals("!")) {
      throw new Unrendered(YamlFault.tag(tag, place(event)));
    }
  }

  private void count(int more, Event event) throws Unrendered {
    nodes += more;
    if (nodes > MOST_NODES || nodes < 0) {
      Span span = event == null ? text.start() : place(event);
      throw new Unrendered(
          Diagnostic.error(span, "the document has more than " + MOST_NODES + " values")
              .hint("aliases count as what they stand for; split the file"));
    }
  }

  private Span place(Event event) {
    return YamlFault.span(text, event.getStartMark(), event.getEndMark());
  }

  private static boolean isNull(String value) {
    return switch (value) {
      case "", "~", "null", "Null", "NULL" -> true;
      default -> false;
    };
  }
}
