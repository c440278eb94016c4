package io.tuner.host;

/** This machine itself, or a directory of it that stands for a machine. */
record LocalHost(String name, ConnectionSettings settings, Watch watch) implements Host {
  @Override
  public Connection connect() {
    return new LocalConnection(this);
  }
}
