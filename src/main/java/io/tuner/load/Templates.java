package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders values. Text without {@code ${} or {@code <#} is returned as it is, plain names are looked
 * up here, and only what remains goes to FreeMarker, whose classes take long to load.
 */
final class Templates {

  private final TemplateDirectory directory;
  private FreeMarker freeMarker;

  Templates(TemplateDirectory directory) {
    this.directory = directory;
  }

  static boolean isTemplate(String text) {
    return text.contains("${") || text.contains("<#");
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
    Tree.Scalar scalar =
        new Tree.Scalar(file.start(), file.content(), Tree.Scalar.Kind.QUOTED);
    if (!isTemplate(file.content())) {
      return scalar;
    }
    return freeMarker().text(new Template(scalar, Optional.of(file)), names);
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
    Optional<List<Interpolation>> parts = Interpolation.simple(text);
    if (parts.isPresent()) {
      return simple(scalar, parts.get(), names);
    }
    Optional<Interpolation> only = Interpolation.only(text);
    if (only.isPresent()) {
      Value value = freeMarker().expression(scalar, 2, only.get().expression(), names);
      return placed(Lookup.tree(value, scalar.span()), scalar);
    }
    return freeMarker().text(new Template(scalar, Optional.empty()), names);
  }

  private Tree simple(Tree.Scalar scalar, List<Interpolation> parts, Names names)
      throws Unrendered, FactsWanted {
    String text = scalar.text();
    StringBuilder out = new StringBuilder();
    Tree.Scalar.Kind kind = scalar.kind();
    int end = 0;
    for (Interpolation part : parts) {
      String expression = Interpolation.trimmed(part.expression());
      int offset = text.indexOf(expression, part.start() + 2);
      var span = Position.of(scalar, offset, expression.length());
      Value value = Lookup.value(Lookup.path(expression).orElseThrow(), names, span);
      Tree tree = Lookup.tree(value, span);
      if (part.start() == 0 && part.end() == text.length()) {
        return placed(tree, scalar);
      }
      if (!(tree instanceof Tree.Scalar inner)) {
        throw new Unrendered(notText(expression, tree, span));
      }
      kind = inner.kind() == Tree.Scalar.Kind.SECRET ? Tree.Scalar.Kind.SECRET : kind;
      out.append(text, end, part.start()).append(inner.text());
      end = part.end();
    }
    return new Tree.Scalar(scalar.span(), out.append(text, end, text.length()).toString(), kind);
  }

  /** A value that cannot stand inside a text. */
  static Diagnostic notText(String expression, Tree value, io.tuner.text.Span span) {
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
