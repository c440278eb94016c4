package io.tuner.host;

/** A host sent more than is taken of one answer; it can be asked again, for less. */
public final class Flooded extends Unreachable {
  private static final long serialVersionUID = 1L;

  public Flooded(String message, String hint) {
    super(Kind.CLOSED, message, hint);
  }
}
