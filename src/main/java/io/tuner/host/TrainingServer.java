package io.tuner.host;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import com.jcraft.jsch.Signature;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/**
 * The server of the sandboxes as a process of its own, for the run that an archive of classes is
 * made of: so the archive holds what it takes to reach a host, and no server. (With the server in
 * it, every start takes 10 to 20 ms longer.)
 */
public final class TrainingServer implements AutoCloseable {

  private static final String USER = "trainee";
  private static final Path KEY = Path.of(".ssh/id_ed25519");
  private static final Path KNOWN_HOSTS = Path.of(".ssh/known_hosts");
  private static final Path VARIABLES = Path.of("ssh.yml");

  private final Process process;

  private TrainingServer(Process process) {
    this.process = process;
  }

  /**
   * Starts one, which writes its {@link #variables} into the working directory, and the files of
   * ssh for those who have their home there.
   */
  public static TrainingServer start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TrainingServer.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader words = process.inputReader();
    if (words.readLine() == null) {
      throw new IOException("the server for the training does not start");
    }
    return new TrainingServer(process);
  }

  /** The server itself; it ends with its input. */
  public static void main(String[] arguments) throws Exception {
    try (SandboxServer server = new SandboxServer()) {
      server.serve(USER, Path.of("").toAbsolutePath());
      Files.createDirectories(KEY.getParent());
      KeyPair pair = KeyPair.genKeyPair(new JSch(), KeyPair.ED25519);
      try (OutputStream key = privately(KEY)) {
        pair.writeOpenSSHv1PrivateKey(key, null);
      }
      KnownHosts.Entry own = server.key();
      Files.writeString(
          KNOWN_HOSTS,
          own.names() + " " + own.type() + " " + Base64.getEncoder().encodeToString(own.key()));
      try (OutputStream variables = privately(VARIABLES)) {
        variables.write(variables(server).getBytes(StandardCharsets.UTF_8));
      }
      System.out.println("ready");
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static String variables(SandboxServer server) {
    return """
        ansible_connection: ssh
        ansible_host: 127.0.0.1
        ansible_port: %d
        ansible_user: %s
        ansible_password: %s
        """
        .formatted(server.port(), USER, server.password().reveal());
  }

  private static OutputStream privately(Path file) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.newOutputStream(file);
  }

  /** How it is reached, as {@code -e} takes it. */
  public String variables() {
    return "@" + VARIABLES;
  }

  /** Loads what a login by key takes, signs and checks with Ed25519; this server cannot do that. */
  public void useEd25519() throws JSchException {
    try {
      Class.forName(JSch.getConfig("userauth.publickey"));
      Class.forName("com.jcraft.jsch.OpenSshCertificateUtil");
      KeyPair pair = KeyPair.load(new JSch(), KEY.toString());
      byte[] text = {1, 2, 3};
      byte[] signature = pair.getSignature(text);
      Signature check = pair.getVerifier();
      check.update(text);
      if (!check.verify(signature)) {
        throw new IllegalStateException("a signature does not fit its own key");
      }
    } catch (JSchException fault) {
      throw fault;
    } catch (Exception fault) {
      throw new IllegalStateException(fault);
    }
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
  }
}
