package io.tuner.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** The small words everything else is made of: sizes, durations, quoting, suggestions, places. */
class WordsTest {

  @Property(tries = 500)
  void aSizeIsReadBack(@ForAll @LongRange(min = 0, max = 1L << 50) long bytes) {
    assertThat(ByteSize.parse(new ByteSize(bytes).toString()).bytes()).isEqualTo(bytes);
  }

  @Test
  void sizesAreReadAsPeopleAndTheKernelWriteThem() {
    assertThat(ByteSize.parse("129G").bytes()).isEqualTo(129L << 30);
    assertThat(ByteSize.parse("1.5M").bytes()).isEqualTo(3L << 19);
    assertThat(ByteSize.parse("64 KiB")).isEqualTo(ByteSize.parse("64k"));
    assertThat(ByteSize.parse("0")).hasToString("0");
    assertThatThrownBy(() -> ByteSize.parse("lots")).hasMessageContaining("`lots` is not a size");
    assertThatThrownBy(() -> ByteSize.parse("99999999P")).hasMessageContaining("whole number");
  }

  @Test
  void durationsAreRead() {
    assertThat(Durations.parse("90")).isEqualTo(Duration.ofSeconds(90));
    assertThat(Durations.parse("1h30m")).isEqualTo(Duration.ofMinutes(90));
    assertThat(Durations.parse("250ms")).isEqualTo(Duration.ofMillis(250));
    assertThatThrownBy(() -> Durations.parse("5 minutes")).hasMessageContaining("not a duration");
    assertThat(Durations.show(Duration.ofSeconds(250))).isEqualTo("4 min 10 s");
  }

  @Property(tries = 30)
  void aShellReadsAQuotedWordBackAsItIs(@ForAll String text) throws Exception {
    String word = text.replace("\0", "").replaceAll("[\\ud800-\\udfff]", "");
    String script = "printf %s " + Shell.quote(word);
    Process shell = new ProcessBuilder("sh", "-s").start();
    shell.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
    shell.getOutputStream().close();
    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(word);
  }

  @Property(tries = 500)
  void nothingThatIsShownControlsATerminal(@ForAll String text) {
    assertThat(Printable.of(text).chars()).noneMatch(Character::isISOControl);
    assertThat(Printable.lines(text).chars().filter(c -> c != '\n' && c != '\t'))
        .noneMatch(Character::isISOControl);
  }

  @Test
  void escapesAreWrittenOut() {
    assertThat(Printable.of("a\u001b[31mb\u202e\n")).isEqualTo("a\\x1b[31mb\\u202e\\n");
  }

  @Test
  void theNearestWordIsSuggestedAndAFarOneIsNot() {
    List<String> known = List.of("persist", "settings");
    assertThat(Suggestion.didYouMean("persit", known)).contains("did you mean `persist`?");
    assertThat(Suggestion.didYouMean("settnigs", known)).contains("did you mean `settings`?");
    assertThat(Suggestion.didYouMean("handlers", known)).isEmpty();
  }

  @Test
  void aSecretIsNeverShown() {
    assertThat(Secret.of("hunter2")).hasToString("***");
    assertThat("" + Tree.plain(Tree.of(List.of(Secret.of("hunter2")), Span.NONE)))
        .isEqualTo("[***]");
  }

  @Test
  void aDiagnosticShowsPlaceLineReasonAndRemedy() {
    Span span = new Span(new Source("site.yml", "tasks:\n  persit: true\n"), 2, 3, 6);
    assertThat(
            Diagnostic.error(span, "unknown parameter `persit` of sysctl")
                .note("did you mean `persist`?")
                .hint("sysctl takes settings, persist")
                .render())
        .isEqualTo(
            """
            site.yml:2:3: error: unknown parameter `persit` of sysctl
                2 |   persit: true
                  |   ^^^^^^ did you mean `persist`?
            hint: sysctl takes settings, persist
            """);
  }
}
