package io.tuner.load;

import freemarker.template.ObjectWrapper;
import freemarker.template.SimpleNumber;
import freemarker.template.SimpleScalar;
import freemarker.template.TemplateBooleanModel;
import freemarker.template.TemplateCollectionModel;
import freemarker.template.TemplateHashModelEx;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;
import freemarker.template.TemplateModelIterator;
import freemarker.template.TemplateNumberModel;
import freemarker.template.TemplateScalarModel;
import freemarker.template.TemplateSequenceModel;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Values as FreeMarker sees them, and back. An unquoted scalar is text and, where it looks so, a
 * number or a boolean too.
 */
final class Models {

  private static final int MOST_ITEMS = 100_000;
  private static final int MOST_DEPTH = 64;

  /** Wraps what FreeMarker itself makes; values of templates are models already. */
  static final ObjectWrapper WRAPPER =
      value -> {
        if (value == null || value instanceof TemplateModel) {
          return (TemplateModel) value;
        }
        if (value instanceof Number number) {
          return new SimpleNumber(number);
        }
        if (value instanceof Boolean truth) {
          return truth ? TemplateBooleanModel.TRUE : TemplateBooleanModel.FALSE;
        }
        if (value instanceof String text) {
          return new SimpleScalar(text);
        }
        throw new TemplateModelException("not a value of a template");
      };

  private Models() {}

  static TemplateModel of(Value value, Rendering rendering) {
    return value instanceof Value.Known known
        ? of(known.tree(), rendering)
        : new KeyedModel((Value.Keyed) value, rendering);
  }

  private static TemplateModel of(Tree tree, Rendering rendering) {
    if (tree instanceof Tree.Sequence sequence) {
      return new SequenceModel(sequence, rendering);
    }
    if (tree instanceof Tree.Mapping mapping) {
      return new MappingModel(mapping, rendering);
    }
    Tree.Scalar scalar = (Tree.Scalar) tree;
    if (scalar.isNull()) {
      return null;
    }
    Optional<BigDecimal> number = Typed.number(scalar);
    if (number.isPresent()) {
      return new NumberModel(scalar, number.get());
    }
    Optional<Boolean> truth = Typed.truth(scalar);
    return truth.isPresent()
        ? new TruthModel(scalar, truth.get())
        : new TextModel(scalar, rendering);
  }

  /** The tree of what an expression gave. */
  static Tree tree(TemplateModel model, Span span, Rendering rendering)
      throws TemplateModelException {
    return tree(model, span, rendering, MOST_DEPTH);
  }

  private static Tree tree(TemplateModel model, Span span, Rendering rendering, int depth)
      throws TemplateModelException {
    if (model == null) {
      return new Tree.Scalar(span, "", Tree.Scalar.Kind.NULL);
    }
    if (model instanceof TreeModel known) {
      return known.tree();
    }
    if (model instanceof KeyedModel keyed) {
      return rendering.read(keyed.keyed()::whole);
    }
    if (depth == 0) {
      throw new TemplateModelException("nested too deep");
    }
    if (model instanceof TemplateNumberModel number) {
      return new Tree.Scalar(
          span, WrittenNumber.text(number.getAsNumber()), Tree.Scalar.Kind.PLAIN);
    }
    if (model instanceof TemplateScalarModel scalar) {
      Tree.Scalar.Kind kind =
          rendering.isSecret() ? Tree.Scalar.Kind.SECRET : Tree.Scalar.Kind.QUOTED;
      return new Tree.Scalar(span, scalar.getAsString(), kind);
    }
    if (model instanceof TemplateBooleanModel truth) {
      return new Tree.Scalar(span, "" + truth.getAsBoolean(), Tree.Scalar.Kind.PLAIN);
    }
    if (model instanceof TemplateHashModelEx hash) {
      List<Tree.Entry> entries = new ArrayList<>();
      TemplateModelIterator keys = hash.keys().iterator();
      while (keys.hasNext()) {
        String key = ((TemplateScalarModel) keys.next()).getAsString();
        entries.add(
            new Tree.Entry(Tree.text(span, key), tree(hash.get(key), span, rendering, depth - 1)));
      }
      return new Tree.Mapping(span, entries);
    }
    return new Tree.Sequence(span, items(model, span, rendering, depth));
  }

  private static List<Tree> items(TemplateModel model, Span span, Rendering rendering, int depth)
      throws TemplateModelException {
    List<Tree> items = new ArrayList<>();
    if (model instanceof TemplateSequenceModel sequence) {
      limit(sequence.size());
      for (int i = 0; i < sequence.size(); i++) {
        items.add(tree(sequence.get(i), span, rendering, depth - 1));
      }
    } else if (model instanceof TemplateCollectionModel collection) {
      TemplateModelIterator iterator = collection.iterator();
      while (iterator.hasNext()) {
        items.add(tree(iterator.next(), span, rendering, depth - 1));
        limit(items.size());
      }
    } else {
      throw new TemplateModelException("neither a value, nor a list, nor a mapping");
    }
    return items;
  }

  private static void limit(int size) throws TemplateModelException {
    if (size > MOST_ITEMS) {
      throw new TemplateModelException("the list has more than " + MOST_ITEMS + " items");
    }
  }

  private interface TreeModel extends TemplateModel {
    Tree tree();
  }

  private record TextModel(Tree.Scalar tree, Rendering rendering)
      implements TreeModel, TemplateScalarModel {
    @Override
    public String getAsString() {
      if (tree.kind() == Tree.Scalar.Kind.SECRET) {
        rendering.secretWasRead();
      }
      return tree.text();
    }
  }

  private record NumberModel(Tree.Scalar tree, Number getAsNumber)
      implements TreeModel, TemplateNumberModel, TemplateScalarModel {
    @Override
    public String getAsString() {
      return tree.text();
    }
  }

  private record TruthModel(Tree.Scalar tree, boolean getAsBoolean)
      implements TreeModel, TemplateBooleanModel, TemplateScalarModel {
    @Override
    public String getAsString() {
      return tree.text();
    }
  }

  private record SequenceModel(Tree.Sequence tree, Rendering rendering)
      implements TreeModel, TemplateSequenceModel {
    @Override
    public TemplateModel get(int index) {
      return index >= 0 && index < size() ? of(tree.items().get(index), rendering) : null;
    }

    @Override
    public int size() {
      return tree.items().size();
    }
  }

  private record MappingModel(Tree.Mapping tree, Rendering rendering)
      implements TreeModel, TemplateHashModelEx {
    @Override
    public TemplateModel get(String key) {
      return tree.get(key).map(value -> of(value, rendering)).orElse(null);
    }

    @Override
    public boolean isEmpty() {
      return tree.entries().isEmpty();
    }

    @Override
    public int size() {
      return tree.entries().size();
    }

    @Override
    public TemplateCollectionModel keys() {
      return collection(tree.entries().stream().map(e -> of(e.key(), rendering)).toList());
    }

    @Override
    public TemplateCollectionModel values() {
      return collection(tree.entries().stream().map(e -> of(e.value(), rendering)).toList());
    }
  }

  private record KeyedModel(Value.Keyed keyed, Rendering rendering) implements TemplateHashModelEx {
    @Override
    public TemplateModel get(String key) throws TemplateModelException {
      Optional<Value> value = rendering.read(() -> keyed.get(key));
      return value.isPresent() ? of(value.get(), rendering) : null;
    }

    @Override
    public boolean isEmpty() throws TemplateModelException {
      return size() == 0;
    }

    @Override
    public int size() throws TemplateModelException {
      return rendering.read(keyed::keys).size();
    }

    @Override
    public TemplateCollectionModel keys() throws TemplateModelException {
      List<TemplateModel> keys = new ArrayList<>();
      rendering.read(keyed::keys).forEach(key -> keys.add(new SimpleScalar(key)));
      return collection(keys);
    }

    @Override
    public TemplateCollectionModel values() throws TemplateModelException {
      List<TemplateModel> values = new ArrayList<>();
      for (String key : rendering.read(keyed::keys)) {
        values.add(get(key));
      }
      return collection(values);
    }
  }

  private static TemplateCollectionModel collection(List<? extends TemplateModel> items) {
    return () -> {
      Iterator<? extends TemplateModel> iterator = items.iterator();
      return new TemplateModelIterator() {
        @Override
        public TemplateModel next() {
          return iterator.next();
        }

        @Override
        public boolean hasNext() {
          return iterator.hasNext();
        }
      };
    };
  }
}
