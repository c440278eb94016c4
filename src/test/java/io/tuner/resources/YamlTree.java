package io.tuner.resources;

import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** The YAML of a transcript's task as a tree; scalars keep their text. */
public final class YamlTree {

  private YamlTree() {}

  public static Tree parse(String name, String text) {
    Node node = new Yaml(new LoaderOptions()).compose(new StringReader(text));
    return node == null
        ? new Tree.Mapping(Span.start(new Source(name, text)), List.of())
        : tree(node, new Source(name, text));
  }

  private static Tree tree(Node node, Source source) {
    Span span =
        new Span(source, node.getStartMark().getLine() + 1, node.getStartMark().getColumn() + 1, 1);
    if (node instanceof MappingNode mapping) {
      List<Tree.Entry> entries = new ArrayList<>();
      for (NodeTuple tuple : mapping.getValue()) {
        Tree.Scalar key = (Tree.Scalar) tree(tuple.getKeyNode(), source);
        entries.add(new Tree.Entry(key, tree(tuple.getValueNode(), source)));
      }
      return new Tree.Mapping(span, entries);
    }
    if (node instanceof SequenceNode sequence) {
      return new Tree.Sequence(
          span, sequence.getValue().stream().map(item -> tree(item, source)).toList());
    }
    ScalarNode scalar = (ScalarNode) node;
    boolean plain = scalar.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN;
    if (plain && scalar.getTag().equals(Tag.NULL)) {
      return new Tree.Scalar(span, "", Tree.Scalar.Kind.NULL);
    }
    return new Tree.Scalar(
        span, scalar.getValue(), plain ? Tree.Scalar.Kind.PLAIN : Tree.Scalar.Kind.QUOTED);
  }
}
