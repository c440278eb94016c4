package io.tuner.apply;

import io.tuner.resource.Readings;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a host said in a conversation, in lines that begin with the conversation's token.
 *
 * @param text all it wrote, tools' output included
 */
record Answer(String token, String text) {

  Answer(String token, byte[] bytes) {
    this(token, new String(bytes, StandardCharsets.UTF_8));
  }

  /** What stands after that word, on the same line; null where the host did not say it. */
  String after(String word) {
    String fence = "\n" + token + " " + word;
    int at = text.indexOf(fence);
    if (at < 0) {
      return null;
    }
    int lineEnd = text.indexOf('\n', at + 1);
    return lineEnd < 0 ? null : text.substring(at + fence.length(), lineEnd).strip();
  }

  /** Why the host takes no change of this run; empty where it does. */
  Optional<String> refusal() {
    String held = after("HELD");
    if (held != null) {
      return Optional.of("another run holds this host's lock: " + (held.isEmpty() ? "?" : held));
    }
    if (after("TWICE") != null) {
      return Optional.of(
          "this run has been on this very host, which has two names in the inventory");
    }
    if (after("GROWN") != null) {
      return Optional.of(
          "run " + after("GROWN") + " has gone on since its journal was read: try again");
    }
    return Optional.ofNullable(after("DENIED"))
        .map(
            where -> "the journal cannot be written in " + where + " (is `become: true` missing?)");
  }

  /** How a change went, with what was read behind it. */
  Outcome outcome(Readings readings) {
    String step = after("STEP");
    String failure = after("UNJOURNALLED");
    int exit =
        failure != null
            ? Outcome.NOT_BEGUN
            : step == null ? 255 : number(step.replaceFirst(".* ", ""));
    String at = after("AT");
    String said = output(failure != null ? "UNJOURNALLED" : "STEP");
    return new Outcome(exit, at == null ? 0 : number(at), said, readings);
  }

  /** What a command wrote: the lines behind the one with that word. */
  private String output(String word) {
    int from = text.indexOf("\n" + token + " " + word);
    int start = text.indexOf('\n', from + 1) + 1;
    int to = text.indexOf("\n" + token + " OUT");
    return from < 0 || to < start ? "" : text.substring(start, to).strip();
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 255;
  }
}
