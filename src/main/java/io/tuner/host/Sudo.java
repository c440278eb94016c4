package io.tuner.host;

import io.tuner.text.Printable;
import io.tuner.text.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/** The conversation with sudo that comes before a script, and what sudo's refusals mean. */
final class Sudo {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final String host;
  private final String mark = word();
  private final byte[] ready = (word() + "\n").getBytes(StandardCharsets.US_ASCII);

  Sudo(String host) {
    this.host = host;
  }

  String mark() {
    return mark;
  }

  /** The word that says that the shell has begun. */
  String ready() {
    return new String(ready, 0, ready.length - 1, StandardCharsets.US_ASCII);
  }

  /**
   * Gives the password where sudo asks for it, and returns when the script may be sent. Nothing is
   * sent before sudo's own prompt was seen: with a cached or password-free sudo the line would
   * reach the shell as a command.
   */
  void enter(Exec exec, Secret password, Duration limit) throws Unreachable, InterruptedException {
    if (await(exec, limit) == Answer.READY) {
      return;
    }
    try {
      exec.send((password.reveal() + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException gone) {
      throw exec.lost();
    }
    if (await(exec, limit) == Answer.PROMPT) {
      throw new Unreachable(
          Unreachable.Kind.SUDO_PASSWORD_WRONG,
          host + ": sudo did not take the password",
          "give the right one with -K or ansible_become_password");
    }
  }

  private enum Answer {
    READY,
    PROMPT
  }

  private Answer await(Exec exec, Duration limit) throws Unreachable, InterruptedException {
    Streams streams = exec.streams();
    Streams.Fence fence = (out, err) -> out.find(ready, out.taken()) >= 0 || asks(err);
    switch (streams.await(fence, limit)) {
      case FENCE -> {
        long end = streams.out().find(ready, streams.out().taken());
        streams.err().takeAll();
        if (end >= 0) {
          streams.out().take(end + ready.length);
          return Answer.READY;
        }
        return Answer.PROMPT;
      }
      case CLOSED -> throw exec.lost();
      default ->
          throw new Unreachable(
              Unreachable.Kind.SUDO_REFUSED,
              host + ": sudo neither asked for the password nor went on: " + said(exec),
              "see what `ssh " + host + " sudo -v` asks for; only a password can be given");
    }
  }

  /**
   * The prompt counts only in a last line without an end: a refusal may repeat what it was told.
   */
  private boolean asks(Received err) {
    String text = text(err.copy(err.taken(), err.received()));
    return text.indexOf(mark, text.lastIndexOf('\n') + 1) >= 0;
  }

  private static String said(Exec exec) {
    Received err = exec.streams().err();
    return lastLine(text(err.copy(err.taken(), err.received())));
  }

  /** What sudo's or the shell's last words mean, where they are a refusal that is known. */
  static Optional<Unreachable> refusal(String host, String stderr) {
    String words = stderr.toLowerCase(Locale.ROOT);
    String line = lastLine(stderr);
    if (has(words, "must have a tty")) {
      return failure(
          Unreachable.Kind.SUDO_TERMINAL,
          host + ": sudo wants a terminal (requiretty)",
          "write `Defaults:USER !requiretty` in the host's sudoers");
    }
    if (has(words, "a password is required", "a terminal is required", "authentication is required")
        && !has(words, "incorrect password")) {
      return failure(
          Unreachable.Kind.SUDO_PASSWORD_NEEDED,
          host + ": sudo wants a password",
          "ask for it with -K, or set ansible_become_password in a vault");
    }
    if (has(words, "incorrect password", "sorry, try again", "authentication failure")) {
      return failure(
          Unreachable.Kind.SUDO_PASSWORD_WRONG,
          host + ": sudo did not take the password",
          "give the right one with -K or ansible_become_password");
    }
    if (has(
        words, "not in the sudoers", "is not allowed to", "may not run sudo", "i'm afraid i can")) {
      return failure(
          Unreachable.Kind.SUDO_REFUSED,
          host + ": this user may not use sudo: " + line,
          "log in as another user with -u, or allow this one in the host's sudoers");
    }
    if (has(words, "sudo") && has(words, "not found", "no such file")) {
      return failure(
          Unreachable.Kind.SUDO_REFUSED,
          host + ": sudo is not installed",
          "install it, log in as root with -u root, or set `become: false`");
    }
    if (words.contains("unknown user")) {
      return failure(
          Unreachable.Kind.SUDO_REFUSED,
          host + ": " + lineWith(stderr, "unknown user"),
          "see become_user in the playbook");
    }
    if (line.startsWith("sudo: ") || line.startsWith("sudo-rs: ")) {
      return failure(Unreachable.Kind.SUDO_REFUSED, host + ": " + line, "");
    }
    return Optional.empty();
  }

  /** The line that says it; sudo adds others, about plugins that cannot go on then. */
  private static String lineWith(String text, String words) {
    return lastLine(
        text.lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).contains(words))
            .findFirst()
            .orElse(text));
  }

  static String lastLine(String text) {
    String trimmed = text.strip();
    String line = trimmed.substring(trimmed.lastIndexOf('\n') + 1).strip();
    return Printable.of(line.length() > 300 ? line.substring(0, 300) + "…" : line);
  }

  private static Optional<Unreachable> failure(Unreachable.Kind kind, String message, String hint) {
    return Optional.of(new Unreachable(kind, message, hint));
  }

  private static boolean has(String text, String... words) {
    for (String word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static String word() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
