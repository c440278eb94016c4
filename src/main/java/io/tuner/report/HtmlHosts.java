package io.tuner.report;

import io.tuner.plan.Change;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The hosts of a page: of each, its tasks with their changes. */
final class HtmlHosts {

  /** Longer differences are folded; a printer unfolds them. */
  private static final int MOST_OPEN = 40;

  private final Markup page;
  private final RunReport report;
  private final Wording wording;

  HtmlHosts(Markup page, RunReport report) {
    this.page = page;
    this.report = report;
    this.wording = Wording.of(report.run());
  }

  void write() {
    List<HostGroup> groups = HostGroup.of(report.run().hosts());
    if (groups.isEmpty()) {
      page.element("p", "No hosts.");
    }
    groups.forEach(this::group);
  }

  private void group(HostGroup group) {
    HostResult host = group.host();
    page.newLine().open("article").open("h3").text(HostNames.of(group.names(), false)).text(" ");
    status(host.status());
    page.close();
    if (group.names().size() > 1) {
      page.element("p", "The same on " + group.names().size() + " hosts.");
    }
    if (host.unreachable().isPresent()) {
      message("cannot be reached: " + HostGroup.unreachable(host));
    }
    host.error().ifPresent(this::message);
    String verified = Circumstances.verified(report, host);
    if (!verified.isEmpty()) {
      page.element("p", verified);
    }
    List<TaskResult> quiet = new ArrayList<>();
    for (TaskResult task : host.tasks()) {
      if (isQuiet(task)) {
        quiet.add(task);
      } else {
        task(task);
      }
    }
    quiet(quiet);
    page.close();
  }

  /** True where a line says all there is to say. */
  static boolean isQuiet(TaskResult task) {
    boolean plain =
        switch (task.status()) {
          case OK, SKIPPED, NOT_STARTED -> true;
          default -> false;
        };
    return plain && task.warnings().isEmpty() && task.changes().isEmpty();
  }

  private void quiet(List<TaskResult> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    String left = tasks.size() + (tasks.size() == 1 ? " task" : " tasks") + " without a change";
    page.open("details").element("summary", left).open("ul");
    for (TaskResult task : tasks) {
      page.open("li").element("code", task.address()).text(named(task)).text(" ");
      status(task.status());
      task.message().ifPresent(why -> page.text(": " + why));
      page.close();
    }
    page.close().close();
  }

  private static String named(TaskResult task) {
    return task.name().isEmpty() ? "" : " " + task.name();
  }

  private void task(TaskResult task) {
    page.open("section", "class", "task").open("h4").element("code", task.address());
    page.text(named(task)).text(" ");
    status(task.status());
    page.close();
    if (!task.source().toString().isEmpty()) {
      page.element("p", task.source().toString(), "class", "source");
    }
    task.message().ifPresent(this::message);
    List<String> remarks = TaskRemarks.of(task);
    if (!remarks.isEmpty()) {
      page.open("ul");
      remarks.forEach(text -> page.open("li").lines(text).close());
      page.close();
    }
    changes(task);
    if (task.status() == Status.FAILED && !task.commands().isEmpty()) {
      page.open("details").element("summary", "Commands");
      pre(String.join("\n", task.commands()), "commands of " + task.address());
      page.close();
    }
    page.close();
  }

  private void changes(TaskResult task) {
    if (task.changes().isEmpty()) {
      return;
    }
    String caption = "Changes of " + task.address();
    page.open("div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", caption);
    page.open("table").open("caption", "class", "unseen").text(caption).close();
    page.open("thead").open("tr");
    for (String head : ChangeRow.HEAD) {
      page.element("th", head, "scope", "col");
    }
    page.close().close().open("tbody");
    for (Change change : task.changes()) {
      ChangeRow row = ChangeRow.of(change);
      page.open("tr").element("td", row.state()).open("th", "scope", "row");
      page.element("code", row.what()).close();
      if (row.diff().isPresent()) {
        page.open("td", "colspan", "2").text(row.diff().get().size()).close();
      } else {
        page.open("td").element("code", row.before()).close();
        page.open("td").element("code", row.after()).close();
      }
      page.element("td", row.settles()).close();
    }
    page.close().close().close();
    task.changes().forEach(this::diff);
  }

  private void diff(Change change) {
    ChangeRow row = ChangeRow.of(change);
    Optional<Diff> diff = row.diff();
    if (diff.isEmpty()) {
      return;
    }
    if (diff.get().lines().size() <= MOST_OPEN) {
      page.open("details", "open", "");
    } else {
      page.open("details");
    }
    String name = row.state() + " " + row.what();
    page.element("summary", name + ": " + diff.get().size());
    page.open("pre", "tabindex", "0", "role", "group", "aria-label", "Difference of " + name);
    for (String line : diff.get().lines()) {
      String kind =
          switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> "ins";
            case '-' -> "del";
            default -> "span";
          };
      page.element(kind, line).newLine();
    }
    page.close().close();
  }

  private void message(String text) {
    if (text.strip().lines().count() > 1) {
      pre(text.strip(), "message");
    } else {
      page.element("p", text, "class", "message");
    }
  }

  private void pre(String text, String label) {
    page.open("pre", "tabindex", "0", "role", "group", "aria-label", label).lines(text).close();
  }

  private void status(Status status) {
    String word = status.word().replace('_', '-');
    page.element("span", wording.of(status), "class", "status " + word);
  }
}
