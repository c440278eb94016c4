package io.tuner.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** One command of a sandbox, as a process of this machine. */
final class SandboxCommand implements Command {

  private final String command;
  private final Path directory;
  private InputStream in;
  private OutputStream out;
  private OutputStream err;
  private ExitCallback exit;
  private Process process;

  SandboxCommand(String command, Path directory) {
    this.command = command;
    this.directory = directory;
  }

  @Override
  public void setInputStream(InputStream stream) {
    in = stream;
  }

  @Override
  public void setOutputStream(OutputStream stream) {
    out = stream;
  }

  @Override
  public void setErrorStream(OutputStream stream) {
    err = stream;
  }

  @Override
  public void setExitCallback(ExitCallback callback) {
    exit = callback;
  }

  @Override
  public void start(ChannelSession channel, Environment environment) throws IOException {
    process = LocalConnection.process(command, directory.toString());
    Thread errors = thread("err", pump(process.getErrorStream(), err));
    thread("in", this::input);
    thread(
        "out",
        () -> {
          pump(process.getInputStream(), out).run();
          end(errors);
        });
  }

  private Thread thread(String what, Runnable action) {
    Thread thread = Watch.daemon("tuner sandbox " + what, action);
    thread.start();
    return thread;
  }

  private static Pump pump(InputStream from, OutputStream to) {
    return new Pump(
        from,
        (bytes, count) -> {
          try {
            to.write(bytes, 0, count);
            to.flush();
            return true;
          } catch (IOException closed) {
            return false;
          }
        },
        () -> {});
  }

  private void input() {
    try (OutputStream to = process.getOutputStream()) {
      byte[] bytes = new byte[65_536];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        to.write(bytes, 0, count);
        to.flush();
      }
    } catch (IOException gone) {
      // One of the two sides has ended, and so does the input.
    }
  }

  private void end(Thread errors) {
    try {
      errors.join();
      exit.onExit(process.waitFor());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nothing to do: the channel's input has ended, and what guards the script ends the rest. */
  @Override
  public void destroy(ChannelSession channel) {}
}
