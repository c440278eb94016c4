package io.tuner.cli;

import io.tuner.text.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Every command, in the order help lists them. Only the one that is run is built. */
final class Commands {

  /** One command: its name, what it does, and how it is made. */
  record Entry(String name, String summary, Function<Console, Command> make) {}

  private static final List<Entry> ENTRIES =
      List.of(
          new Entry(
              "apply",
              "Make hosts as a playbook declares them.",
              console -> new ApplyCommand(new HostCommands(console))),
          new Entry(
              "plan",
              "Show what an apply would change.",
              console -> new PlanCommand(new HostCommands(console))),
          new Entry(
              "verify",
              "Read only, and tell drift and what is pending.",
              console -> new VerifyCommand(new HostCommands(console))),
          new Entry(
              "bench",
              "Run the benchmarks of a playbook, and nothing else.",
              console -> new BenchCommand(new HostCommands(console))),
          new Entry(
              "rollback",
              "Take back what runs changed.",
              console -> new RollbackCommand(new HostCommands(console))),
          new Entry(
              "history",
              "List the runs that the hosts' journals hold.",
              console -> new HistoryCommand(new HostCommands(console))),
          new Entry("report", "Show a stored run in any form, or compare two.", ReportCommand::new),
          new Entry(
              "facts",
              "Print the facts of hosts.",
              console -> new FactsCommand(new HostCommands(console))),
          new Entry(
              "inventory", "The hosts, groups and variables there are.", InventoryCommand::new),
          new Entry(
              "lint", "Check playbooks and all they read; contact nothing.", LintCommand::new),
          new Entry("doc", "Reference of the resource types.", DocCommand::new),
          new Entry("schema", "JSON Schema of playbooks, for editors.", SchemaCommand::new),
          new Entry("completion", "Completion script for a shell.", CompletionCommand::new));

  private Commands() {}

  static List<Entry> all() {
    return ENTRIES;
  }

  static List<String> names() {
    return ENTRIES.stream().map(Entry::name).toList();
  }

  static Optional<Entry> find(String name) {
    return ENTRIES.stream().filter(entry -> entry.name().equals(name)).findFirst();
  }

  /** What is said about a command that there is not. */
  static Stop unknown(String name) {
    String all = "commands: " + String.join(", ", names()) + " (tuner --help)";
    String hint = Suggestion.didYouMean(name, names()).orElse(all);
    return Stop.usage("unknown command `" + name + "`", hint);
  }
}
