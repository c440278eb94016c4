package io.tuner.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of one host, read as what they stand for, with ssh's tokens replaced. */
final class SshOptions {

  private static final Pattern ENVIRONMENT = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)\\}");

  private final String name;
  private final Map<String, List<String>> options;
  private final Path home;

  SshOptions(String name, Map<String, List<String>> options, Path home) {
    this.name = name;
    this.options = options;
    this.home = home;
  }

  Optional<String> text(String keyword) {
    return Optional.ofNullable(options.get(keyword)).map(values -> values.get(0));
  }

  String host() {
    return text("hostname").map(host -> host.replace("%h", name).replace("%%", "%")).orElse(name);
  }

  String user() {
    return text("user").orElse(System.getProperty("user.name"));
  }

  int number(String keyword, int otherwise) throws Unreachable {
    String text = text(keyword).orElse("none");
    if (text.equals("none") || text.equals("0")) {
      return otherwise;
    }
    if (!text.matches("[0-9]{1,7}")) {
      throw fault(keyword + ": `" + text + "` is not a number");
    }
    return Integer.parseInt(text);
  }

  boolean truth(String keyword) {
    return text(keyword).map(text -> text.equalsIgnoreCase("yes")).orElse(false);
  }

  /** Files of a list, the word {@code none} left out. */
  List<Path> paths(String keyword) throws Unreachable {
    List<Path> paths = new ArrayList<>();
    for (String text : options.getOrDefault(keyword, List.of())) {
      if (!text.equalsIgnoreCase("none")) {
        paths.add(path(text));
      }
    }
    return paths;
  }

  /** An inventory's argument of ssh may hold several in one word. */
  List<Path> knownHosts(String keyword, List<Path> otherwise) throws Unreachable {
    if (!options.containsKey(keyword)) {
      return otherwise;
    }
    List<Path> paths = new ArrayList<>();
    for (String text : options.get(keyword)) {
      for (String one : text.strip().split("\\s+")) {
        if (!one.equalsIgnoreCase("none")) {
          paths.add(path(one));
        }
      }
    }
    return paths;
  }

  Optional<Path> agent() throws Unreachable {
    String text = text("identityagent").orElse("SSH_AUTH_SOCK");
    if (text.equals("none")) {
      return Optional.empty();
    }
    if (text.equals("SSH_AUTH_SOCK")) {
      return environment("SSH_AUTH_SOCK").map(Path::of);
    }
    return text.startsWith("$") && !text.startsWith("${")
        ? environment(text.substring(1)).map(Path::of)
        : Optional.of(path(text));
  }

  void refuseProxyCommand() throws Unreachable {
    Optional<String> command = text("proxycommand").filter(text -> !text.equals("none"));
    if (command.isPresent() && text("proxyjump").isEmpty()) {
      throw fault("ProxyCommand is not supported; write `ProxyJump HOST` instead");
    }
  }

  Unreachable fault(String message) {
    return new Unreachable(
        Unreachable.Kind.CONFIGURATION, "SSH configuration of " + name + ": " + message, "");
  }

  private Path path(String text) throws Unreachable {
    Matcher matcher = ENVIRONMENT.matcher(SshConfig.tilde(text, home));
    StringBuilder out = new StringBuilder();
    while (matcher.find()) {
      String variable = matcher.group(1);
      String value =
          environment(variable)
              .orElseThrow(() -> fault("`" + variable + "` is not in the environment"));
      matcher.appendReplacement(out, Matcher.quoteReplacement(value));
    }
    matcher.appendTail(out);
    return home.resolve(".ssh").resolve(tokens(out.toString())).normalize();
  }

  /** The tokens of ssh_config(5) that a file's name may hold. */
  private String tokens(String text) throws Unreachable {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%' || i + 1 == text.length()) {
        out.append(c);
        continue;
      }
      i++;
      switch (text.charAt(i)) {
        case '%' -> out.append('%');
        case 'd' -> out.append(home);
        case 'h' -> out.append(host());
        case 'n' -> out.append(name);
        case 'p' -> out.append(number("port", 22));
        case 'r' -> out.append(user());
        case 'u' -> out.append(System.getProperty("user.name"));
        case 'k' -> out.append(text("hostkeyalias").orElse(host()).toLowerCase(Locale.ROOT));
        default -> throw fault("`%" + text.charAt(i) + "` is not supported in `" + text + "`");
      }
    }
    return out.toString();
  }

  private static Optional<String> environment(String variable) {
    return Optional.ofNullable(System.getenv(variable)).filter(text -> !text.isEmpty());
  }
}
