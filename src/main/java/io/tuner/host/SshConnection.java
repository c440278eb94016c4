package io.tuner.host;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;

/** A host that is logged in at. */
final class SshConnection implements Connection {

  private final String name;
  private final ConnectionSettings settings;
  private final SshTarget target;
  private final SshClient client;
  private final SshLink link;
  private final Watch watch;

  SshConnection(
      String name,
      ConnectionSettings settings,
      SshTarget target,
      SshClient client,
      SshLink link,
      Watch watch) {
    this.name = name;
    this.settings = settings;
    this.target = target;
    this.client = client;
    this.link = link;
    this.watch = watch;
  }

  @Override
  public String root() {
    return settings.root();
  }

  @Override
  public Exec start(Become become) throws Unreachable {
    return new Starter(name, target.user(), settings)
        .start(become, settings.commandTimeout(), this::start);
  }

  private Exec start(String command) throws Unreachable {
    try {
      ChannelExec channel = (ChannelExec) link.session().openChannel("exec");
      if (channel == null) {
        throw new Unreachable(Unreachable.Kind.CLOSED, name + ": " + link.end(), "");
      }
      channel.setCommand(command);
      return new SshExec(name, channel, link, watch, settings.commandTimeout());
    } catch (JSchException e) {
      boolean lost = !link.isAlive();
      throw new Unreachable(
          Unreachable.Kind.CLOSED,
          name + ": " + (lost ? link.end() : "it opens no further channel"),
          lost ? "" : "see MaxSessions in its sshd_config");
    }
  }

  @Override
  public void close() {
    client.forget(link);
    link.close();
  }
}
