package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ShellAssignmentsLawsTest {

  private static String effective(String file, String name) throws Refusal {
    return ShellAssignments.parse(file).effective(name).orElse(null);
  }

  private static String edited(String file, List<String> present, List<String> absent)
      throws Exception {
    ShellAssignments after =
        ShellAssignments.parse(file)
            .withWords("L", words -> new KernelArguments(words).apply(present, absent).words());
    ShellSyntax.check(after.text());
    assertThat(ShellSyntax.value(after.text(), "L")).isEqualTo(effective(after.text(), "L"));
    return after.text();
  }

  private static String added(String file) throws Exception {
    return edited(file, List.of("new"), List.of());
  }

  @Property
  void garbageIsReadOrRefused(@ForAll("garbage") String file) {
    assertThat(ShellAssignments.parse(file).text()).isEqualTo(file);
    try {
      ShellAssignments after =
          ShellAssignments.parse(file).withWords("L", words -> plus(words, "new"));
      assertThat(after.words("L")).endsWith("new");
    } catch (Refusal expected) {
      assertThat(expected).hasMessageNotContaining("Exception");
    }
  }

  @Property(tries = 100)
  @Trap(types = "kernel_cmdline", value = "GRUB's file is shell: quotes, +=, expansions")
  void whatIsKnownIsWhatTheShellSays(@ForAll("files") String file) throws Exception {
    assertThat(effective(file, "L")).isEqualTo(ShellSyntax.value(file, "L"));
  }

  @Property(tries = 60)
  @Trap(types = "kernel_cmdline", value = "an edit changes more than its words")
  void editsAreStableAndUndone(@ForAll("files") String file) throws Exception {
    String once = added(file);
    assertThat(added(once)).isEqualTo(once);
    String undone = edited(once, List.of(), List.of("new"));
    assertThat(ShellAssignments.parse(undone).words("L"))
        .isEqualTo(ShellAssignments.parse(file).words("L"));
    assertThat(once.replace("\"", "").replaceFirst("\\\\? ?new", ""))
        .isEqualTo(file.replace("\"", ""));
  }

  private static List<String> plus(List<String> words, String word) {
    List<String> more = new ArrayList<>(words);
    more.add(word);
    return more;
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.strings().withChars("LM=+\"'\\$ {}()`#;&|<\n\r:-~ax").ofMaxLength(30);
  }

  @Provide
  Arbitrary<String> files() {
    Arbitrary<String> piece =
        Arbitraries.of(
            "a=1",
            "b",
            "$M",
            "${L}",
            "\" c d\"",
            "'e f'",
            "\\ g",
            "\"$M x\"",
            "\"${M:+y }\"",
            "\"\"");
    Arbitrary<String> value = piece.list().ofMaxSize(5).map(p -> String.join("", p));
    Arbitrary<String> line =
        Combinators.combine(Arbitraries.of("L", "M", "N"), value).as((name, v) -> name + "=" + v);
    return line.list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(lines -> "L=s\n" + String.join("\n", lines) + "\n");
  }
}
