package io.tuner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The options of every command that contacts hosts: which, and how they are reached. */
final class HostOptions {

  /** Files, directories and programs, as given; empty where the default is to be taken. */
  final List<String> inventories = new ArrayList<>();

  Optional<String> limit = Optional.empty();

  /** {@code K=V} or {@code @FILE}, as given. */
  final List<String> extraVars = new ArrayList<>();

  int forks = 50;
  Optional<String> user = Optional.empty();
  boolean askPass;
  boolean askBecomePass;

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
        "Only these of the hosts.",
        "-l",
        "--limit");
    syntax.manyOptions(
        "K=V|@FILE",
        extraVars::add,
        "A variable that goes before all others, or a YAML file of them; may repeat.",
        "-e",
        "--extra-vars");
    syntax.option("N", this::forks, "How many hosts at a time (50).", "-f", "--forks");
    syntax.option(
        "USER",
        name -> user = Optional.of(name),
        "Log in as this user, where the inventory names none.",
        "-u",
        "--user");
    syntax.flag(() -> askPass = true, "Ask for the password of the login.", "-k", "--ask-pass");
    syntax.flag(
        () -> askBecomePass = true, "Ask for the password of sudo.", "-K", "--ask-become-pass");
  }

  private void forks(String text) {
    forks = Integer.parseInt(text);
    if (forks < 1) {
      throw new IllegalArgumentException(text);
    }
  }
}
