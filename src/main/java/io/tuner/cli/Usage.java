package io.tuner.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Help texts and completion scripts, made by picocli from each command's {@link Syntax}. */
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

  /** What {@code tuner COMMAND --help} prints. */
  static String of(Commands.Entry entry, Syntax syntax) {
    return line(entry, syntax).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  /** A script that completes commands and options in bash, and in zsh with bashcompinit. */
  static String completion(Console console) {
    CommandLine tuner = new CommandLine(CommandSpec.create().name("tuner"));
    for (Commands.Entry entry : Commands.all()) {
      Syntax syntax = new Syntax(entry.name());
      entry.make().apply(console).declare(syntax);
      tuner.addSubcommand(entry.name(), line(entry, syntax));
    }
    return AutoComplete.bash("tuner", tuner);
  }

  private static CommandLine line(Commands.Entry entry, Syntax syntax) {
    CommandSpec spec = CommandSpec.create().name(syntax.command());
    spec.usageMessage()
        .description(entry.summary())
        .abbreviateSynopsis(true)
        .synopsisHeading("usage: ")
        .sortOptions(false)
        .width(100)
        .footer(("\n" + EXIT_CODES).split("\n"));
    syntax.argument().ifPresent(argument -> spec.addPositional(positional(argument)));
    syntax.options().forEach(option -> spec.addOption(option(option)));
    return new CommandLine(spec);
  }

  private static OptionSpec option(Syntax.Option option) {
    String[] names = option.names().toArray(String[]::new);
    OptionSpec.Builder builder =
        OptionSpec.builder(names).description(escaped(option.description()));
    if (option.isFlag()) {
      return builder.arity("0").type(boolean.class).build();
    }
    builder.arity("1").paramLabel(option.label());
    choices(option.label()).ifPresent(builder::completionCandidates);
    Class<?> type = isFile(option.label()) ? java.io.File.class : String.class;
    return option.repeats()
        ? builder.type(List.class).auxiliaryTypes(type).build()
        : builder.type(type).build();
  }

  private static PositionalParamSpec positional(Syntax.Argument argument) {
    String arity = (argument.required() ? "1" : "0") + (argument.repeats() ? "..*" : "..1");
    PositionalParamSpec.Builder builder =
        PositionalParamSpec.builder()
            .arity(arity)
            .paramLabel(argument.label())
            .description(escaped(argument.description()));
    choices(argument.label()).ifPresent(builder::completionCandidates);
    Class<?> type = isFile(argument.label()) ? java.io.File.class : String.class;
    return argument.repeats()
        ? builder.type(List.class).auxiliaryTypes(type).build()
        : builder.type(type).build();
  }

  /** The words of a label such as {@code text|json}. */
  private static Optional<List<String>> choices(String label) {
    boolean literal = label.contains("|") && label.equals(label.toLowerCase(java.util.Locale.ROOT));
    return literal ? Optional.of(List.of(label.split("\\|"))) : Optional.empty();
  }

  private static boolean isFile(String label) {
    return List.of("INV", "DIR", "FILE", "PLAYBOOK", "PLAN.json", "PLAYBOOK|PLAN.json")
        .contains(label);
  }

  /** picocli formats descriptions. */
  private static String escaped(String text) {
    return text.replace("%", "%%");
  }
}
