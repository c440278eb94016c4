package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {

  private static final Names NAMES =
      TemplatesTest.names(
          Map.of(
              "arch",
              "aarch64",
              "cores",
              96,
              "fast",
              true,
              "slow",
              false,
              "version",
              "22.04",
              "disks",
              List.of("sda", "sdb"),
              "sizes",
              List.of(1, 2),
              "limits",
              Map.of("nofile", 1)));

  private final Templates templates =
      new Templates(new TemplateDirectory(Path.of("x"), new SourceFiles(Path.of("x"))));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "fast",
        "not slow",
        "!slow",
        "arch == \"aarch64\"",
        "arch == 'aarch64' and cores > 48",
        "arch != \"x86_64\" && cores >= 96 && cores <= 96.0",
        "slow or fast and not slow",
        "slow || fast",
        "not arch == \"x86_64\"",
        "not (slow or arch == \"x\")",
        "(slow or fast) and (fast)",
        "!(slow) and !slow",
        "cores == 96",
        "cores == \"96\"",
        "cores gt 95 and cores lt 97",
        "version >= 22",
        "version == \"22.04\"",
        "arch is defined",
        "nothing is not defined",
        "nothing is undefined and limits.nothing is undefined",
        "limits.nofile is defined",
        "arch?? and !nothing??",
        "arch in [\"x86_64\", \"aarch64\"]",
        "arch not in [\"x86_64\"]",
        "\"sda\" in disks and not \"sdc\" in disks",
        "2 in sizes",
        "\"nofile\" in limits",
        "\"arch\" in arch",
        "(nothing!\"none\") == \"none\"",
        "nothing!false or fast",
        "disks?size == 2",
        "disks?seq_contains(\"sda\")",
        "arch?starts_with(\"aarch\") and arch?length > 3",
        "disks[0] == \"sda\"",
        "cores / 2 - 1 > 46",
        "(cores / 2) > 47 and (cores + 4) * 2 == 200",
        "disks == [\"sda\", \"sdb\"]",
        "arch == \"a and b or not\" or \"and\" in \"sand\"",
        "slow is defined and slow == false",
        "not slow and\n  fast",
        "fast == true",
      })
  void holds(String condition) throws Exception {
    assertThat(evaluate(condition)).isTrue();
    assertThat(evaluate("not (" + condition + ")")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "arch",
        "cores",
        "disks",
        "cores == ",
        "== 1",
        "and",
        "a b",
        "cores > arch",
        "disks > 1",
        "(fast",
        "fast)",
        "\"open",
        "fast | bool",
        "arch is string",
        "nothing",
        "nothing and fast",
        "not",
        "",
        "${fast}",
        "{{ fast }}",
        "fast == True",
        "fast; slow",
        "disks in cores[0]",
        "arch ? b",
        "[fast",
        "cores == 96 == 96",
        "disks[0",
        "#",
        "fast and and slow",
      })
  void isNotUnderstood(String condition) {
    assertThat(catching(condition)).isInstanceOf(Unrendered.class);
  }

  @Property(tries = 1000)
  void anyTextGivesAnAnswerOrADiagnostic(@ForAll @StringLength(max = 30) String condition) {
    Throwable thrown = catching(condition);
    assertThat(thrown == null || thrown instanceof Unrendered).as(condition).isTrue();
  }

  private boolean evaluate(String condition) throws Unrendered, FactsWanted {
    Tree.Scalar scalar = new Tree.Scalar(Span.NONE, condition, Tree.Scalar.Kind.PLAIN);
    return Condition.holds(scalar, templates, NAMES);
  }

  private Throwable catching(String condition) {
    try {
      evaluate(condition);
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }
}
