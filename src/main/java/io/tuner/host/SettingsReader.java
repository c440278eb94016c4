package io.tuner.host;

import io.tuner.text.Durations;
import io.tuner.text.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads what the inventory and the command line say of one host. */
final class SettingsReader {

  private static final Set<String> SUDO_FLAGS = Set.of("-H", "-S", "-n");

  private final String hostName;
  private final Map<String, Object> variables;
  private final ConnectionOptions options;
  private final Map<String, List<String>> ssh = SshArguments.none();

  SettingsReader(String hostName, Map<String, Object> variables, ConnectionOptions options) {
    this.hostName = hostName;
    this.variables = variables;
    this.options = options;
  }

  ConnectionSettings read() throws InvalidVariable {
    for (String name :
        List.of("ansible_ssh_args", "ansible_ssh_common_args", "ansible_ssh_extra_args")) {
      SshArguments.read(name, text(name).orElse(""), ssh);
    }
    refuseUncheckedKeys();
    refuseOtherThanSudo();
    ConnectionSettings.Kind kind = kind();
    return new ConnectionSettings(
        kind,
        text("ansible_host").or(() -> text("ansible_ssh_host")).orElse(hostName),
        port(),
        text("ansible_user").or(() -> text("ansible_ssh_user")).or(options::user),
        text("ansible_ssh_private_key_file")
            .or(() -> text("ansible_private_key_file"))
            .map(this::path)
            .or(options::privateKey),
        secret("ansible_password").or(() -> secret("ansible_ssh_pass")).or(options::password),
        strictness().equals("accept-new"),
        ssh,
        root(kind),
        new Become(
            truth("ansible_become").orElse(false), text("ansible_become_user").orElse("root")),
        secret("ansible_become_password")
            .or(() -> secret("ansible_become_pass"))
            .or(options::becomePassword),
        text("ansible_become_exe").orElse("sudo"),
        duration("ansible_timeout").or(options::timeout),
        duration("ansible_command_timeout").orElse(Duration.ofMinutes(2)),
        duration("tuner_reboot_timeout").orElse(Duration.ofMinutes(10)),
        text("sandbox_tree").map(this::path),
        options.directory());
  }

  private ConnectionSettings.Kind kind() throws InvalidVariable {
    String kind = text("ansible_connection").orElse("ssh");
    return switch (kind) {
      case "ssh", "smart", "paramiko", "ansible.builtin.ssh" -> ConnectionSettings.Kind.SSH;
      case "local", "ansible.builtin.local" -> ConnectionSettings.Kind.LOCAL;
      case "sandbox" -> {
        if (!hostName.matches("[A-Za-z0-9_][A-Za-z0-9._-]*")) {
          throw new InvalidVariable(
              "ansible_connection", "`" + hostName + "` cannot name the directory of a sandbox");
        }
        yield ConnectionSettings.Kind.SANDBOX;
      }
      default ->
          throw new InvalidVariable(
              "ansible_connection", "`" + kind + "` is none of ssh, local, sandbox");
    };
  }

  private String root(ConnectionSettings.Kind kind) throws InvalidVariable {
    Optional<String> root = text("tuner_root");
    if (root.isEmpty()) {
      return "";
    }
    if (kind != ConnectionSettings.Kind.LOCAL) {
      throw new InvalidVariable("tuner_root", "tuner_root needs `ansible_connection: local`");
    }
    Path path = path(root.get());
    if (!Files.isDirectory(path)) {
      throw new InvalidVariable(
          "tuner_root", "there is no directory `" + path + "`; make it, or mend tuner_root");
    }
    return path.toString().equals("/") ? "" : path.toString();
  }

  private OptionalInt port() throws InvalidVariable {
    Optional<String> text = text("ansible_port").or(() -> text("ansible_ssh_port"));
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    if (!text.get().matches("[0-9]{1,5}")
        || Integer.parseInt(text.get()) < 1
        || Integer.parseInt(text.get()) > 65_535) {
      throw new InvalidVariable("ansible_port", "`" + text.get() + "` is not a port");
    }
    return OptionalInt.of(Integer.parseInt(text.get()));
  }

  private String strictness() throws InvalidVariable {
    String value = ssh.getOrDefault("stricthostkeychecking", List.of("yes")).get(0);
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "yes", "ask", "true" -> "yes";
      case "accept-new" -> {
        if (ssh.getOrDefault("userknownhostsfile", List.of("")).get(0).startsWith("/dev/null")) {
          throw unchecked(
              "ansible_ssh_common_args", "UserKnownHostsFile=/dev/null with accept-new");
        }
        yield "accept-new";
      }
      default -> throw unchecked("ansible_ssh_common_args", "StrictHostKeyChecking=" + value);
    };
  }

  private void refuseUncheckedKeys() throws InvalidVariable {
    for (String name : List.of("ansible_host_key_checking", "ansible_ssh_host_key_checking")) {
      if (!truth(name).orElse(true)) {
        throw unchecked(name, name + ": false");
      }
    }
  }

  private static InvalidVariable unchecked(String variable, String what) {
    return new InvalidVariable(
        variable,
        "`"
            + what
            + "` would give root's commands and passwords to whoever answers;"
            + " write `-o StrictHostKeyChecking=accept-new`, which trusts the first answer and keeps it");
  }

  private void refuseOtherThanSudo() throws InvalidVariable {
    String method = text("ansible_become_method").orElse("sudo");
    if (!method.equals("sudo") && !method.equals("ansible.builtin.sudo")) {
      throw new InvalidVariable(
          "ansible_become_method", "`" + method + "` is not supported; sudo is");
    }
    String flags = text("ansible_become_flags").orElse("");
    for (String flag : flags.strip().split("\\s+")) {
      if (!flag.isEmpty() && !SUDO_FLAGS.contains(flag)) {
        throw new InvalidVariable("ansible_become_flags", "`" + flag + "` is not supported");
      }
    }
  }

  private Optional<Duration> duration(String name) throws InvalidVariable {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Duration duration = Durations.parse(text.get());
      if (duration.isZero() || duration.compareTo(Duration.ofDays(1)) > 0) {
        throw new IllegalArgumentException("`" + text.get() + "` is not between 1s and 1d");
      }
      return Optional.of(duration);
    } catch (IllegalArgumentException e) {
      throw new InvalidVariable(name, e.getMessage());
    }
  }

  private Optional<Boolean> truth(String name) throws InvalidVariable {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String word = text.get().toLowerCase(Locale.ROOT);
    if (Arrays.asList("true", "yes", "on", "1").contains(word)) {
      return Optional.of(true);
    }
    if (Arrays.asList("false", "no", "off", "0").contains(word)) {
      return Optional.of(false);
    }
    throw new InvalidVariable(name, "`" + text.get() + "` is neither true nor false");
  }

  private Path path(String text) {
    String home = System.getProperty("user.home");
    String whole = text.equals("~") || text.startsWith("~/") ? home + text.substring(1) : text;
    return options.directory().toAbsolutePath().resolve(whole).normalize();
  }

  private Optional<String> text(String name) {
    return Optional.ofNullable(variables.get(name))
        .map(value -> value instanceof Secret secret ? secret.reveal() : value.toString())
        .filter(value -> !value.isBlank());
  }

  private Optional<Secret> secret(String name) {
    Object value = variables.get(name);
    return value instanceof Secret secret
        ? Optional.of(secret)
        : Optional.ofNullable(value).map(Object::toString).map(Secret::of);
  }
}
