package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.text.Secret;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.UserAuthFactory;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.auth.password.UserAuthPasswordFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordLoginTest {

  @TempDir Path directory;
  private SshServer server;
  private final AtomicInteger tries = new AtomicInteger();

  @AfterEach
  void stop() throws Exception {
    server.stop(true);
  }

  private void admit(UserAuthFactory... ways) throws Exception {
    server = SshServer.setUpDefaultServer();
    server.setHost("127.0.0.1");
    server.setPort(0);
    server.setKeyPairProvider(
        KeyPairProvider.wrap(KeyUtils.generateKeyPair("ecdsa-sha2-nistp256", 256)));
    server.setUserAuthFactories(List.of(ways));
    server.setPasswordAuthenticator(
        (user, password, session) -> {
          tries.incrementAndGet();
          return user.equals("bob") && password.equals("open sesame");
        });
    server.setCommandFactory((channel, command) -> new SandboxCommand(command, directory));
    server.start();
  }

  private String run(String password) throws Exception {
    Map<String, Object> variables = new HashMap<>();
    variables.put("ansible_host", "127.0.0.1");
    variables.put("ansible_port", server.getPort());
    variables.put("ansible_user", "bob");
    variables.put("ansible_password", Secret.of(password));
    variables.put(
        "ansible_ssh_common_args",
        "-F none -o IdentityAgent=none -o IdentityFile=none -o StrictHostKeyChecking=accept-new"
            + " -o UserKnownHostsFile="
            + directory.resolve("known_hosts"));
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 =
            hosts
                .of(
                    "db1",
                    ConnectionSettings.of("db1", variables, ConnectionOptions.none(directory)))
                .connect()) {
      return Scripts.run(db1, Become.NO, "echo in");
    }
  }

  @Test
  void aPasswordLetsIn() throws Exception {
    admit(UserAuthPasswordFactory.INSTANCE);
    assertThat(run("open sesame")).isEqualTo("in\n");
  }

  @Test
  void aPasswordAnswersTheOneQuestion() throws Exception {
    admit(UserAuthKeyboardInteractiveFactory.INSTANCE);
    assertThat(run("open sesame")).isEqualTo("in\n");
  }

  @Test
  void aWrongPasswordIsTriedOnceWhicheverWaysThereAre() throws Exception {
    admit(UserAuthKeyboardInteractiveFactory.INSTANCE, UserAuthPasswordFactory.INSTANCE);
    assertThatThrownBy(() -> run("wrong sesame"))
        .isInstanceOfSatisfying(
            Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.AUTHENTICATION))
        .hasMessageContaining("it lets nobody in with no key at all and the password")
        .hasMessageNotContaining("sesame");
    assertThat(tries).hasValue(1);
  }
}
