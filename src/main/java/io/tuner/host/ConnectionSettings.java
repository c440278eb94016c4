package io.tuner.host;

import io.tuner.text.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How to reach one host, made from the variables of the inventory and the command line.
 *
 * @param kind over SSH, on this machine, or in a sandbox
 * @param address name or address as given; the SSH configuration may name another
 * @param port empty leaves it to the SSH configuration, then 22
 * @param user empty leaves it to the SSH configuration, then the user who runs tuner
 * @param privateKey tried before all others
 * @param password for logging in
 * @param acceptNew true takes an unknown host's key and remembers it; a changed one never
 * @param sshOptions options of ssh_config(5) by keyword in lower case, which win over the file; the
 *     file itself is {@code configfile}
 * @param root what stands before every path; empty for none
 * @param become the default of this host
 * @param becomePassword for sudo
 * @param sudo the command; {@code sudo} by default
 * @param connectTimeout for one hop to answer and let in; empty leaves it to the SSH configuration,
 *     then 30 s
 * @param commandTimeout for one command of a probe or a change
 * @param rebootTimeout from the command that reboots it to the end of its boot
 * @param sandboxTree what a new sandbox begins with; a directory that is copied
 * @param directory the working directory, which sandboxes lie under
 */
public record ConnectionSettings(
    Kind kind,
    String address,
    OptionalInt port,
    Optional<String> user,
    Optional<Path> privateKey,
    Optional<Secret> password,
    boolean acceptNew,
    Map<String, List<String>> sshOptions,
    String root,
    Become become,
    Optional<Secret> becomePassword,
    String sudo,
    Optional<Duration> connectTimeout,
    Duration commandTimeout,
    Duration rebootTimeout,
    Optional<Path> sandboxTree,
    Path directory) {

  /** The kinds of connection; {@code ansible_connection}. */
  public enum Kind {
    SSH,
    LOCAL,
    SANDBOX
  }

  public ConnectionSettings {
    sshOptions = Map.copyOf(sshOptions);
  }

  /**
   * Reads the variables of a host.
   *
   * @param hostName as the inventory names it
   * @param variables plain values: String, Number, Boolean, Secret; those that say nothing of
   *     connections are left alone
   * @throws InvalidVariable the first that cannot be used
   */
  public static ConnectionSettings of(
      String hostName, Map<String, Object> variables, ConnectionOptions options)
      throws InvalidVariable {
    return new SettingsReader(hostName, variables, options).read();
  }
}
