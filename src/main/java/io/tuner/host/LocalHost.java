package io.tuner.host;

/** This machine itself. */
record LocalHost(String name, ConnectionSettings settings) implements Host {
  @Override
  public Connection connect() throws Unreachable {
    throw new Unreachable(Unreachable.Kind.REFUSED, "not yet", "");
  }
}
