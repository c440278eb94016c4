package io.tuner.host;

import io.tuner.text.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the command line says about connections. As with Ansible, a variable of the inventory wins
 * over it; where neither says anything, the SSH configuration does.
 *
 * @param user {@code -u}
 * @param password {@code -k}, already asked for
 * @param becomePassword {@code -K}, already asked for
 * @param privateKey {@code --private-key}
 * @param timeout for connecting
 * @param directory the working directory, which relative paths and sandboxes lie under
 */
public record ConnectionOptions(
    Optional<String> user,
    Optional<Secret> password,
    Optional<Secret> becomePassword,
    Optional<Path> privateKey,
    Optional<Duration> timeout,
    Path directory) {

  /** Nothing was said. */
  public static ConnectionOptions none(Path directory) {
    return new ConnectionOptions(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        directory);
  }
}
