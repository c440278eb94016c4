package io.tuner.cli;

import io.tuner.text.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The words a command takes, declared once: the command line is read by them here, and picocli
 * makes help and completion of them when asked. (Building picocli's own model costs 120 to 250 ms
 * of every start, which is more than a probe of a host.)
 */
final class Syntax {

  /** A value of the right form that is too small or too large; the message says what is taken. */
  static final class OutOfRange extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    OutOfRange(String taken) {
      super(taken);
    }
  }

  /**
   * An option.
   *
   * @param names {@code -i}, {@code --inventory}; the longest comes last
   * @param label what follows it; empty for a flag
   */
  record Option(
      List<String> names,
      String label,
      String description,
      boolean repeats,
      Consumer<String> take) {

    String longestName() {
      return names.get(names.size() - 1);
    }

    boolean isFlag() {
      return label.isEmpty();
    }
  }

  /** A word without a dash. */
  record Argument(
      String label, String description, boolean required, boolean repeats, Consumer<String> take) {}

  private final String command;
  private final List<Option> options = new ArrayList<>();
  private Optional<Argument> argument = Optional.empty();
  private boolean helpAsked;

  /** The syntax of {@code tuner NAME}. */
  Syntax(String name) {
    this.command = "tuner " + name;
    flag(() -> helpAsked = true, "Show this help.", "-h", "--help");
  }

  void flag(Runnable set, String description, String... names) {
    options.add(new Option(List.of(names), "", description, true, ignored -> set.run()));
  }

  void option(String label, Consumer<String> take, String description, String... names) {
    options.add(new Option(List.of(names), label, description, false, take));
  }

  /** An option that may be given more than once. */
  void manyOptions(String label, Consumer<String> take, String description, String... names) {
    options.add(new Option(List.of(names), label, description, true, take));
  }

  void argument(String label, Consumer<String> take, String description) {
    argument = Optional.of(new Argument(label, description, true, false, take));
  }

  void optionalArgument(String label, Consumer<String> take, String description) {
    argument = Optional.of(new Argument(label, description, false, false, take));
  }

  /** One argument or more. */
  void manyArguments(String label, Consumer<String> take, String description) {
    argument = Optional.of(new Argument(label, description, true, true, take));
  }

  String command() {
    return command;
  }

  List<Option> options() {
    return options;
  }

  Optional<Argument> argument() {
    return argument;
  }

  boolean helpAsked() {
    return helpAsked;
  }

  /** Reads the words after the command's name. */
  void read(List<String> words) throws Stop {
    new Reading(words).run();
  }

  private Optional<Option> find(String name) {
    return options.stream().filter(option -> option.names().contains(name)).findFirst();
  }

  private Stop wrong(String message) {
    return Stop.usage(message, "`" + command + " --help` tells its options");
  }

  /** One pass over the words. */
  private final class Reading {

    private final List<String> words;
    private final Set<String> seen = new HashSet<>();
    private int next;
    private int arguments;

    Reading(List<String> words) {
      this.words = words;
    }

    void run() throws Stop {
      boolean onlyArguments = false;
      while (next < words.size()) {
        String word = words.get(next++);
        if (onlyArguments || !word.startsWith("-") || word.equals("-")) {
          takeArgument(word);
        } else if (word.equals("--")) {
          onlyArguments = true;
        } else if (word.startsWith("--")) {
          takeLong(word);
        } else {
          takeShort(word);
        }
      }
      if (!helpAsked && arguments == 0 && argument.filter(Argument::required).isPresent()) {
        throw wrong(command + " needs " + argument.get().label());
      }
    }

    private void takeArgument(String word) throws Stop {
      if (argument.isEmpty() || (arguments > 0 && !argument.get().repeats())) {
        throw wrong("`" + word + "` is one argument too many for " + command);
      }
      arguments++;
      convert(command, argument.get().label(), word, argument.get().take());
    }

    private void takeLong(String word) throws Stop {
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      Option option = find(name).orElseThrow(() -> unknown(name));
      if (option.isFlag() && equals >= 0) {
        throw wrong("`" + name + "` takes no value");
      }
      take(option, name, equals < 0 ? Optional.empty() : Optional.of(word.substring(equals + 1)));
    }

    /** {@code -i INV}, {@code -iINV}, and flags side by side: {@code -kK}. */
    private void takeShort(String word) throws Stop {
      for (int i = 1; i < word.length(); i++) {
        String name = "-" + word.charAt(i);
        Option option = find(name).orElseThrow(() -> unknown(word.length() == 2 ? word : name));
        if (!option.isFlag()) {
          String rest = word.substring(i + 1);
          take(option, name, rest.isEmpty() ? Optional.empty() : Optional.of(rest));
          return;
        }
        take(option, name, Optional.empty());
      }
    }

    private void take(Option option, String name, Optional<String> attached) throws Stop {
      if (!seen.add(option.longestName()) && !option.repeats()) {
        throw wrong("`" + name + "` was given twice");
      }
      if (option.isFlag()) {
        option.take().accept("");
        return;
      }
      boolean follows = next < words.size() && find(words.get(next)).isEmpty();
      if (attached.isEmpty() && !follows) {
        throw wrong("`" + name + "` needs " + option.label());
      }
      String value = attached.isPresent() ? attached.get() : words.get(next++);
      convert("`" + name + "`", option.label(), value, option.take());
    }

    private void convert(String what, String label, String value, Consumer<String> take)
        throws Stop {
      try {
        take.accept(value);
      } catch (OutOfRange range) {
        throw wrong(what + " takes " + range.getMessage() + ", not `" + value + "`");
      } catch (IllegalArgumentException notOne) {
        throw wrong(what + " takes " + label + ", not `" + value + "`");
      }
    }

    /** A letter may be meant for the one long name that begins with it. */
    private static Optional<String> longOf(String name, List<String> known) {
      if (name.length() != 2) {
        return Optional.empty();
      }
      List<String> meant = known.stream().filter(k -> k.startsWith("-" + name)).toList();
      return meant.size() == 1
          ? Optional.of("did you mean `" + meant.get(0) + "`?")
          : Optional.empty();
    }

    private Stop unknown(String name) {
      List<String> known = options.stream().flatMap(o -> o.names().stream()).toList();
      String message = "unknown option `" + name + "` of " + command;
      return longOf(name, known)
          .or(() -> Suggestion.didYouMean(name, known))
          .map(hint -> Stop.usage(message, hint))
          .orElseGet(() -> wrong(message));
    }
  }
}
