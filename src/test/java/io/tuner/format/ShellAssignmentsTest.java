package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellAssignmentsTest {

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

  @Test
  @Trap(types = "kernel_cmdline", value = "\\$tuned_params stands escaped in GRUB's file")
  void escapedVariablesOfTunedStayEscaped() throws Exception {
    String file = "L=\"quiet ${L:+$L} \\$tuned_params\"\n";
    assertThat(added(file)).contains("\\$tuned_params").contains("new");
    assertThat(ShellSyntax.value(added(file), "L")).contains("$tuned_params");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "L=ab#c|ab#c",
        "L=ab #c|ab",
        "L=ab; #c|ab",
        "L='ab#c'|ab#c",
        "L=\"ab #c\"|ab #c",
        "L='Joe'\"'\"'s net'|Joe's net",
        "L=\"\\\"\"|\"",
        "L=\"a\\b\"|a\\b",
        "L=a\\ b|a b",
        "L=val  |val",
        "export L=1 M=2|1",
        "M=1 L=2|2",
        "L=1 true; M=2|null",
        "L=1; L=2|2",
        "L=1; unset L|null",
        "L=\"\\$tuned_params\"|$tuned_params",
        "L='$x'|$x",
        "L=a$|a$",
        "L=\"$nowhere x\"|~ x~",
        "  L=indented|indented",
        "#L=1|null",
        "cat <<E && L=2; L=3|3",
      })
  @Trap(types = "kernel_cmdline", value = "GRUB's file is shell: quotes, +=, expansions")
  void readsAsAShellDoes(String file, String value) throws Refusal {
    assertThat(effective(file, "L")).isEqualTo("null".equals(value) ? null : value);
  }

  @Test
  @Trap(
      types = "kernel_cmdline",
      value = "of several assignments the last wins, and refers to the first")
  void laterAssignmentsMayReferToEarlierOnes() throws Refusal {
    String file = "B='x y'\nL=\"${B} z\"\nL+=\" w\"\nL=\"${L:+${L} }last ${none:-d} ${none:+e}\"\n";
    assertThat(effective(file, "L")).isEqualTo("x y z w last d ");
  }

  @Test
  void quotedLinesAndContinuationsAndHereDocuments() throws Refusal {
    assertThat(effective("L=\"a \\\n b\"\n", "L")).isEqualTo("a  b");
    assertThat(effective("L=\"a\nM=b\"\n", "M")).isNull();
    assertThat(effective("cat <<EOF\nL=1\nEOF\nM=2\n", "L")).isNull();
    assertThat(effective("cat <<EOF\nL=1\nEOF\nM=2\n", "M")).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "L=\"$(echo $L | sed 's/)//')\"",
        "L=`date`",
        "if true; then L=1; fi",
        "if true; then\n  :\nelse\n  L=1\nfi",
        "f() { L=1; }",
        "true && L=1",
        "true &&\nL=1",
        "L=1 | cat",
        "(L=1)",
        "case $x in a) L=1;; esac",
        "for L in a b; do :; done",
        "read L",
        "eval 'L=1'",
        "L=${x##*/}",
        "L=$1",
        "L=~/x",
        "L=$'a'",
        "M=$(x); L=\"a $M\"",
        "L=\"a",
        "L='a",
        "L=(1 2)",
      })
  @Trap(types = "kernel_cmdline", value = "a file that edits itself cannot be understood")
  void whatNeedsRunningIsRefused(String file) {
    assertThatThrownBy(() -> effective(file, "L")).isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> added(file)).isInstanceOf(Refusal.class);
  }

  @Test
  void controlFlowElsewhereDoesNotMatter() throws Exception {
    String file = "L=\"a\"\nif [ -f /x ]; then\n  . /x\n  M=1\nfi\n. /dev/null\n";
    assertThat(added(file)).isEqualTo(file.replace("\"a\"", "\"a new\""));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "L=\"a b\"|L=\"a b new\"",
        "L=\"a b \"  # why|L=\"a b new \"  # why",
        "L='a b'|L='a b new'",
        "L=a|L=\"a new\"",
        "L=|L=\"new\"",
        "L=\"\"|L=\"new\"",
        "L=''|L='new'",
        "L=a\\ b|L=a\\ b\\ new",
        "L='a '\"b\"|L='a '\"b new\"",
        "L=\"$M\"|L=\"$M new\"",
        "L=$M|L=\"$M new\"",
        "L=\"$M\"$N|L=\"$M\"$N\" new\"",
        "L=\"a \\$tuned_params\"|L=\"a \\$tuned_params new\"",
        "export L=\"a\" M=b|export L=\"a new\" M=b",
        "L=x; L=\"$L y\"; M=z|L=x; L=\"$L y new\"; M=z",
        "L=\"${L:+$L }p\"|L=\"${L:+$L }p new\"",
        "L=\"a -- init\"|L=\"a new -- init\"",
      })
  void newWordsGoIntoTheAssignmentThatWins(String before, String after) throws Exception {
    assertThat(added(before)).isEqualTo(after);
    assertThat(added(after)).isEqualTo(after);
  }

  @Test
  void appendedAssignmentsAreReadByShellsThatKnowThem() throws Refusal {
    ShellAssignments file = ShellAssignments.parse("L=a\nL+=\" b\"\n");
    assertThat(file.withWords("L", words -> List.of("a", "b", "new")).text())
        .isEqualTo("L=a\nL+=\" b new\"\n");
    assertThat(file.withWords("L", words -> List.of("b")).text()).isEqualTo("L=\nL+=\" b\"\n");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "L=\"old a\"|L=\"a\"",
        "L=\"a old b\"|L=\"a b\"",
        "L=\"a  old=1\told b\"|L=\"a b\"",
        "L=\"old\"|L=\"\"",
        "L=old|L=",
        "L='a'\" old\"'=1 b'|L='a'\"\"' b'",
        "L=\"a old b\"; L=\"$L c\"|L=\"a b\"; L=\"$L c\"",
        "L=old; L=\"$L c\"|L=; L=\"$L c\"",
        "M=\"old=1 x\"; L=\"$M c\"|M=\"x\"; L=\"$M c\"",
        "M=old; L=\"a $M c\"|M=old; L=\"a c\"",
        "M=1; L=\"a old=${M} c\"|M=1; L=\"a c\"",
        "M=old; L=\"${M:+$M }a\"|M=old; L=\"${M:+}a\"",
        "L=\"a dyndbg=\\\"file old +p\\\" old\"|L=\"a dyndbg=\\\"file old +p\\\"\"",
      })
  @Trap(types = "kernel_cmdline", value = "an edit changes more than its words")
  void wordsAreTakenOutWhereTheyAreWritten(String before, String after) throws Exception {
    assertThat(edited(before, List.of(), List.of("old"))).isEqualTo(after);
  }

  @Test
  void valuesAreReplacedInPlaceAndEscapedForTheirQuotes() throws Exception {
    assertThat(edited("L=\"a x=1 b\"", List.of("x=$y`z\\"), List.of()))
        .isEqualTo("L=\"a x=\\$y\\`z\\\\ b\"");
    assertThat(edited("L='a x=1 b'", List.of("x=it's"), List.of())).isEqualTo("L='a x=it'\\''s b'");
    assertThat(edited("L=x=1", List.of("x=$y"), List.of())).isEqualTo("L=x=\\$y");
    assertThat(edited("L=\"a x=1\"", List.of("x=b c"), List.of()))
        .isEqualTo("L=\"a x=\\\"b c\\\"\"");
  }

  @Test
  void anAssignmentIsAddedWhereThereIsNone() throws Exception {
    assertThat(added("")).isEqualTo("L=\"new\"\n");
    assertThat(added("M=1\r\n")).isEqualTo("M=1\r\nL=\"new\"\r\n");
    assertThat(added("M=1")).isEqualTo("M=1\nL=\"new\"");
    assertThat(edited("M=1", List.of(), List.of("old"))).isEqualTo("M=1");
  }

  @Test
  void aWordSharedWithAnotherVariableIsRefused() {
    assertThatThrownBy(
            () -> edited("M=\"old x\"; L=\"$M c\"; N=\"$M d\"", List.of(), List.of("old")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("N");
    assertThatThrownBy(() -> edited("M=\"x ol\"; L=\"${M}d c\"", List.of(), List.of("old")))
        .isInstanceOf(Refusal.class);
  }

  @Test
  void variablesThatReferToTheEditedOneFollow() throws Exception {
    assertThat(added("L=\"a\"\nM=\"$L b\"\n")).isEqualTo("L=\"a new\"\nM=\"$L b\"\n");
  }

  @Test
  void growthWithoutEndIsRefused() {
    assertThatThrownBy(() -> effective("L=a\n" + "L=\"$L$L\"\n".repeat(64), "L"))
        .isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> effective("L=\"$L$L\"\n".repeat(64), "L")).isInstanceOf(Refusal.class);
  }

  @Test
  @Trap(types = "kernel_cmdline", value = "drop-ins are read later")
  void laterFilesReferToEarlierOnes() throws Refusal {
    ShellAssignments files =
        ShellAssignments.parse(List.of("L=\"quiet old\"\n", "L=\"$L isolcpus=1\"\n"));
    assertThat(files.words("L")).containsExactly("quiet", "old", "isolcpus=1");
    assertThat(files.withWords("L", words -> List.of("quiet", "isolcpus=2", "new")).files())
        .containsExactly("L=\"quiet\"\n", "L=\"$L isolcpus=2 new\"\n");
  }
}
