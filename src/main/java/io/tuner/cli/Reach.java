package io.tuner.cli;

import io.tuner.apply.HostSession;
import io.tuner.host.Become;
import io.tuner.host.ConnectionOptions;
import io.tuner.host.ConnectionSettings;
import io.tuner.host.Hosts;
import io.tuner.host.InvalidVariable;
import io.tuner.host.Prompts;
import io.tuner.load.Inventory;
import io.tuner.load.Loaded;
import io.tuner.load.Loader;
import io.tuner.load.Play;
import io.tuner.plan.Credentials;
import io.tuner.plan.HostResult;
import io.tuner.report.LiveProgress;
import io.tuner.report.PlainProgress;
import io.tuner.report.Progress;
import io.tuner.rollout.Fleet;
import io.tuner.rollout.Watch;
import io.tuner.text.Diagnostics;
import io.tuner.text.Secret;
import io.tuner.text.Shell;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How a run gets to its hosts: what the operator wrote, as settings and sessions. */
final class Reach implements AutoCloseable {

  private final Console console;
  private final HostOptions options;
  private final Hosts hosts;
  private final ConnectionOptions connectionOptions;
  private final Map<String, Map<String, Object>> connections = new LinkedHashMap<>();
  private final Map<String, Become> becomes = new LinkedHashMap<>();
  private final Map<String, HostSession> others = new LinkedHashMap<>();
  private Optional<Inventory> inventory = Optional.empty();
  private List<String> planned = List.of();
  private final boolean quiet;
  private Fleet fleet;
  private Progress progress = Progress.silent();

  Reach(Console console, HostOptions options, OutputOptions output) throws Stop {
    this.console = console;
    this.options = options;
    this.quiet = output.json;
    Prompts prompts = Prompts.terminal();
    this.hosts = new Hosts(prompts);
    this.connectionOptions =
        new ConnectionOptions(
            options.user,
            password(options.askPass, prompts, "SSH password: "),
            password(options.askBecomePass, prompts, "sudo password: "),
            Optional.empty(),
            Optional.empty(),
            Path.of(""));
  }

  /** Everything of a playbook; what is wrong with it ends the command, and nothing is contacted. */
  static Loaded load(Console console, Path playbook, HostOptions hosts, TagOptions tasks)
      throws Stop {
    if (playbook.toString().endsWith(".json")) {
      throw Stop.usage(
          "`" + playbook + "` is named like a saved plan; a playbook is wanted here",
          "tuner apply " + Shell.quote(playbook.toString()) + " --dry-run shows a saved plan");
    }
    Diagnostics diagnostics = new Diagnostics();
    Optional<Loaded> loaded =
        Loader.load(Loading.of(playbook, hosts, tasks, console), Measuring::check, diagnostics);
    if (diagnostics.hasErrors() || loaded.isEmpty()) {
      throw Stop.usage(diagnostics);
    }
    diagnostics.sorted().forEach(warning -> console.err().print(warning.render()));
    return loaded.get();
  }

  /** The hosts of a playbook. */
  void settings(Loaded loaded) throws Stop {
    Diagnostics diagnostics = new Diagnostics();
    Map<String, Map<String, Object>> variables = new LinkedHashMap<>();
    for (Play play : loaded.plays()) {
      for (String host : play.hosts()) {
        if (!variables.containsKey(host)) {
          variables.put(host, plain(loaded.connection(play, host, diagnostics)));
        }
      }
    }
    if (diagnostics.hasErrors()) {
      throw Stop.usage(diagnostics);
    }
    settings(variables);
  }

  /**
   * Hosts of the inventory that are not tuned themselves: they drive a load, or are compared with.
   */
  void besides(Collection<String> names, Loaded loaded) throws Stop {
    Diagnostics diagnostics = new Diagnostics();
    for (String host : names) {
      if (fleet.session(host) == null && !others.containsKey(host)) {
        others.put(
            host,
            session(host, plain(loaded.connection(loaded.plays().get(0), host, diagnostics))));
      }
    }
    if (diagnostics.hasErrors()) {
      throw Stop.usage(diagnostics);
    }
  }

  /** The session of a host of the run, or of one {@link #besides}. */
  HostSession session(String host) {
    return fleet.session(host) == null ? others.get(host) : fleet.session(host);
  }

  /** The hosts of an inventory. */
  void inventory() throws Stop {
    Diagnostics diagnostics = new Diagnostics();
    inventory = Loader.inventory(Loading.of(options, console), diagnostics);
    Map<String, Map<String, Object>> variables = new LinkedHashMap<>();
    if (inventory.isPresent()) {
      for (String host : inventory.get().selected()) {
        variables.put(host, plain(inventory.get().connection(host, diagnostics)));
      }
    }
    if (diagnostics.hasErrors() || inventory.isEmpty()) {
      throw Stop.usage(diagnostics);
    }
    settings(variables);
  }

  /**
   * The inventory that a saved plan, which has no secrets, takes them from; there may be none.
   *
   * @param saved the inventories that the plan was made with, for commands that go on from it
   */
  void secrets(Object saved) throws Stop {
    if (options.inventories.isEmpty() && saved instanceof List<?> names) {
      planned = names.stream().map(String::valueOf).toList();
    }
    Diagnostics diagnostics = new Diagnostics();
    inventory = Loader.inventory(Loading.of(options, console), diagnostics);
    if (diagnostics.hasErrors() && !options.inventories.isEmpty()) {
      throw Stop.usage(diagnostics);
    }
  }

  /** The hosts of a saved plan, once there are {@link #secrets}. */
  void saved(Map<String, Map<String, Object>> reached) throws Stop {
    Diagnostics diagnostics = new Diagnostics();
    Map<String, Map<String, Object>> variables = new LinkedHashMap<>();
    reached.forEach(
        (host, said) -> {
          Map<String, Object> all = new LinkedHashMap<>(said);
          if (inventory.isPresent() && inventory.get().hosts().contains(host)) {
            Map<String, Object> secrets = plain(inventory.get().connection(host, diagnostics));
            secrets.values().removeIf(value -> !(value instanceof Secret));
            all.putAll(secrets);
          }
          variables.put(host, all);
        });
    settings(variables);
  }

  /** Hosts by the variables that say how they are reached. */
  void settings(Map<String, Map<String, Object>> variables) throws Stop {
    Map<String, HostSession> sessions = new LinkedHashMap<>();
    for (Map.Entry<String, Map<String, Object>> host : variables.entrySet()) {
      sessions.put(host.getKey(), session(host.getKey(), host.getValue()));
      connections.put(host.getKey(), withoutSecrets(host.getValue()));
    }
    fleet = new Fleet(sessions, options.forks);
    progress =
        console.errIsTerminal()
            ? LiveProgress.start(console.err(), console.errStyle(), sessions.size())
            : quiet
                ? Progress.silent()
                : new PlainProgress(console.err(), Clock.systemDefaultZone());
  }

  private HostSession session(String host, Map<String, Object> variables) throws Stop {
    try {
      ConnectionSettings settings = ConnectionSettings.of(host, variables, connectionOptions);
      becomes.put(host, settings.become());
      return new HostSession(
          hosts.of(host, settings), settings.commandTimeout(), settings.rebootTimeout());
    } catch (InvalidVariable e) {
      throw Stop.usage(
          host + ": " + e.getMessage(), "tuner inventory --host " + host + " shows its variables");
    }
  }

  Fleet fleet() {
    return fleet;
  }

  /** By host, what its inventory says of rights. */
  Map<String, Become> becomes() {
    return Map.copyOf(becomes);
  }

  /** By host, how it is reached, secrets left out. */
  Map<String, Map<String, Object>> connections() {
    return connections;
  }

  /** The inventories as they were given, or as a saved plan was made with. */
  List<String> inventories() {
    return options.inventories.isEmpty() ? planned : options.inventories;
  }

  /** What a further command needs to find the same inventory: {@code -i hosts.yml}, or nothing. */
  String inventoryWords() {
    return inventories().stream()
        .map(inventory -> " -i " + Shell.quote(inventory))
        .collect(Collectors.joining());
  }

  /** What the inventory says of a host, besides how it is reached. */
  Credentials.Variables variables(String host) {
    return name -> inventory.flatMap(known -> known.variable(host, name));
  }

  Progress progress() {
    return progress;
  }

  /** Tells the progress. */
  Watch watch() {
    Set<String> started = new HashSet<>();
    return new Watch() {
      @Override
      public void phase(String host, String what) {
        synchronized (started) {
          if (started.add(host)) {
            progress.hostStarted(host);
          }
        }
        progress.hostPhase(host, what);
      }

      @Override
      public void done(HostResult result) {
        progress.hostDone(result.host(), result.status().word().replace('_', ' '));
      }
    };
  }

  @Override
  public void close() {
    progress.finished();
    if (fleet != null) {
      fleet.close();
    }
    others.values().forEach(HostSession::close);
    hosts.close();
  }

  private static Optional<Secret> password(boolean asked, Prompts prompts, String question)
      throws Stop {
    if (!asked) {
      return Optional.empty();
    }
    Optional<Secret> answer = prompts.ask(question, secret -> true);
    if (answer.isEmpty()) {
      throw Stop.usage(
          "a password is to be asked for, and there is no terminal",
          "set it as a variable in a private file: -e @FILE");
    }
    return answer;
  }

  private static Map<String, Object> plain(Map<String, Tree> variables) {
    Map<String, Object> plain = new LinkedHashMap<>();
    variables.forEach((name, tree) -> plain.put(name, Tree.plain(tree)));
    return plain;
  }

  private static Map<String, Object> withoutSecrets(Map<String, Object> variables) {
    Map<String, Object> kept = new LinkedHashMap<>(variables);
    kept.values().removeIf(value -> value == null || value instanceof Secret);
    return kept;
  }
}
