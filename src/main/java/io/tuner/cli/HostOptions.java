package io.tuner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of every command that contacts hosts: which, and how they are reached. */
final class HostOptions {

  @Option(
      names = {"-i", "--inventory"},
      paramLabel = "INV",
      description = {
        "Inventory file, directory or program; may repeat.",
        "Without it: TUNER_INVENTORY, else inventories/hosts.yml or inventories/hosts."
      })
  List<String> inventories = new ArrayList<>();

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "PATTERN",
      description = "Only these of the hosts, as a host pattern.")
  Optional<String> limit = Optional.empty();

  @Option(
      names = {"-e", "--extra-vars"},
      paramLabel = "K=V|@FILE",
      description = "A variable that goes before all others, or a YAML file of them; may repeat.")
  List<String> extraVars = new ArrayList<>();

  @Option(
      names = {"-f", "--forks"},
      paramLabel = "N",
      description = "How many hosts at a time (${DEFAULT-VALUE}).")
  int forks = 50;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER",
      description = "Log in as this user, where the inventory names none.")
  Optional<String> user = Optional.empty();

  @Option(
      names = {"-k", "--ask-pass"},
      description = "Ask for the password of the login.")
  boolean askPass;

  @Option(
      names = {"-K", "--ask-become-pass"},
      description = "Ask for the password of sudo.")
  boolean askBecomePass;
}
