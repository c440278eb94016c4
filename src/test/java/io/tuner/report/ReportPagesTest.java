package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Proves;
import io.tuner.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages as a browser shows them, and as a renderer of GitHub's flavour makes them of Markdown.
 */
@Proves(
    what =
        "the HTML page asks for nothing, says nothing to the console, has no fault that axe-core"
            + " finds (light, dark), fits 360 pixels, and shows hostile text as text; so does"
            + " the Markdown",
    against = "Chromium, axe-core, micromark")
class ReportPagesTest {

  private static final Path SOURCES = Path.of("src/test/pages");

  /** Where npm puts what the lock file names; beside what Maven makes. */
  private static final Path MODULES = Path.of("target/pages");

  private static final List<String> FILES = List.of("package.json", "package-lock.json", ".npmrc");

  /** Those that have between them everything a page can hold. */
  private static final List<String> NAMES =
      List.of("planned", "failed", "database", "writes", "matrix", "hostile-everywhere", "empty");

  @TempDir private static Path directory;

  private static Map<String, Object> pages;

  @BeforeAll
  static void open() throws Exception {
    Optional<Path> chromium =
        Stream.of("chromium", "chromium-browser", "google-chrome")
            .flatMap(n -> program(n).stream())
            .findFirst();
    assumeTrue(chromium.isPresent(), "left out: no chromium on PATH");
    assumeTrue(
        program("node").isPresent() && program("npm").isPresent(),
        "left out: no node and npm on PATH");
    modules();
    for (String name : NAMES) {
      RunReport report = SampleReports.all().get(name);
      Files.writeString(directory.resolve(name + ".html"), HtmlReport.of(report));
      Files.writeString(directory.resolve(name + ".md"), MarkdownReport.of(report));
    }
    Path script = SOURCES.resolve("check.mjs").toAbsolutePath();
    Path found = MODULES.resolve("found.json");
    int code =
        run(found, "node", script.toString(), chromium.get().toString(), directory.toString());
    assertThat(code).as(Files.readString(MODULES.resolve("errors.txt"))).isZero();
    pages = JSON.std.mapFrom(Files.readString(found));
    assertThat(pages).hasSize(2 * NAMES.size());
  }

  /** Fetched once, and again where the lock file names others. */
  private static void modules() throws Exception {
    Files.createDirectories(MODULES);
    Path lock = MODULES.resolve("package-lock.json");
    boolean there =
        Files.exists(MODULES.resolve("node_modules/axe-core/package.json"))
            && Files.exists(lock)
            && Files.mismatch(lock, SOURCES.resolve("package-lock.json")) < 0;
    for (String file : FILES) {
      Files.copy(SOURCES.resolve(file), MODULES.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!there) {
      int code =
          run(
              MODULES.resolve("npm.txt"),
              "npm",
              "ci",
              "--ignore-scripts",
              "--no-audit",
              "--no-fund");
      assumeTrue(code == 0, "left out: npm could not fetch axe-core and micromark");
    }
  }

  private static int run(Path out, String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .directory(MODULES.toFile())
        .redirectOutput(out.toFile())
        .redirectError(MODULES.resolve("errors.txt").toFile())
        .start()
        .waitFor();
  }

  private static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Test
  void askForNothingAndSayNothing() {
    each(".html")
        .forEach(
            page -> {
              assertThat(list(page, "console")).as(name(page)).isEmpty();
              assertThat(list(page, "requests")).as(name(page)).isEmpty();
            });
  }

  @Test
  void canBeReadByEverybody() {
    each(".html").forEach(page -> assertThat(list(page, "violations")).as(name(page)).isEmpty());
  }

  @Test
  void fitAPhone() {
    each(".html").forEach(p -> assertThat((int) p.get("width")).as(name(p)).isEqualTo(360));
  }

  @Test
  void hideNothingOnPaper() {
    each(".html").forEach(p -> assertThat((int) p.get("hiddenOnPaper")).as(name(p)).isZero());
  }

  @Test
  void holdNothingThatActs() {
    pages.keySet().forEach(name -> assertThat((int) page(name).get("active")).as(name).isZero());
  }

  @Test
  void showHostileTextAsText() {
    String shown = Printable.of(SampleReports.HOSTILE);
    assertThat((String) page("hostile-everywhere.html").get("text"))
        .contains("warning: " + shown.split("\\\\r")[0]);
    assertThat(cells("hostile-everywhere.html")).contains(shown);
    assertThat(cells("hostile-everywhere.md")).contains(shown);
    assertThat(list(page("hostile-everywhere.md"), "headings"))
        .contains("h2 Benchmarks", "h2 Hosts");
    assertThat((String) page("hostile-everywhere.md").get("text"))
        .contains("@octocat")
        .contains("<script>alert(1)</script>");
  }

  @Test
  void drawChartsOnlyWhereThereAreNumbers() {
    assertThat(page("planned.html")).containsEntry("charts", 0);
    assertThat(page("database.html")).containsEntry("charts", 1);
    assertThat(page("writes.html")).containsEntry("charts", 7);
    assertThat(page("matrix.html")).containsEntry("charts", 2);
  }

  @Test
  void tablesOfMarkdownHaveEveryCellInItsPlace() {
    for (String name : List.of("database", "writes", "matrix", "hostile-everywhere")) {
      List<List<List<String>>> expected = new ArrayList<>();
      for (BenchmarkTable table : BenchmarkTables.of(SampleReports.all().get(name).benchmarks())) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(table.head());
        table
            .rows()
            .forEach(
                row ->
                    rows.add(
                        Stream.of(row.dimensions(), row.cells()).flatMap(List::stream).toList()));
        expected.add(
            rows.stream().map(row -> row.stream().map(ReportPagesTest::shown).toList()).toList());
      }
      assertThat(list(page(name + ".md"), "tables")).as(name).containsAll(expected);
    }
  }

  @Test
  void markdownFoldsDifferences() {
    assertThat(page("planned.md")).containsEntry("details", 5).containsEntry("pre", 2);
  }

  /** Backticks around an operator's own words turn into code. */
  private static String shown(String cell) {
    return cell.startsWith("`>=") || cell.startsWith("`<=")
        ? cell.replace("`", "")
        : Printable.of(cell);
  }

  private static List<String> cells(String name) {
    return list(page(name), "tables").stream()
        .flatMap(table -> ((List<?>) table).stream())
        .flatMap(row -> ((List<?>) row).stream())
        .map(Object::toString)
        .toList();
  }

  private static Stream<Map<String, Object>> each(String ending) {
    return pages.keySet().stream().filter(name -> name.endsWith(ending)).map(ReportPagesTest::page);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> page(String name) {
    return (Map<String, Object>) pages.get(name);
  }

  private static String name(Map<String, Object> page) {
    return pages.entrySet().stream()
        .filter(e -> e.getValue() == page)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  private static List<Object> list(Map<String, Object> page, String key) {
    return new ArrayList<>((List<?>) page.get(key));
  }
}
