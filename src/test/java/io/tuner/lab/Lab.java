package io.tuner.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The lab's hosts, started once for each test JVM by {@code src/test/lab/hosts.sh} and taken down
 * at its end; where {@code TUNER_LAB_RUN} names hosts that are up already, those are used and left
 * alone.
 *
 * <p>{@code TUNER_LAB_HOSTS} is how many to start (3). Hosts are counted from 1; the first {@code
 * TUNER_LAB_LOOPS} (2) have a disk of their own.
 */
public final class Lab implements BeforeAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(Lab.class);
  private static final Path PROJECT = Path.of("").toAbsolutePath();
  private static final Path SCRIPTS = PROJECT.resolve("src/test/lab");

  private static Running running;

  /** The hosts of this test JVM, and where their state and keys lie. */
  private record Running(List<Host> hosts, Path state, Path keys, String controller, boolean ours)
      implements AutoCloseable {
    @Override
    public void close() {
      if (ours) {
        command("", "down").succeeded();
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .computeIfAbsent(Running.class, key -> start(), Running.class);
  }

  /** Host {@code number}, from 1. */
  public static Host host(int number) {
    return running.hosts().get(number - 1);
  }

  /** All hosts, in order. */
  public static List<Host> hosts() {
    return running.hosts();
  }

  /**
   * A key of the lab: {@code id} (every user of every host accepts it), {@code encrypted} (they
   * accept it too; its passphrase is in {@code encrypted.passphrase}), {@code stranger} (nobody
   * does).
   */
  public static Path key(String name) {
    return running.keys().resolve(name);
  }

  /** The password of user {@code operator}, for login and for sudo. */
  public static String operatorPassword() {
    return text(key("operator.password"));
  }

  /** The known_hosts lines of all hosts, both ports, both address families. */
  public static String knownHosts() {
    return text(running.state().resolve("known_hosts"));
  }

  /** The directory of the project. */
  public static Path project() {
    return PROJECT;
  }

  /** A command that runs in the network namespace from where the hosts are reached. */
  static List<String> inController(List<String> command) {
    List<String> words =
        new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + running.controller()));
    words.addAll(command);
    return words;
  }

  /** Runs {@code hosts.sh WORDS…}. */
  static Outcome command(String input, String... words) {
    List<String> line = new ArrayList<>(List.of(SCRIPTS.resolve("hosts.sh").toString()));
    line.addAll(List.of(words));
    return Outcome.of(new ProcessBuilder(line), input);
  }

  static Path state() {
    return running.state();
  }

  /** The tree that all hosts started from. */
  static Path image() {
    return running.keys().resolveSibling("root");
  }

  static String script(String name) {
    return text(SCRIPTS.resolve("lib").resolve(name));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Running start() {
    String given = System.getenv("TUNER_LAB_RUN");
    boolean ours = given == null || !Files.exists(Path.of(given, "ready"));
    if (ours) {
      command("", "up", System.getenv().getOrDefault("TUNER_LAB_HOSTS", "3")).succeeded();
    }
    List<String> where = command("", "where").succeeded().stdout().lines().toList();
    List<Host> hosts = command("", "list").succeeded().stdout().lines().map(Host::parse).toList();
    return new Running(hosts, Path.of(where.get(0)), Path.of(where.get(1)), where.get(2), ours);
  }
}
