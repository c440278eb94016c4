package io.tuner.host;

import com.jcraft.jsch.JSchAlgoNegoFailException;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.JSchSessionDisconnectException;
import io.tuner.text.Durations;
import io.tuner.text.Printable;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;

/** Why a connection did not come about, in words for the one who wanted it. */
final class SshFailure {

  private SshFailure() {}

  static Unreachable of(
      SshTarget target, JSchException e, Login login, HostKeyCheck check, boolean tooLate) {
    String place = target.place();
    if (check.refusal().isPresent()) {
      return check.refusal().get();
    }
    Optional<Unreachable> network = network(place, target, e, tooLate);
    if (network.isPresent()) {
      return network.get();
    }
    if (e instanceof JSchAlgoNegoFailException algorithms) {
      return new Unreachable(
          Unreachable.Kind.ALGORITHMS,
          place
              + ": no algorithm in common for "
              + algorithms.getAlgorithmName()
              + "; it offers "
              + Printable.of(algorithms.getServerProposal()),
          "what is weak (SHA-1, CBC, ssh-dss, RSA below SHA-2) is never used;"
              + " bring the host's OpenSSH up to date");
    }
    String message = String.valueOf(e.getMessage());
    if (message.startsWith("Auth ") || message.startsWith("USERAUTH")) {
      return authentication(place, login);
    }
    if (e instanceof JSchSessionDisconnectException end) {
      return closed(place + ": it ended the connection: " + Printable.of(end.getDescription()));
    }
    if (message.contains("closed by foreign host")
        || message.contains("End of IO Stream")
        || message.contains("SocketException")) {
      return closed(place + ": it closed the connection before anyone was logged in");
    }
    return closed(
        place + ": " + Printable.of(message.replaceAll("^(?:[a-z]+[.])+[A-Za-z]+: ", "")));
  }

  private static Optional<Unreachable> network(
      String place, SshTarget target, Throwable e, boolean tooLate) {
    if (tooLate) {
      return late(place, target);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return failure(
            Unreachable.Kind.NAME,
            place + ": the name has no address",
            "see the name, or set ansible_host");
      }
      if (cause instanceof SocketTimeoutException) {
        return late(place, target);
      }
      if (cause instanceof Tunnel.JumpRefused) {
        return failure(
            Unreachable.Kind.REFUSED,
            place
                + ": not through "
                + target.jumps().get(target.jumps().size() - 1).place()
                + ": "
                + cause.getMessage(),
            "");
      }
      if (cause instanceof NoRouteToHostException) {
        return failure(Unreachable.Kind.REFUSED, place + ": no route there", "");
      }
      if (cause instanceof java.net.ConnectException) {
        boolean refused = String.valueOf(cause.getMessage()).contains("refused");
        return failure(
            Unreachable.Kind.REFUSED,
            place
                + ": "
                + (refused
                    ? "nothing listens at port " + target.port()
                    : Printable.of("" + cause.getMessage())),
            refused ? "see that sshd runs there, or set ansible_port" : "");
      }
    }
    return Optional.empty();
  }

  private static Optional<Unreachable> late(String place, SshTarget target) {
    return failure(
        Unreachable.Kind.TIMEOUT,
        place + ": no answer within " + Durations.show(target.connectTimeout()),
        "see that it is up and no firewall is in between; ansible_timeout sets the limit");
  }

  static Unreachable authentication(String place, Login login) {
    if (!login.locked().isEmpty()) {
      return new Unreachable(
          Unreachable.Kind.AUTHENTICATION,
          place
              + ": it takes the key "
              + login.locked().get(0)
              + ", which is encrypted, and its passphrase was not given",
          "put it into ssh-agent with ssh-add, or start tuner at a terminal");
    }
    String offered =
        login.hasKeys() ? "the keys " + String.join(", ", login.offered()) : "no key at all";
    return new Unreachable(
        Unreachable.Kind.AUTHENTICATION,
        place
            + ": it lets nobody in with "
            + Printable.of(offered)
            + (login.hasPassword() ? " and the password" : ""),
        login.hasPassword()
            ? "see ansible_user and the password"
            : "see ansible_user and ansible_ssh_private_key_file, or give a password with -k");
  }

  private static Unreachable closed(String message) {
    return new Unreachable(Unreachable.Kind.CLOSED, message, "see the log of its sshd");
  }

  private static Optional<Unreachable> failure(Unreachable.Kind kind, String message, String hint) {
    return Optional.of(new Unreachable(kind, message, hint));
  }
}
