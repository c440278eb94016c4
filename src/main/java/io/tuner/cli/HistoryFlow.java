package io.tuner.cli;

import io.tuner.apply.HostSession;
import io.tuner.apply.PastRun;
import io.tuner.apply.RunIdentity;
import io.tuner.host.Unreachable;
import io.tuner.plan.JournalEntry;
import io.tuner.report.Json;
import io.tuner.resource.ProbeFailed;
import io.tuner.rollout.Fleet;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists the runs that the hosts' own journals hold, newest first. */
final class HistoryFlow {

  private final Console console;
  private final HistoryCommand options;

  HistoryFlow(Console console, HistoryCommand options) {
    this.console = console;
    this.options = options;
  }

  int run() throws Exception {
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.inventory();
    try (reach) {
      Fleet fleet = reach.fleet();
      Map<String, Object> journals =
          fleet.each(
              fleet.hosts(),
              (host, session) -> {
                try {
                  HostSession.Journal journal = session.journal(reach.becomes().get(host));
                  return options.prune ? prune(session, journal) : journal.runs();
                } catch (ProbeFailed e) {
                  return e.getMessage();
                }
              });
      reach.progress().finished();
      List<Object> documents = new ArrayList<>();
      boolean failed = false;
      for (String host : fleet.all()) {
        Object journal = journals.get(host);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("host", host);
        if (journal instanceof List<?> runs) {
          List<PastRun> newestFirst =
              new ArrayList<>(runs.stream().map(PastRun.class::cast).toList());
          Collections.reverse(newestFirst);
          document.put("runs", newestFirst.stream().map(HistoryFlow::document).toList());
          print(host, newestFirst);
        } else {
          boolean lost = fleet.lost().containsKey(host);
          String error =
              journal != null
                  ? String.valueOf(journal)
                  : lost ? fleet.lost().get(host).getMessage() : "interrupted before it was read";
          failed |= journal != null;
          document.put("error", error);
          if (!options.output.json) {
            String head = error.startsWith(host + ": ") ? "" : host + ": ";
            console.err().println("error: " + Printable.of(head + error));
          }
        }
        documents.add(document);
      }
      if (options.output.json) {
        console.out().print(Json.write(Map.of("hosts", documents)));
      }
      console.out().flush();
      if (fleet.interrupted()) {
        return ExitCode.INTERRUPTED;
      }
      return failed ? ExitCode.FAILED : fleet.lost().isEmpty() ? ExitCode.OK : ExitCode.UNREACHABLE;
    }
  }

  /** Removes the runs that nothing can be taken back of, and gives those that stay. */
  private List<PastRun> prune(HostSession session, HostSession.Journal journal)
      throws Unreachable, InterruptedException {
    List<PastRun> runs = journal.runs();
    List<PastRun> spent = runs.stream().filter(PastRun::isSpent).toList();
    if (spent.isEmpty()) {
      return runs;
    }
    Outcome outcome = new Outcome(console, options.output, "history", false, false);
    RunIdentity identity =
        new RunIdentity(
            outcome.run(), "prune", Operator.name(), outcome.started(), "", "", "", List.of());
    session.forget(journal.become(), identity, spent);
    return runs.stream().filter(run -> !run.isSpent()).toList();
  }

  private void print(String host, List<PastRun> runs) {
    if (options.output.json) {
      return;
    }
    console.out().println(host + (runs.isEmpty() ? ": no runs" : ""));
    for (PastRun run : runs) {
      long changes = run.entries().stream().filter(e -> !e.isAction()).count();
      console
          .out()
          .printf(
              "  %s  %-8s  %s  %d %s  %s%n",
              Printable.of(run.run()),
              Printable.of(run.said("command")),
              Printable.of(run.said("operator")),
              changes,
              changes == 1 ? "change" : "changes",
              Printable.of(state(run)));
      if (!run.said("playbook").isEmpty()) {
        String commit = run.said("commit").isEmpty() ? "" : " at " + run.said("commit");
        console.out().println("      " + Printable.of(run.said("playbook") + commit));
      }
      if (options.output.verbose) {
        for (JournalEntry entry : run.entries()) {
          console.out().println("      " + entry.index() + " " + Printable.of(entry.address()));
        }
      }
    }
  }

  private static String state(PastRun run) {
    if (run.ended().equals("unconfirmed")) {
      return run.rolledBackBy().isEmpty()
          ? "not confirmed, and taken back in part by the host itself"
          : "not confirmed, and taken back by the host itself";
    }
    if (!run.rolledBackBy().isEmpty()) {
      return "rolled back by " + run.rolledBackBy();
    }
    if (!run.ended().isEmpty()) {
      return run.ended();
    }
    String died = run.interrupted() ? "interrupted" : "died";
    return run.running() ? "still runs there" : died;
  }

  private static Map<String, Object> document(PastRun run) {
    Map<String, Object> map = new LinkedHashMap<>(run.header());
    map.put("state", state(run));
    map.put("changes", run.entries().stream().map(JournalEntry::address).toList());
    return map;
  }
}
