package io.tuner.cli;

import io.tuner.text.Suggestion;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help texts, and what is said of a command line that cannot be read. */
final class Usage {

  private static final String EXIT_CODES =
      """
      exit: 0 as declared; 1 a host failed, or a verification; 2 usage, playbook or inventory
      error, or not confirmed: nothing changed; 3 drift; 4 a host could not be reached, none
      failed; 5 as declared but for what a reboot or restart settles; 130 interrupted
      """;

  private Usage() {}

  /** What {@code tuner --help} prints. */
  static String overview() {
    int width = Commands.names().stream().mapToInt(String::length).max().orElse(0);
    String commands =
        Commands.all().stream()
            .map(e -> String.format("  %-" + width + "s  %s%n", e.name(), e.summary()))
            .collect(Collectors.joining());
    return "usage: tuner COMMAND [OPTIONS]\n\n"
        + commands
        + "\n`tuner COMMAND --help` tells a command's options, `tuner doc` the resource types\n"
        + EXIT_CODES;
  }

  /** The reader of one command's options. */
  static CommandLine commandLine(Commands.Entry entry, Console console) {
    CommandLine line = new CommandLine(entry.make().apply(console));
    CommandSpec spec = line.getCommandSpec();
    spec.name("tuner " + entry.name());
    spec.usageMessage()
        .description(entry.summary())
        .abbreviateSynopsis(true)
        .synopsisHeading("usage: ")
        .width(100)
        .footer(("\n" + EXIT_CODES).split("\n"));
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
    // A file of arguments would swallow `-e @FILE`.
    return line.setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** A command line that cannot be read, in our own words. */
  static Stop explain(Commands.Entry entry, CommandLine.ParameterException e) {
    String command = "tuner " + entry.name();
    String help = "`" + command + " --help` tells its options";
    if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      return unmatched.isUnknownOption()
          ? unknownOption(entry, word, options(e.getCommandLine()), help)
          : Stop.usage("`" + word + "` is one argument too many for " + command, help);
    }
    if (e instanceof CommandLine.MissingParameterException missing) {
      String what = missing.getMissing().stream().map(Usage::name).collect(Collectors.joining(", "));
      return Stop.usage(command + " needs " + what, help);
    }
    if (e instanceof CommandLine.OverwrittenOptionException twice) {
      return Stop.usage(name(twice.getOverwritten()) + " was given twice", help);
    }
    ArgSpec argument = e.getArgSpec();
    if (argument != null && e.getValue() != null) {
      String takes = name(argument) + " takes " + argument.paramLabel();
      return Stop.usage(takes + ", not `" + e.getValue() + "`", help);
    }
    return Stop.usage(String.valueOf(e.getMessage()), help);
  }

  /** Why a file could not be read or written. */
  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "`" + e.getMessage() + "` does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "`" + e.getMessage() + "` may not be opened by this user";
    }
    if (e instanceof FileSystemException file && file.getReason() != null) {
      return "`" + file.getFile() + "`: " + file.getReason();
    }
    return String.valueOf(e.getMessage());
  }

  private static Stop unknownOption(
      Commands.Entry entry, String word, List<String> known, String help) {
    String option = word.split("=", 2)[0];
    return Stop.usage(
        "unknown option `" + option + "` of tuner " + entry.name(),
        Suggestion.didYouMean(option, known).orElse(help));
  }

  private static List<String> options(CommandLine line) {
    return line.getCommandSpec().options().stream()
        .flatMap(option -> Stream.of(option.names()))
        .toList();
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? "`" + option.longestName() + "`"
        : argument.paramLabel();
  }
}
