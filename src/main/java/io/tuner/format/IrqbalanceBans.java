package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Interrupts that irqbalance(1) leaves alone because its policy script says so (the option {@code
 * --policyscript}, of irqbalance 1.0.5 and later). The script is tuner's; what it bans stands in
 * the environment, so that a running irqbalance shows by {@code /proc/PID/environ} what it was
 * started with. Numbers ({@code --banirq}) would be others after the next boot.
 *
 * <p>A ban is {@code eth1@0000:01:00.0}, an interface and the PCI device that it is of, or {@code
 * match=mlx5_comp*}, a pattern of handlers. Its key is {@code eth1} or the pattern with its word.
 *
 * @param variable that holds the options, such as IRQBALANCE_ARGS
 */
public record IrqbalanceBans(String variable) {

  /** Where the script is. */
  public static final String SCRIPT = "/etc/tuner/irqbalance-policy";

  /** The variable that holds the bans. */
  public static final String BANS = "TUNER_BANNED_IRQS";

  /** The script's text. */
  public static final String TEXT =
      """
      #!/bin/sh
      # Written by tuner; see `tuner history`
      # irqbalance(1) asks it of each interrupt: $1 is the directory of its device, $2 its number.
      root=
      device=${1##*/} irq=$2
      set -f
      set -- $TUNER_BANNED_IRQS
      set +f
      for ban; do
        case $ban in match=* | *@) ;; *@"$device") echo ban=true; exit ;; esac
        for handler in "$root/proc/irq/$irq"/*/; do
          handler=${handler%/}
          handler=${handler##*/}
          case $ban in
          match=*) case $handler in ${ban#match=}) echo ban=true; exit ;; esac ;;
          *) case "-$handler-" in *[!A-Za-z0-9_]"${ban%@*}"[!A-Za-z0-9_]*) echo ban=true; exit ;; esac ;;
          esac
        done
      done
      """;

  private static final String OPTION = "--policyscript=" + SCRIPT;
  private static final IniFile.Style STYLE = new IniFile.Style(Optional.of("="), false);

  /** The key of a ban. */
  public static String key(String ban) {
    return ban.startsWith("match=") || !ban.contains("@")
        ? ban
        : ban.substring(0, ban.lastIndexOf('@'));
  }

  /**
   * The bans in effect, by key: none where irqbalance does not ask our script.
   *
   * @param arguments of irqbalance
   * @param variables of its environment
   */
  public static Map<String, String> of(List<String> arguments, Map<String, String> variables) {
    Map<String, String> bans = new LinkedHashMap<>();
    if (IrqbalanceOptions.of(arguments, variables).policy().equals(Optional.of(SCRIPT))) {
      words(variables.getOrDefault(BANS, "")).forEach(ban -> bans.put(key(ban), ban));
    }
    return bans;
  }

  /** The words of a variable. */
  public static List<String> words(String value) {
    return value.isBlank() ? List.of() : List.of(value.strip().split("[ \t\n]+"));
  }

  /** The bans that a file of variables makes. */
  public Map<String, String> in(String text, String inherited) {
    Map<String, String> variables = UnitEnvironment.ofFile(text);
    return of(words(variables.getOrDefault(variable, inherited)), variables);
  }

  /**
   * A file of variables with one ban, or without it; every other byte stays.
   *
   * @param inherited the options that it has from elsewhere where this file has none
   * @throws Refusal where another script is asked already, of which irqbalance takes one alone, or
   *     where the file cannot be edited so
   */
  public String with(String text, String inherited, String key, Optional<String> ban)
      throws Refusal {
    Map<String, String> variables = UnitEnvironment.ofFile(text);
    List<String> options = new ArrayList<>(words(variables.getOrDefault(variable, inherited)));
    Map<String, String> bans = of(options, variables);
    if (Optional.ofNullable(bans.get(key)).equals(ban)) {
      return text;
    }
    Optional<String> policy = IrqbalanceOptions.of(options, variables).policy();
    if (policy.filter(script -> !script.equals(SCRIPT)).isPresent()) {
      throw new Refusal(
          "irqbalance asks `"
              + policy.get()
              + "` already, and takes one policy script alone; have that one ban them too, or give"
              + " `ban: service`");
    }
    ban.ifPresentOrElse(word -> bans.put(key, word), () -> bans.remove(key));
    options.remove(OPTION);
    if (!bans.isEmpty()) {
      options.add(OPTION);
    }
    boolean again = options.equals(words(inherited));
    String edited = set(text, variable, again ? "" : String.join(" ", options));
    return set(edited, BANS, String.join(" ", bans.values()));
  }

  private static String set(String text, String name, String value) throws Refusal {
    IniFile ini = IniFile.parse(text, STYLE);
    if (value.matches("(?s).*[\"\\\\$`'].*")) {
      throw new Refusal("`" + name + "` holds quotes, or what a shell would make of it");
    }
    for (String written : ini.values("", name)) {
      if (!UnitEnvironment.ofFile("A=" + written)
          .getOrDefault("A", "")
          .equals(variable(text, name))) {
        throw new Refusal("`" + name + "` is there twice, or goes over lines");
      }
    }
    String edited =
        value.isEmpty()
            ? ini.without("", name).text()
            : ini.withAll("", name, List.of("\"" + value + "\"")).text();
    if (!variable(edited, name).equals(value)) {
      throw new Refusal("`" + name + "` stands there in a form that is not understood");
    }
    return edited;
  }

  private static String variable(String text, String name) {
    return UnitEnvironment.ofFile(text).getOrDefault(name, "");
  }
}
