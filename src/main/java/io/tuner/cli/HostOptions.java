package io.tuner.cli;

import java.util.Optional;

/** The options of every command that contacts hosts: which, and how they are reached. */
final class HostOptions extends InventoryOptions {

  int forks = 50;
  Optional<String> user = Optional.empty();
  boolean askPass;
  boolean askBecomePass;

  @Override
  void declare(Syntax syntax) {
    super.declare(syntax);
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
      throw new Syntax.OutOfRange("a number of at least 1");
    }
  }
}
