package io.tuner.host;

/** A variable of the inventory that says how to reach a host has a value that cannot be used. */
public class InvalidVariable extends Exception {
  private static final long serialVersionUID = 1L;

  private final String variable;

  public InvalidVariable(String variable, String message) {
    super(message);
    this.variable = variable;
  }

  /** Its name: {@code ansible_port}. */
  public String variable() {
    return variable;
  }
}
