package io.tuner.host;

import java.nio.file.Path;
import java.util.Optional;

/** A host that is reached over SSH. */
record SshHost(String name, ConnectionSettings settings, SshClient client, Watch watch)
    implements Host {

  @Override
  public boolean boots() {
    return true;
  }


  @Override
  public Connection connect() throws Unreachable {
    Path home = Path.of(System.getProperty("user.home"));
    try {
      SshTarget target = SshTarget.of(settings, home);
      SshLink link = client.connect(target);
      Starter starter = new Starter(name, Optional.of(target.user()), settings);
      return new SshConnection(name, "", settings.commandTimeout(), starter, client, link, watch);
    } catch (Unreachable e) {
      throw new Unreachable(e.kind(), name + ": " + e.getMessage(), e.hint().orElse(""));
    }
  }
}
