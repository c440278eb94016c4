package io.tuner.host;

import io.tuner.text.Secret;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Asks the operator for secrets, each once for all hosts, one question at a time. */
public final class Prompts {

  private static final int TRIES = 3;

  private final Function<String, Optional<Secret>> ask;
  private final Map<String, Optional<Secret>> answers = new HashMap<>();

  /**
   * Asks in some other way.
   *
   * @param ask takes a question, such as {@code passphrase of /home/a/.ssh/id_rsa: }, and gives the
   *     answer, or empty where nobody answers
   */
  public Prompts(Function<String, Optional<Secret>> ask) {
    this.ask = ask;
  }

  /** At the terminal that tuner was started from; there, nothing is echoed. */
  public static Prompts terminal() {
    return new Prompts(Terminal::ask);
  }

  /** Nobody is there to answer. */
  public static Prompts none() {
    return new Prompts(question -> Optional.empty());
  }

  /**
   * The answer to a question, asked at most three times until one is accepted; the same question is
   * never asked again.
   */
  public synchronized Optional<Secret> ask(String question, Predicate<Secret> accepted) {
    Optional<Secret> known = answers.get(question);
    if (known == null) {
      known = Optional.empty();
      for (int i = 0; i < TRIES && known.isEmpty(); i++) {
        Optional<Secret> answer = ask.apply(question);
        if (answer.isEmpty()) {
          break;
        }
        known = answer.filter(accepted);
      }
      answers.put(question, known);
    }
    return known;
  }
}
