package io.tuner.host;

import io.tuner.text.Secret;
import java.time.Duration;
import java.util.Optional;

/** Starts the shell of a script in the way a host wants it; the same for every kind of host. */
final class Starter {

  /** Starts a command line in the host's shell. */
  @FunctionalInterface
  interface Raw {
    Exec start(String command) throws Unreachable;
  }

  private final String host;
  private final Optional<String> loginUser;
  private final ConnectionSettings settings;

  /**
   * For a host.
   *
   * @param loginUser who has logged in; empty where nobody else can be had, as in a sandbox
   */
  Starter(String host, Optional<String> loginUser, ConnectionSettings settings) {
    this.host = host;
    this.loginUser = loginUser;
    this.settings = settings;
  }

  Exec start(Become become, Duration limit, Raw raw) throws Unreachable {
    if (!become.enabled() || become.user().equals(loginUser.orElse(become.user()))) {
      return raw.start(Bootstrap.plain());
    }
    String sudo = settings.sudo();
    Optional<Secret> password = settings.becomePassword();
    if (password.isEmpty()) {
      return raw.start(Bootstrap.withoutPassword(sudo, become.user()));
    }
    Sudo conversation = new Sudo(host);
    Exec exec =
        raw.start(
            Bootstrap.withPassword(sudo, become.user(), conversation.mark(), conversation.ready()));
    try {
      conversation.enter(exec, password.get(), limit);
      return exec;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      exec.close();
      throw new Unreachable(Unreachable.Kind.CLOSED, host + ": interrupted", "");
    } catch (Unreachable refused) {
      exec.kill();
      exec.close();
      throw refused;
    }
  }
}
