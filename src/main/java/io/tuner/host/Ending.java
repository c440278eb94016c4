package io.tuner.host;

/** What the end of a shell means that ended before its script did. */
final class Ending {

  private Ending() {}

  /**
   * A refusal of sudo where its words are one, else what is known.
   *
   * @param end {@code its shell ended with exit 1}
   * @param stderr what it wrote first
   */
  static Unreachable of(String host, String end, String stderr) {
    return Sudo.refusal(host, stderr)
        .orElseGet(
            () -> {
              String said = stderr.isBlank() ? "" : ": " + Sudo.lastLine(stderr);
              return new Unreachable(Unreachable.Kind.CLOSED, host + ": " + end + said, "");
            });
  }
}
