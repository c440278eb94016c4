package io.tuner.load;

/** A template reads a fact that is not known yet. */
final class FactsWanted extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says which: {@code facts.architecture}. */
  FactsWanted(String what) {
    super(what, null, false, false);
  }
}
