package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tuner.text.Secret;
import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TemplatesTest {

  private static final TemplateDirectory NONE =
      new TemplateDirectory(Path.of("nowhere"), new SourceFiles(Path.of("nowhere")));

  private static final Names NAMES =
      names(
          Map.of(
              "disk",
              Map.of("name", "sdb", "size", 42, "parts", List.of("a", "b")),
              "word",
              "plain",
              "number",
              7,
              "truth",
              true,
              "list",
              List.of(1, 2),
              "empty",
              "",
              "secret",
              Secret.of("hunter2")));

  private final Templates templates = new Templates(NONE);

  @Test
  void aScalarThatIsOneInterpolationKeepsItsType() throws Exception {
    assertThat(Tree.plain(render("${list}"))).isEqualTo(List.of("1", "2"));
    assertThat(Tree.plain(render("${disk}"))).isInstanceOf(Map.class);
    assertThat(kind("${number}")).isEqualTo(Tree.Scalar.Kind.PLAIN);
    assertThat(kind("${number + 1}")).isEqualTo(Tree.Scalar.Kind.PLAIN);
    assertThat(kind("${word}")).isEqualTo(Tree.Scalar.Kind.QUOTED);
    assertThat(Tree.plain(render("${disk.parts?map(p -> \"/\" + p)}")))
        .isEqualTo(List.of("/a", "/b"));
    assertThat(Tree.plain(render("${ {\"a\": [1, true, \"}\"]} }")))
        .isEqualTo(Map.of("a", List.of("1", "true", "}")));
  }

  @Test
  void numbersHaveNoGroupingAndWrittenOnesKeepTheirText() throws Exception {
    assertThat(text("${1000000 * 3}")).isEqualTo("3000000");
    assertThat(text("x${12345678.50}")).isEqualTo("x12345678.5");
    assertThat(text("${0.1 + 0.2}")).isEqualTo("0.3");
    Names written =
        layer("port", "5432", "mode", "0644", "big", "1_000", "off", "off", "half", "1.50");
    for (String name : List.of("port", "mode", "big", "off", "half")) {
      String expected = ((Value.Known) written.resolve(name).get()).tree().describe();
      Tree.Scalar scalar = Tree.text(Span.NONE, "${" + name + "}<#if true></#if>");
      assertThat("`" + ((Tree.Scalar) templates.render(scalar, written)).text() + "`")
          .isEqualTo(expected);
    }
  }

  @Test
  void whatASecretWasPutIntoIsSecret() throws Exception {
    for (String text :
        List.of("${secret}", "a ${secret} b", "${secret + 1}", "<#if true>${secret}</#if>")) {
      assertThat(kind(text)).as(text).isEqualTo(Tree.Scalar.Kind.SECRET);
    }
    assertThat(kind("a ${word} b")).isEqualTo(Tree.Scalar.Kind.QUOTED);
  }

  @Test
  void directivesAreAllowedInScalars() throws Exception {
    assertThat(text("<#list disk.parts as p>${p};</#list><#if truth>yes</#if>"))
        .isEqualTo("a;b;yes");
    assertThat(text("${word?upper_case}-${missing!\"none\"}-${disk.missing!0}"))
        .isEqualTo("PLAIN-none-0");
  }

  @Test
  void whatIsNoTemplateIsLeftAlone() throws Exception {
    for (String text :
        List.of("$(reboot)", "$HOME", "#{x}", "{{ .Name }}", "<@x/>", "[=y]", "a{}")) {
      assertThat(text(text)).isEqualTo(text);
    }
    assertThat(text("${r\"${HOME}\"} ${\"{{\"}")).isEqualTo("${HOME} {{");
  }

  @Test
  void noAttemptHidesAFactThatIsNotKnownYet() {
    Names facts = names(Map.of("x", 1), Map.of("facts", Facts.wanted("facts")));
    for (String text :
        List.of(
            "${facts.kernel}",
            "a ${facts.kernel} b",
            "<#attempt>${facts.kernel}<#recover>none</#attempt>",
            "${facts.kernel!\"none\"}",
            "${(facts.kernel)!\"none\"}",
            "${facts.kernel???string}")) {
      assertThat(
              catchThrowableOfType(
                  FactsWanted.class, () -> templates.render(Tree.text(Span.NONE, text), facts)))
          .as(text)
          .hasMessage("facts.kernel");
    }
  }

  @Provide
  Arbitrary<String> simpleTexts() {
    Arbitrary<String> literal =
        Arbitraries.strings()
            .withChars("ab0 .-_$(){}[]<>#@!?&;\"'\\\t\r\n|é✓")
            .ofMaxLength(6)
            .filter(text -> !text.contains("${") && !text.contains("{{") && !text.contains("<"))
            .filter(text -> !text.endsWith("$"));
    Arbitrary<String> step =
        Arbitraries.of(
            "disk", "name", "size", "parts", "word", "number", "truth", "list", "empty", "nothing",
            "secret");
    Arbitrary<String> interpolation =
        step.list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .flatMap(
                names ->
                    Arbitraries.of("", " ", "\t", "\n")
                        .map(blank -> "${" + blank + String.join(".", names) + blank + "}"));
    return Arbitraries.oneOf(literal, interpolation)
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 1000)
  void plainNamesAreLookedUpAsFreeMarkerWould(@ForAll("simpleTexts") String text) {
    Tree.Scalar scalar =
        new Tree.Scalar(
            Span.start(new Source("x.yml", "|\n" + text)), text, Tree.Scalar.Kind.QUOTED);
    boolean whole = Interpolation.only(text).isPresent();
    FreeMarker freeMarker = new FreeMarker(NONE);
    String expected =
        outcome(
            () ->
                whole
                    ? Lookup.tree(
                        freeMarker.expression(
                            scalar, 2, text.substring(2, text.length() - 1), NAMES),
                        scalar::span)
                    : freeMarker.text(new Template(scalar, Optional.empty()), NAMES));
    assertThat(outcome(() -> templates.render(scalar, NAMES))).isEqualTo(expected);
  }

  private interface Rendered {
    Tree tree() throws Unrendered, FactsWanted;
  }

  private static String outcome(Rendered rendered) {
    try {
      Tree tree = rendered.tree();
      return tree instanceof Tree.Scalar scalar
          ? scalar.kind() + " " + scalar.text()
          : String.valueOf(Tree.plain(tree));
    } catch (Unrendered e) {
      return "error on line " + e.diagnostic().span().line();
    } catch (FactsWanted e) {
      return "facts " + e.getMessage();
    }
  }

  private Tree render(String text) throws Exception {
    return templates.render(Tree.text(Span.NONE, text), NAMES);
  }

  private String text(String text) throws Exception {
    return ((Tree.Scalar) render(text)).text();
  }

  private Tree.Scalar.Kind kind(String text) throws Exception {
    return ((Tree.Scalar) render(text)).kind();
  }

  private static Names layer(String... pairs) {
    Map<String, Object> values = new java.util.HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], new Tree.Scalar(Span.NONE, pairs[i + 1], Tree.Scalar.Kind.PLAIN));
    }
    return names(values);
  }

  static Names names(Map<String, Object> values) {
    return names(values, Map.of());
  }

  static Names names(Map<String, Object> values, Map<String, Value> more) {
    return new Names() {
      @Override
      public Optional<Value> resolve(String name) {
        return values.containsKey(name)
            ? Optional.of(new Value.Known(Tree.of(values.get(name), Span.NONE)))
            : Optional.ofNullable(more.get(name));
      }

      @Override
      public Collection<String> names() {
        return values.keySet().stream().sorted().toList();
      }
    };
  }
}
