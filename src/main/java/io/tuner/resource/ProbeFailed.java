package io.tuner.resource;

/** A reading that is needed was refused, or cannot be understood. */
public class ProbeFailed extends Exception {
  private static final long serialVersionUID = 1L;

  public ProbeFailed(String message) {
    super(message);
  }
}
