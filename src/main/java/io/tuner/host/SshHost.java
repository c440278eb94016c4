package io.tuner.host;

import java.nio.file.Path;

/** A host that is reached over SSH. */
record SshHost(String name, ConnectionSettings settings, SshClient client, Watch watch)
    implements Host {

  @Override
  public Connection connect() throws Unreachable {
    Path home = Path.of(System.getProperty("user.home"));
    SshTarget target;
    try {
      target = SshTarget.of(settings, home);
      return new SshConnection(name, settings, target, client, client.connect(target), watch);
    } catch (Unreachable e) {
      throw new Unreachable(e.kind(), name + ": " + e.getMessage(), e.hint().orElse(""));
    }
  }
}
