package io.tuner.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Where an operator works: a directory with playbooks and an inventory, a home of its own, and
 * {@code ./tuner}, from where the hosts are reached. Its home's {@code .ssh/known_hosts} knows all
 * hosts' keys.
 */
public final class ControlMachine {
  private final Path directory;
  private final UnaryOperator<List<String>> place;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private String input = "";

  /**
   * Sets it up for the lab's hosts, in their controller's network namespace.
   *
   * @param directory an empty one, which the test removes
   */
  public ControlMachine(Path directory) {
    this(directory, Lab.knownHosts(), Lab::inController);
  }

  private ControlMachine(Path directory, String knownHosts, UnaryOperator<List<String>> place) {
    this.directory = directory;
    this.place = place;
    write("home/.ssh/known_hosts", knownHosts);
    write("home/.ssh/config", "");
    environment.put("HOME", home().toString());
    // Java takes the home from the user database, whatever HOME says.
    environment.put("TUNER_JAVA_OPTS", "-Duser.home=" + home());
  }

  /** Sets one up for the emulated machine. */
  static ControlMachine ofMachine(Path directory) {
    return new ControlMachine(directory, Machine.knownHosts(), words -> words);
  }

  /** The working directory of {@link #tuner}. */
  public Path directory() {
    return directory;
  }

  /** The operator's home. */
  public Path home() {
    return directory.resolve("home");
  }

  /** Writes a file; the name may hold directories. */
  public Path write(String name, String text) {
    Path file = directory.resolve(name);
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes {@code inventory.yml} with these hosts, in the group {@code all}. */
  public Path inventory(Login... logins) {
    StringBuilder text = new StringBuilder("all:\n  hosts:\n");
    for (Login login : logins) {
      text.append("    ").append(login.name()).append(":\n");
      login
          .variables()
          .forEach(
              (name, value) ->
                  text.append("      ")
                      .append(name)
                      .append(": ")
                      .append(quoted(value))
                      .append('\n'));
    }
    return write("inventory.yml", text.toString());
  }

  /** The path of a playbook of {@code src/test/resources/lab}. */
  public static String playbook(String name) {
    return Lab.project().resolve("src/test/resources/lab").resolve(name).toString();
  }

  /** Sets a variable in the environment of {@link #tuner}. */
  public ControlMachine environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Sets the standard input of {@link #tuner}; it is empty otherwise. */
  public ControlMachine input(String text) {
    input = text;
    return this;
  }

  /** Runs {@code ./tuner ARGUMENTS…} to its end. */
  public Outcome tuner(String... arguments) {
    return Outcome.of(builder(arguments), input);
  }

  /**
   * Runs {@code ./tuner ARGUMENTS…} with {@code inventory.yml} to its end.
   *
   * @throws AssertionError with all its output, where it ends with another exit code
   */
  RunDocument document(int exit, String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    Outcome outcome = tuner(words.toArray(String[]::new));
    if (outcome.exit() != exit) {
      throw new AssertionError("exit " + outcome.exit() + ", not " + exit + "\n" + outcome);
    }
    return RunDocument.of(outcome);
  }

  /**
   * {@code ./tuner ARGUMENTS…}, not started: for a test that reads it while it runs, or ends it.
   */
  public ProcessBuilder builder(String... arguments) {
    List<String> words = new ArrayList<>(List.of(Lab.project().resolve("tuner").toString()));
    words.addAll(List.of(arguments));
    return run(words);
  }

  /** Another program in the same place, such as {@code ssh}, not started. */
  public ProcessBuilder run(List<String> words) {
    ProcessBuilder builder = new ProcessBuilder(place.apply(words));
    builder.directory(directory.toFile());
    builder.environment().putAll(environment);
    return builder;
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
