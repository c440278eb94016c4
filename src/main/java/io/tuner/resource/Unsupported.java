package io.tuner.resource;

/** This host cannot have what is wanted; the message says why, and what to write instead. */
public class Unsupported extends Exception {
  private static final long serialVersionUID = 1L;

  public Unsupported(String message) {
    super(message);
  }
}
