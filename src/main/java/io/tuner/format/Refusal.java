package io.tuner.format;

/**
 * Says that a text cannot be read or changed safely, and why. The message is a sentence fragment
 * for people: lower case, naming the text concerned, without a full stop.
 */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  /** A refusal for the given reason. */
  public Refusal(String reason) {
    super(reason);
  }
}
