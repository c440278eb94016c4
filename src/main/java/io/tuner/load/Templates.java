package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Renders values. Text without {@code ${} or {@code <#} is returned as it is, plain names are looked
 * up here, and only what remains goes to FreeMarker, whose classes take long to load.
 */
final class Templates {

  private final TemplateDirectory directory;
  private final Map<Tree.Scalar, Condition> conditions = new IdentityHashMap<>();
  private FreeMarker freeMarker;

  Templates(TemplateDirectory directory) {
    this.directory = directory;
  }

  /** True where a text is not simply itself; two braces may be Ansible's form, and are told. */
  static boolean isTemplate(String text) {
    return text.contains("${") || text.contains("<#") || text.contains("{{");
  }

  static boolean isTemplate(Tree tree) {
    if (tree instanceof Tree.Scalar scalar) {
      return isTemplate(scalar.text());
    }
    if (tree instanceof Tree.Sequence sequence) {
      return sequence.items().stream().anyMatch(Templates::isTemplate);
    }
    return ((Tree.Mapping) tree)
        .entries().stream().anyMatch(e -> isTemplate(e.key()) || isTemplate(e.value()));
  }

  /** A value with all its templates rendered; a scalar that is one {@code ${…}} keeps its type. */
  Tree render(Tree tree, Names names) throws Unrendered, FactsWanted {
    if (tree instanceof Tree.Scalar scalar) {
      return scalar(scalar, names);
    }
    if (!isTemplate(tree)) {
      return tree;
    }
    if (tree instanceof Tree.Sequence sequence) {
      List<Tree> items = new ArrayList<>();
      for (Tree item : sequence.items()) {
        items.add(render(item, names));
      }
      return new Tree.Sequence(tree.span(), items);
    }
    List<Tree.Entry> entries = new ArrayList<>();
    for (Tree.Entry entry : ((Tree.Mapping) tree).entries()) {
      entries.add(new Tree.Entry(text(entry.key(), names), render(entry.value(), names)));
    }
    return new Tree.Mapping(tree.span(), entries);
  }

  /** A scalar rendered to text. */
  Tree.Scalar text(Tree.Scalar scalar, Names names) throws Unrendered, FactsWanted {
    if (scalar(scalar, names) instanceof Tree.Scalar text) {
      return text;
    }
    throw new Unrendered(scalar.span(), "a list or a mapping cannot be part of a text");
  }

  /** A whole file rendered to text. */
  Tree.Scalar file(Text file, Names names) throws Unrendered, FactsWanted {
    Template template = new Template(Tree.text(file.start(), file.content()), Optional.of(file));
    if (!file.content().contains("${") && !file.content().contains("<#")) {
      return template.scalar();
    }
    Optional<List<Interpolation>> parts = Interpolation.simple(file.content());
    return parts.isPresent()
        ? filled(template, parts.get(), names)
        : freeMarker().text(template, names);
  }

  /** A condition, read once. */
  Condition condition(Tree.Scalar scalar) throws Unrendered {
    Condition known = conditions.get(scalar);
    if (known == null) {
      known = ConditionParser.parse(scalar);
      conditions.put(scalar, known);
    }
    return known;
  }

  /** The value of an expression as templates have it between the braces. */
  Value expression(Tree.Scalar scalar, int offset, String text, Names names)
      throws Unrendered, FactsWanted {
    return freeMarker().expression(scalar, offset, text, names);
  }

  private Tree scalar(Tree.Scalar scalar, Names names) throws Unrendered, FactsWanted {
    String text = scalar.text();
    refuseJinja(scalar);
    if (!isTemplate(text)) {
      return scalar;
    }
    Template template = new Template(scalar, Optional.empty());
    Optional<List<Interpolation>> parts = Interpolation.simple(text);
    if (parts.isPresent()) {
      boolean whole = parts.get().size() == 1 && parts.get().get(0).covers(text);
      return whole
          ? placed(value(template, parts.get().get(0), names), scalar)
          : filled(template, parts.get(), names);
    }
    Optional<Interpolation> only = Interpolation.only(text);
    if (only.isPresent()) {
      Value value = freeMarker().expression(scalar, 2, only.get().expression(), names);
      return placed(Lookup.tree(value, scalar::span), scalar);
    }
    return freeMarker().text(template, names);
  }

  /** The text with plain names filled in. */
  private static Tree.Scalar filled(Template template, List<Interpolation> parts, Names names)
      throws Unrendered, FactsWanted {
    Tree.Scalar scalar = template.scalar();
    String text = scalar.text();
    StringBuilder out = new StringBuilder();
    Tree.Scalar.Kind kind = scalar.kind();
    int end = 0;
    for (Interpolation part : parts) {
      Tree tree = value(template, part, names);
      if (!(tree instanceof Tree.Scalar inner)) {
        throw new Unrendered(
            notText(part.name(), tree, template.place(part.nameStart(), part.name().length())));
      }
      kind = inner.kind() == Tree.Scalar.Kind.SECRET ? Tree.Scalar.Kind.SECRET : kind;
      out.append(text, end, part.start()).append(inner.text());
      end = part.end();
    }
    return new Tree.Scalar(scalar.span(), out.append(text, end, text.length()).toString(), kind);
  }

  private static Tree value(Template template, Interpolation part, Names names)
      throws Unrendered, FactsWanted {
    Supplier<Span> place = () -> template.place(part.nameStart(), part.name().length());
    List<String> path = Lookup.path(part.name()).orElseThrow();
    return Lookup.tree(Lookup.value(path, names, place), place);
  }

  /** A value that cannot stand inside a text. */
  static Diagnostic notText(String expression, Tree value, Span span) {
    return Diagnostic.error(
            span, "`" + expression + "` is " + value.describe() + " where text is expected")
        .hint("name a part of it, or join a list: `${" + expression + "?join(\",\")}`");
  }

  /** The value at the place where it is used: what is wrong with it is said there. */
  private static Tree placed(Tree tree, Tree.Scalar scalar) {
    if (tree instanceof Tree.Scalar inner) {
      boolean secret = scalar.kind() == Tree.Scalar.Kind.SECRET && !inner.isNull();
      return new Tree.Scalar(
          scalar.span(), inner.text(), secret ? Tree.Scalar.Kind.SECRET : inner.kind());
    }
    if (tree instanceof Tree.Sequence sequence) {
      List<Tree> items = sequence.items().stream().map(item -> placed(item, scalar)).toList();
      return new Tree.Sequence(scalar.span(), items);
    }
    List<Tree.Entry> entries = new ArrayList<>();
    for (Tree.Entry entry : ((Tree.Mapping) tree).entries()) {
      entries.add(
          new Tree.Entry(
              new Tree.Scalar(scalar.span(), entry.key().text(), entry.key().kind()),
              placed(entry.value(), scalar)));
    }
    return new Tree.Mapping(scalar.span(), entries);
  }

  private static void refuseJinja(Tree.Scalar scalar) throws Unrendered {
    String text = scalar.text();
    int at = text.indexOf("{{");
    if (at < 0) {
      return;
    }
    int name = at + 2;
    while (name < text.length() && text.charAt(name) == ' ') {
      name++;
    }
    if (name < text.length() && Lookup.isNameCharacter(text.charAt(name), false)) {
      throw new Unrendered(
          Diagnostic.error(Position.of(scalar, at, 2), "`{{ … }}` is Ansible's form of a template")
              .hint("write `${name}`; two braces that shall stay are written `${\"{{\"}`"));
    }
  }

  private FreeMarker freeMarker() {
    if (freeMarker == null) {
      freeMarker = new FreeMarker(directory);
    }
    return freeMarker;
  }
}
