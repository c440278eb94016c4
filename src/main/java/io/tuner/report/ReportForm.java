package io.tuner.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The five forms of a report. Only what writes the form that is asked for is loaded. */
public enum ReportForm {
  /** For terminals and pipes: in full, without colour. */
  TEXT("report.txt"),
  /** For programs; the one that can be read back. */
  JSON("report.json"),
  /** For the review of a change, in GitHub's flavour. */
  MARKDOWN("report.md"),
  /** One page for browsers and printers. */
  HTML("report.html"),
  /** For whatever shows tests. */
  JUNIT("junit.xml");

  private final String file;

  ReportForm(String file) {
    this.file = file;
  }

  /** What the form's file is called among the reports of a run. */
  public String file() {
    return file;
  }

  /** As the command line spells it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The form that is spelled so. */
  public static Optional<ReportForm> of(String word) {
    return Arrays.stream(values()).filter(form -> form.word().equals(word)).findFirst();
  }

  /** The whole report in this form. */
  public String of(RunReport report) {
    return switch (this) {
      case TEXT -> TextReport.of(report, Style.PLAIN, true);
      case JSON -> JsonReport.of(report);
      case MARKDOWN -> MarkdownReport.of(report);
      case HTML -> HtmlReport.of(report);
      case JUNIT -> JunitReport.of(report);
    };
  }
}
