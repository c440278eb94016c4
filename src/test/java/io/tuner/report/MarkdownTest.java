package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that stay what they are. What sites make of them is shown by {@code ReportPagesTest}. */
class MarkdownTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ';',
      textBlock =
          """
          plain words, a number: 12.5 %. ; plain words, a number: 12.5 %.
          a <b> c                        ; a `<b>` c
          db1: read.iops (rw: 4k)        ; `db1`: `read.iops` (rw: `4k`)
          expected `>= -2%`, so          ; expected `>= -2%`, so
          between [1.5, 2]               ; between \\[1.5, 2\\]
          1. no list                     ; `1`. no list
          1) no list                     ; `1`) no list
          write.bw (MB/s), is            ; `write.bw (MB/s)`, is
          2 hosts                        ; 2 hosts
          - no list                      ; `-` no list
          # no heading                   ; `#` no heading
          @octocat fixes #1 x/y#2        ; `@octocat` fixes `#1 x/y#2`
          https://e.test www.e.test      ; `https://e.test www.e.test`
          a`b ``c                        ; ``` a`b ``c ```
          `a``b`                         ; ``` `a``b` ```
          don't                          ; don't
          *a* _b_ ~~c~~                  ; `*a* _b_ ~~c~~`
          """)
  void sentences(String text, String markdown) {
    assertThat(Markdown.sentence(text)).isEqualTo(markdown);
  }

  @Test
  void codeKeepsBlanksAndIsNeverEmpty() {
    assertThat(Markdown.code(" a ")).isEqualTo("`  a  `");
    assertThat(Markdown.code("")).isEqualTo("` `");
    assertThat(Markdown.code("`")).isEqualTo("`` ` ``");
    assertThat(Markdown.code("a\u001b\n")).isEqualTo("`a\\x1b\\n`");
  }

  @Test
  void aCellHasNoPipe() {
    assertThat(Markdown.cell("a\\|b")).isEqualTo("<code>a&#92;&#124;b</code>");
    assertThat(Markdown.plainCell("a | b")).doesNotContain("|");
  }

  @Test
  void aBlockOutlastsItsContent() {
    assertThat(Markdown.block("diff", List.of("+````", "~~~")))
        .isEqualTo("`````diff\n+````\n~~~\n`````\n");
  }
}
