package io.tuner.report;

import io.tuner.plan.Change;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run for the review of a change: what came of it first, then what was measured, then each host's
 * changes with the differences of files folded.
 */
public final class MarkdownReport {

  private final RunReport report;
  private final Wording wording;
  private final StringBuilder out = new StringBuilder();

  private MarkdownReport(RunReport report) {
    this.report = report;
    this.wording = Wording.of(report.run());
  }

  /** The page. */
  public static String of(RunReport report) {
    return new MarkdownReport(report).render();
  }

  private String render() {
    paragraph("# tuner " + Markdown.sentence(Headline.title(report)));
    paragraph("**" + Markdown.sentence(Headline.sum(report)) + "**");
    list(Headline.first(report));
    about();
    if (!report.benchmarks().isEmpty()) {
      paragraph("## Benchmarks");
      BenchmarkTables.of(report.benchmarks()).forEach(this::table);
    }
    if (!report.environments().isEmpty()) {
      paragraph("## " + EnvironmentTable.NAME);
      EnvironmentTable.of(report.environments()).forEach(this::table);
    }
    if (!report.run().hosts().isEmpty()) {
      paragraph("## Hosts");
      HostGroup.of(report.run().hosts()).forEach(this::group);
    }
    Map<String, List<String>> conflicts = HtmlReport.grouped(report.run().conflicts());
    if (!conflicts.isEmpty()) {
      paragraph("## Conflicts");
      list(
          conflicts.entrySet().stream()
              .map(one -> HostNames.of(one.getValue(), true) + ": " + one.getKey())
              .toList());
    }
    List<String> restore = Circumstances.restore(report);
    if (!restore.isEmpty()) {
      paragraph("## Take it back");
      paragraph(Markdown.block("sh", restore).strip());
    }
    return out.toString().stripTrailing() + "\n";
  }

  private void paragraph(String text) {
    out.append(text).append("\n\n");
  }

  private void list(List<String> lines) {
    lines.forEach(line -> out.append("- ").append(Markdown.sentence(line)).append('\n'));
    out.append(lines.isEmpty() ? "" : "\n");
  }

  private void about() {
    out.append(Markdown.row(List.of("", ""))).append(Markdown.rule(2, 0));
    Circumstances.of(report)
        .forEach((n, v) -> out.append(Markdown.row(List.of(n, Markdown.cell(v)))));
    out.append('\n');
  }

  private void table(BenchmarkTable table) {
    paragraph("### " + Markdown.sentence(table.caption()));
    out.append(Markdown.row(table.head().stream().map(Markdown::plainCell).toList()));
    out.append(Markdown.rule(table.dimensions().size(), table.columns().size()));
    for (BenchmarkTable.Row row : table.rows()) {
      List<String> cells = new ArrayList<>();
      row.dimensions().forEach(value -> cells.add(Markdown.plainCell(value)));
      row.cells().forEach(value -> cells.add(figure(value)));
      out.append(Markdown.row(cells));
    }
    out.append('\n');
    list(table.remarks());
  }

  private void table(EnvironmentTable table) {
    out.append(Markdown.row(table.head().stream().map(Markdown::plainCell).toList()));
    out.append(Markdown.rule(table.head().size(), 0));
    for (List<String> row : table.rows()) {
      out.append(Markdown.row(row.stream().map(Markdown::plainCell).toList()));
    }
    out.append('\n');
  }

  /** An interval reads better without the look of code; its brackets must not become a link. */
  private static String figure(String cell) {
    return cell.matches("[-+0-9., \\[\\]%]+")
        ? cell.replace("[", "\\[").replace("]", "\\]")
        : Markdown.plainCell(cell);
  }

  private void group(HostGroup group) {
    HostResult host = group.host();
    List<String> names = group.names();
    String many = names.size() > 1 ? names.size() + " hosts, " : "";
    paragraph(
        "### "
            + Markdown.code(HostNames.of(names, false))
            + " ("
            + many
            + wording.of(host.status())
            + ")");
    if (host.unreachable().isPresent()) {
      message("cannot be reached: " + HostGroup.unreachable(host));
    }
    host.error().ifPresent(this::message);
    String verified = Circumstances.verified(report, host);
    if (!verified.isEmpty()) {
      paragraph(verified);
    }
    host.tasks().stream().filter(task -> !HtmlHosts.isQuiet(task)).forEach(this::task);
    quiet(host.tasks().stream().filter(HtmlHosts::isQuiet).toList());
  }

  private void quiet(List<TaskResult> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    String left = tasks.size() + (tasks.size() == 1 ? " task" : " tasks") + " without a change";
    paragraph("<details><summary>" + left + "</summary>");
    for (TaskResult task : tasks) {
      String why = task.message().map(text -> ": " + Markdown.sentence(text)).orElse("");
      out.append("- ").append(head(task)).append(why).append('\n');
    }
    paragraph("\n</details>");
  }

  private String head(TaskResult task) {
    String name = task.name().isEmpty() ? "" : " " + Markdown.sentence(task.name());
    return Markdown.code(task.address()) + name + " (" + wording.of(task.status()) + ")";
  }

  private void task(TaskResult task) {
    paragraph("#### " + head(task));
    task.message().ifPresent(this::message);
    list(TaskRemarks.of(task));
    if (!task.changes().isEmpty()) {
      out.append(Markdown.row(ChangeRow.HEAD)).append(Markdown.rule(ChangeRow.HEAD.size(), 0));
      task.changes().stream().map(ChangeRow::of).forEach(this::change);
      out.append('\n');
      task.changes().forEach(this::diff);
    }
    if (task.status() == Status.FAILED && !task.commands().isEmpty()) {
      fold("commands", Markdown.block("sh", lines(String.join("\n", task.commands()))));
    }
  }

  private void change(ChangeRow row) {
    String size = row.diff().map(Diff::size).orElse("");
    out.append(
        Markdown.row(
            List.of(
                Markdown.plainCell(row.state()),
                Markdown.cell(row.what()),
                size.isEmpty() ? Markdown.cell(row.before()) : size,
                size.isEmpty() ? Markdown.cell(row.after()) : "",
                Markdown.plainCell(row.settles()))));
  }

  private void diff(Change change) {
    ChangeRow row = ChangeRow.of(change);
    row.diff()
        .ifPresent(
            diff -> {
              String name = Markdown.html(row.state() + " " + row.what());
              fold(name + " " + diff.size(), Markdown.block("diff", diff.lines()));
            });
  }

  private void fold(String summary, String block) {
    paragraph("<details><summary>" + summary + "</summary>");
    paragraph(block.strip());
    paragraph("</details>");
  }

  private void message(String text) {
    List<String> lines = lines(text.strip());
    paragraph(
        lines.size() > 1
            ? Markdown.block("text", lines).strip()
            : lines.stream().map(Markdown::sentence).collect(Collectors.joining()));
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }
}
