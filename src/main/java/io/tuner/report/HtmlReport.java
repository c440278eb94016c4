package io.tuner.report;

import io.tuner.plan.Conflict;
import io.tuner.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run as one page: without scripts, and asking for nothing, so that it can be mailed, archived
 * and opened where scripts are blocked. Its policy (CSP) allows its own style sheet and nothing
 * else.
 */
public final class HtmlReport {

  private final RunReport report;
  private final Markup page = new Markup("<!DOCTYPE html>\n");

  private HtmlReport(RunReport report) {
    this.report = report;
  }

  /** The page. */
  public static String of(RunReport report) {
    return new HtmlReport(report).render();
  }

  private String render() {
    String title = "tuner " + Headline.title(report);
    page.open("html", "lang", "en").newLine();
    head(title);
    page.open("body").newLine().open("header");
    page.element("h1", title).element("p", Headline.sum(report), "class", "sum");
    List<String> first = Headline.first(report);
    if (!first.isEmpty()) {
      page.open("ul", "class", "first");
      first.forEach(line -> page.element("li", line));
      page.close();
    }
    page.close().newLine().open("main").newLine();
    about();
    if (!report.benchmarks().isEmpty()) {
      section("Benchmarks");
      new HtmlBenchmarks(page).write(report.benchmarks());
      page.close().newLine();
    }
    if (!report.environments().isEmpty()) {
      section(EnvironmentTable.NAME);
      EnvironmentTable.of(report.environments()).forEach(new HtmlBenchmarks(page)::environment);
      page.close().newLine();
    }
    section("Hosts");
    new HtmlHosts(page, report).write();
    page.close().newLine();
    conflicts();
    restore();
    page.close().close().close().newLine();
    return page.toString();
  }

  private void head(String title) {
    String sheet = sheet();
    String policy = "default-src 'none'; style-src 'sha256-" + sha256(sheet) + "'";
    page.open("head").empty("meta", "charset", "utf-8").newLine();
    page.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        policy + "; base-uri 'none'; form-action 'none'");
    page.newLine();
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.empty("meta", "name", "color-scheme", "content", "light dark");
    page.newLine().element("title", title).newLine().style(sheet).close().newLine();
  }

  /** Begins a section; who calls ends it. */
  private void section(String name) {
    String id = name.toLowerCase(java.util.Locale.ROOT).replace(' ', '-');
    page.open("section", "aria-labelledby", id).element("h2", name, "id", id);
  }

  private void about() {
    Map<String, String> about = Circumstances.of(report);
    section("Run");
    page.open("dl");
    about.forEach((name, value) -> page.element("dt", name).element("dd", value));
    page.close().close().newLine();
  }

  private void conflicts() {
    if (report.run().conflicts().isEmpty()) {
      return;
    }
    section("Conflicts");
    page.open("ul");
    grouped(report.run().conflicts())
        .forEach((text, hosts) -> page.element("li", HostNames.of(hosts, true) + ": " + text));
    page.close().close().newLine();
  }

  /** Texts of conflicts, each with the hosts that have it. */
  static Map<String, List<String>> grouped(List<Conflict> conflicts) {
    return conflicts.stream()
        .collect(
            Collectors.groupingBy(
                TextReport::text,
                LinkedHashMap::new,
                Collectors.mapping(Conflict::host, Collectors.toList())));
  }

  private void restore() {
    List<String> commands = Circumstances.restore(report);
    if (!commands.isEmpty()) {
      section("Take it back");
      page.open("pre", "class", "command");
      page.lines(commands.stream().map(Printable::of).collect(Collectors.joining("\n")));
      page.close().close().newLine();
    }
  }

  private static String sheet() {
    try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException withinTheJar) {
      throw new UncheckedIOException(withinTheJar);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException everyRuntimeHasIt) {
      throw new IllegalStateException(everyRuntimeHasIt);
    }
  }
}
