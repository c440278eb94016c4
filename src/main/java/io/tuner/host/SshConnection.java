package io.tuner.host;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import java.time.Duration;

/** A host that is logged in at. */
final class SshConnection implements Connection {

  private final String name;
  private final String root;
  private final Duration limit;
  private final Starter starter;
  private final SshClient client;
  private final SshLink link;
  private final Watch watch;

  /**
   * A login.
   *
   * @param limit for one command
   */
  SshConnection(
      String name,
      String root,
      Duration limit,
      Starter starter,
      SshClient client,
      SshLink link,
      Watch watch) {
    this.name = name;
    this.root = root;
    this.limit = limit;
    this.starter = starter;
    this.client = client;
    this.link = link;
    this.watch = watch;
  }

  @Override
  public String root() {
    return root;
  }

  @Override
  public Exec start(Become become) throws Unreachable {
    return starter.start(become, limit, this::start);
  }

  private Exec start(String command) throws Unreachable {
    try {
      ChannelExec channel = (ChannelExec) link.session().openChannel("exec");
      if (channel == null) {
        throw new Unreachable(Unreachable.Kind.CLOSED, name + ": " + link.end(), "");
      }
      channel.setCommand(command);
      return new SshExec(name, channel, link, watch, limit);
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
