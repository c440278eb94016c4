package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real sshd of the test's own on the loopback interface, and one key that it lets in. */
final class Sshd implements AutoCloseable {

  private static final Path PROGRAM = Path.of("/usr/sbin/sshd");

  private final Path directory;
  private final Process process;
  private final int port;
  private final List<String> log = new ArrayList<>();
  private final Thread reader;

  /**
   * Starts one.
   *
   * @param directory an empty one, or one where an earlier server's keys lie
   * @param lines further lines of sshd_config(5), which win
   */
  Sshd(Path directory, String... lines) throws Exception {
    assumeTrue(Files.isExecutable(PROGRAM), "openssh-server is not installed: left out");
    this.directory = directory;
    Files.createDirectories(directory);
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    key(directory.resolve("host_key"));
    Path client = key(directory.resolve("client_key"));
    if (!Files.exists(directory.resolve("authorized_keys"))) {
      Files.copy(Path.of(client + ".pub"), directory.resolve("authorized_keys"));
    }
    port = freePort();
    List<String> config = new ArrayList<>(List.of(lines));
    config.addAll(
        List.of(
            "ListenAddress 127.0.0.1",
            "ListenAddress ::1",
            "Port " + port,
            "HostKey " + directory.resolve("host_key"),
            "AuthorizedKeysFile " + directory.resolve("authorized_keys"),
            "PidFile none",
            "StrictModes no",
            "PermitRootLogin yes",
            "PasswordAuthentication no",
            "KbdInteractiveAuthentication no",
            "LogLevel VERBOSE"));
    Path file = directory.resolve("sshd_config");
    // Options go before a Match block of the caller's own, which would swallow them.
    Files.write(file, config);
    process =
        new ProcessBuilder(PROGRAM.toString(), "-D", "-e", "-f", file.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader words = process.inputReader();
    String line = words.readLine();
    while (line != null && !line.contains("Server listening on 127.0.0.1")) {
      log.add(line);
      line = words.readLine();
    }
    assertThat(line).as("sshd listens: %s", log).isNotNull();
    reader = Watch.daemon("sshd log", () -> read(words));
    reader.start();
    Files.writeString(knownHosts(), known(directory.resolve("host_key.pub"), "127.0.0.1"));
  }

  private void read(BufferedReader words) {
    try {
      for (String line = words.readLine(); line != null; line = words.readLine()) {
        logged(line);
      }
    } catch (IOException closed) {
      // The server was ended, and its log with it.
    }
  }

  private synchronized void logged(String line) {
    log.add(line);
    notifyAll();
  }

  /** Waits until the log has a line with that text. */
  synchronized void awaitLog(String text) throws InterruptedException {
    long end = System.nanoTime() + Scripts.LIMIT.toNanos();
    while (log.stream().noneMatch(line -> line.contains(text))) {
      long left = (end - System.nanoTime()) / 1_000_000;
      assertThat(left).as("no `%s` in %s", text, log).isPositive();
      wait(left);
    }
  }

  synchronized List<String> log() {
    return List.copyOf(log);
  }

  int port() {
    return port;
  }

  Path directory() {
    return directory;
  }

  Path clientKey() {
    return directory.resolve("client_key");
  }

  Path knownHosts() {
    return directory.resolve("known_hosts");
  }

  /** A line of known_hosts for this server under a name. */
  String known(Path publicKey, String name) throws IOException {
    return "[" + name + "]:" + port + " " + Files.readString(publicKey);
  }

  /** Variables that reach it with nothing of this user's own; later arguments of ssh come first. */
  Map<String, Object> variables(String... sshArguments) {
    Map<String, Object> variables = new LinkedHashMap<>();
    variables.put("ansible_host", "127.0.0.1");
    variables.put("ansible_port", port);
    variables.put("ansible_user", System.getProperty("user.name"));
    variables.put("ansible_ssh_private_key_file", clientKey().toString());
    List<String> arguments = new ArrayList<>(Arrays.asList(sshArguments));
    arguments.add("-F none");
    arguments.add("-o IdentityAgent=none");
    arguments.add("-o UserKnownHostsFile=" + knownHosts());
    arguments.add("-o GlobalKnownHostsFile=none");
    variables.put("ansible_ssh_common_args", String.join(" ", arguments));
    return variables;
  }

  Host host(Hosts hosts, Map<String, Object> variables) throws InvalidVariable {
    return hosts.of(
        "db1", ConnectionSettings.of("db1", variables, ConnectionOptions.none(directory)));
  }

  static Path key(Path file, String... arguments) throws Exception {
    if (!Files.exists(file)) {
      List<String> command = new ArrayList<>(List.of("ssh-keygen", "-q", "-f", file.toString()));
      command.addAll(
          arguments.length == 0 ? List.of("-t", "ed25519", "-N", "") : List.of(arguments));
      command(command);
    }
    return file;
  }

  static String command(List<String> words) throws Exception {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as("%s: %s", words, said).isZero();
    return said;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
      reader.join(10_000);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
