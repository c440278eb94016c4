package io.tuner.report;

import io.tuner.plan.Change;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.text.Diagnostic;
import io.tuner.text.Printable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One task of one host as people read it. */
final class TaskText {

  private static final int WIDEST_LABEL = 60;
  private static final int MOST_LINES = 40;

  private final Style style;
  private final boolean verbose;

  TaskText(Style style, boolean verbose) {
    this.style = style;
    this.verbose = verbose;
  }

  /** The task; empty where there is nothing to say of it. */
  String of(String host, TaskResult task) {
    return switch (task.status()) {
      case FAILED -> failed(host, task);
      case CHANGED, PENDING, UNKNOWN -> shown(task);
      case OK, SKIPPED, NOT_STARTED, UNREACHABLE ->
          verbose || !task.warnings().isEmpty() ? shown(task) : "";
    };
  }

  /**
   * What came of the task, in a line; a failure whole, and warnings that were not told before.
   *
   * @param told warnings that were
   * @param word for its status
   */
  String outcome(String host, TaskResult task, Set<String> told, String word) {
    TaskResult brief = brief(task, told);
    if (task.status() == Status.FAILED) {
      return failed(host, brief);
    }
    boolean done = Set.of(Status.CHANGED, Status.PENDING, Status.UNKNOWN).contains(task.status());
    if (!done && !verbose && brief.warnings().isEmpty()) {
      return "";
    }
    String why = task.message().map(text -> ": " + Printable.of(text)).orElse("");
    String later =
        task.changes().stream()
            .filter(change -> change.settles() != Settles.When.NOW)
            .map(change -> settles(change.settles()))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    String pending = later.isEmpty() ? "" : (task.status() == Status.PENDING ? ": " : "; ") + later;
    return head(task) + style.faint(" (" + word + why + pending + ")") + "\n" + warnings(brief);
  }

  /** Without what the plan showed. */
  private static TaskResult brief(TaskResult task, Set<String> told) {
    return new TaskResult(
        task.address(),
        task.name(),
        task.source(),
        task.status(),
        task.message(),
        task.warnings().stream().filter(warning -> !told.contains(warning)).toList(),
        Map.of(),
        Optional.empty(),
        List.of(),
        task.commands(),
        task.ignoring());
  }

  private static String head(TaskResult task) {
    String name = task.name().isEmpty() ? "" : "  " + Printable.of(task.name());
    return "  " + Printable.of(task.address()) + name;
  }

  private String shown(TaskResult task) {
    StringBuilder out = new StringBuilder(head(task));
    if (task.status() != Status.CHANGED) {
      String status = task.status() == Status.UNKNOWN ? "known after apply" : word(task.status());
      String why = task.message().map(text -> ": " + Printable.of(text)).orElse("");
      out.append(style.faint(" (" + status + why + ")"));
    }
    if (verbose && !task.source().toString().isEmpty()) {
      out.append(style.faint("  " + Printable.of(task.source().toString())));
    }
    return out.append('\n').append(details(task)).toString();
  }

  /** The error form: where, which host and task, what; then the command that failed. */
  private String failed(String host, TaskResult task) {
    List<String> lines = task.message().orElse("failed").strip().lines().toList();
    String what = lines.isEmpty() ? "failed" : lines.get(0);
    String ignored = task.ignored() ? "failed (ignored): " : "";
    String message = host + ": " + task.address() + ": " + ignored + what;
    String diagnostic = Diagnostic.error(task.source(), Printable.of(message)).render();
    int end = diagnostic.indexOf('\n');
    return style.removed(diagnostic.substring(0, end))
        + diagnostic.substring(end)
        + (names(lines) ? "" : commands(task, "  "))
        + limited(lines.stream().skip(1).toList(), "  ")
        + details(task);
  }

  /** True where the message itself names the command that failed. */
  private static boolean names(List<String> lines) {
    return lines.stream().anyMatch(line -> line.strip().startsWith("$ "));
  }

  private String details(TaskResult task) {
    StringBuilder out = new StringBuilder(warnings(task));
    Map<Risk, String> risks = new TreeMap<>(task.risks());
    Optional<String> irreversible = task.irreversible();
    if (irreversible.isPresent()) {
      risks.remove(Risk.IRREVERSIBLE);
    }
    risks.forEach(
        (risk, detail) -> out.append(remark(style.changed("risk: "), risk(risk, detail))));
    irreversible.ifPresent(why -> out.append(remark(style.removed("irreversible: "), why)));
    int width = task.changes().stream().mapToInt(change -> label(change).length()).max().orElse(0);
    task.changes().forEach(c -> out.append(change(c, Math.min(width, WIDEST_LABEL))));
    if (verbose && task.status() != Status.FAILED) {
      out.append(commands(task, "    "));
    }
    return out.toString();
  }

  private String warnings(TaskResult task) {
    return task.warnings().stream()
        .map(warning -> remark(style.changed("warning: "), warning))
        .collect(Collectors.joining());
  }

  private String change(Change change, int width) {
    Optional<Diff> diff = Diff.of(change.from(), change.to());
    String values = diff.map(Diff::size).orElseGet(() -> values(change));
    String line =
        String.format("%-" + Math.max(1, width) + "s  %s%s%n", label(change), values, when(change));
    String mark = change.from() == null ? "+" : change.to() == null ? "-" : "~";
    return "    "
        + marked(mark, mark)
        + " "
        + line
        + diff.stream()
            .flatMap(found -> found.lines().stream())
            .map(text -> "      " + marked(text.substring(0, 1), text) + "\n")
            .collect(Collectors.joining());
  }

  private static String values(Change change) {
    if (change.from() == null) {
      return Values.show(change.to());
    }
    return change.to() == null
        ? Values.show(change.from())
        : Values.show(change.from()) + " -> " + Values.show(change.to());
  }

  private String when(Change change) {
    String reason = change.reason().isEmpty() ? "" : ": " + Printable.of(change.reason());
    return switch (change.settles()) {
      case NOW -> "";
      case RESTART, BOOT -> style.changed(" (pending: " + settles(change.settles()) + reason + ")");
      case NEVER -> style.changed(" (" + settles(change.settles()) + reason + ")");
    };
  }

  private static String settles(Settles.When when) {
    return switch (when) {
      case NOW -> "settled";
      case RESTART -> "settles at restart";
      case BOOT -> "settles at boot";
      case NEVER -> "never settles";
    };
  }

  private String marked(String mark, String text) {
    return switch (mark) {
      case "+" -> style.added(text);
      case "-" -> style.removed(text);
      case "~" -> style.changed(text);
      case "@" -> style.faint(text);
      default -> text;
    };
  }

  private static String label(Change change) {
    String aspect = Printable.of(change.aspect());
    return change.path().isEmpty() ? aspect : aspect + " " + Printable.of(change.path());
  }

  private static String remark(String head, String text) {
    List<String> lines = Printable.lines(text).strip().lines().toList();
    return "    " + head + String.join("\n      ", lines) + "\n";
  }

  private static String risk(Risk risk, String detail) {
    return detail == null || detail.isEmpty() ? risk.label() : risk.label() + ": " + detail;
  }

  private String commands(TaskResult task, String indent) {
    return task.commands().stream()
        .map(command -> limited(("$ " + command).strip().lines().toList(), indent))
        .collect(Collectors.joining());
  }

  private static String limited(List<String> lines, String indent) {
    String shown =
        lines.stream()
            .limit(MOST_LINES)
            .map(line -> indent + Printable.cut(Printable.of(line)) + "\n")
            .collect(Collectors.joining());
    int more = lines.size() - MOST_LINES;
    return more > 0 ? shown + indent + "… " + more + " more lines\n" : shown;
  }

  private static String word(Status status) {
    return status == Status.NOT_STARTED ? "not started" : status.word();
  }
}
