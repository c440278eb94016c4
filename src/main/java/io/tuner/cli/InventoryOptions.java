package io.tuner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which inventory, which of its hosts, and variables of the command line. */
class InventoryOptions {

  /** Files, directories and programs, as given; empty where the default is to be taken. */
  final List<String> inventories = new ArrayList<>();

  Optional<String> limit = Optional.empty();

  /** {@code K=V} or {@code @FILE}, as given. */
  final List<String> extraVars = new ArrayList<>();

  void declare(Syntax syntax) {
    syntax.manyOptions(
        "INV",
        inventories::add,
        "Inventory: a file, a directory or a program; may repeat. Without it TUNER_INVENTORY, else"
            + " inventories/hosts.yml or inventories/hosts.",
        "-i",
        "--inventory");
    syntax.option(
        "PATTERN",
        pattern -> limit = Optional.of(pattern),
        "Only these of the hosts; `@FILE`: those of a file, a line each; `@failed`: those that the last"
            + " run failed on or could not reach.",
        "-l",
        "--limit");
    syntax.manyOptions(
        "K=V|@FILE",
        extraVars::add,
        "A variable that goes before all others, or a YAML file of them; may repeat.",
        "-e",
        "--extra-vars");
  }
}
