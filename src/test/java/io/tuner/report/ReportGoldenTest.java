package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Goldens;
import io.tuner.Proves;
import io.tuner.plan.HostResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every sample run in every form. */
@Proves(
    what = "reports in every form show every status; nothing a host sent reaches the terminal raw",
    against = "made-up results")
class ReportGoldenTest {

  private static final Path GOLDENS = Path.of("src/test/resources/reports");

  static Set<String> names() {
    return SampleReports.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void text(String name) throws IOException {
    String text = TextReport.of(run(name), Style.PLAIN, false);
    assertHarmless(text);
    Goldens.check(GOLDENS.resolve(name + ".txt"), text);
  }

  @ParameterizedTest
  @MethodSource("names")
  void verboseText(String name) throws IOException {
    String text = TextReport.of(run(name), Style.PLAIN, true);
    assertHarmless(text);
    Goldens.check(GOLDENS.resolve(name + ".verbose.txt"), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"applied", "failed", "restored"})
  void whatCameOfAPlanThatWasShown(String name) throws IOException {
    List<HostResult> shown = run("planned").run().hosts();
    String text = TextReport.outcome(shown, RunReport.of(run(name).run()), Style.PLAIN, false);
    assertHarmless(text);
    assertThat(text).doesNotContain(" -> ");
    Goldens.check(GOLDENS.resolve(name + ".outcome.txt"), text);
  }

  @ParameterizedTest
  @MethodSource("names")
  void json(String name) throws IOException {
    String json = JsonReport.of(run(name));
    assertHarmless(json);
    assertThat(JSON.std.mapFrom(json)).containsKeys("run", "hosts", "summary");
    Goldens.check(GOLDENS.resolve(name + ".json"), json);
  }

  @ParameterizedTest
  @MethodSource("names")
  void markdown(String name) throws IOException {
    String markdown = MarkdownReport.of(run(name));
    assertHarmless(markdown);
    Goldens.check(GOLDENS.resolve(name + ".md"), markdown);
  }

  @ParameterizedTest
  @MethodSource("names")
  void html(String name) throws IOException {
    String html = HtmlReport.of(run(name));
    assertHarmless(html);
    // The style sheet and its digest are no part of what is compared.
    String page = html.replaceAll("(?s)<style>.*?</style>|sha256-[^&]+", "");
    Goldens.check(GOLDENS.resolve(name + ".html"), page);
  }

  @ParameterizedTest
  @MethodSource("names")
  void junit(String name) throws IOException {
    String xml = JunitReport.of(run(name));
    assertHarmless(xml);
    Goldens.check(GOLDENS.resolve(name + ".junit.xml"), xml);
  }

  @ParameterizedTest
  @MethodSource("names")
  void colourAddsMarksAndNothingElse(String name) {
    String coloured = TextReport.of(run(name), Style.COLOUR, true);
    assertThat(coloured.replaceAll("\u001b\\[[0-9]+m", ""))
        .isEqualTo(TextReport.of(run(name), Style.PLAIN, true));
  }

  private static void assertHarmless(String text) {
    assertThat(text.chars().filter(c -> c != '\n' && Character.isISOControl(c))).isEmpty();
    assertThat(text).doesNotContain("\u202e");
  }

  private static RunReport run(String name) {
    return SampleReports.all().get(name);
  }
}
