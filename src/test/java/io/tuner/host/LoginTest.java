package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.text.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginTest {

  @TempDir static Path directory;
  private static Sshd sshd;
  private static Path locked;
  private static Path authority;

  @BeforeAll
  static void start() throws Exception {
    authority = Sshd.key(directory.resolve("authority"));
    sshd = new Sshd(directory.resolve("sshd"), "TrustedUserCAKeys " + authority + ".pub");
    locked = admitted("locked", "-t", "ed25519", "-N", "open sesame", "-a", "4");
  }

  @AfterAll
  static void stop() {
    if (sshd != null) {
      sshd.close();
    }
  }

  private static Path admitted(String name, String... arguments) throws Exception {
    Path key = Sshd.key(directory.resolve(name), arguments);
    Files.writeString(
        sshd.directory().resolve("authorized_keys"),
        Files.readString(Path.of(key + ".pub")),
        StandardOpenOption.APPEND);
    return key;
  }

  private static Map<String, Object> with(Path key, String... arguments) {
    Map<String, Object> variables = sshd.variables(arguments);
    variables.put("ansible_ssh_private_key_file", key.toString());
    return variables;
  }

  private static String run(Hosts hosts, Map<String, Object> variables) throws Exception {
    try (Connection db1 = sshd.host(hosts, variables).connect()) {
      return Scripts.run(db1, Become.NO, "echo in");
    }
  }

  private static void refused(Prompts prompts, Map<String, Object> variables, String words) {
    try (Hosts hosts = new Hosts(prompts)) {
      assertThatThrownBy(() -> run(hosts, variables))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining(words);
    }
  }

  @Test
  void keysOfEveryKindAreTaken() throws Exception {
    List<Path> keys =
        List.of(
            admitted("ecdsa", "-t", "ecdsa", "-b", "384", "-N", ""),
            admitted("rsa", "-t", "rsa", "-b", "2048", "-N", ""),
            admitted("pem", "-t", "rsa", "-b", "2048", "-m", "PEM", "-N", ""),
            admitted("pkcs8", "-t", "ecdsa", "-b", "256", "-m", "PKCS8", "-N", ""));
    for (Path key : keys) {
      try (Hosts hosts = new Hosts(Prompts.none())) {
        assertThat(run(hosts, with(key))).as(key.toString()).isEqualTo("in\n");
      }
    }
  }

  @Test
  void aKeyTheServerDoesNotKnowIsNamed() throws Exception {
    Path stranger = Sshd.key(directory.resolve("stranger"));
    refused(Prompts.none(), with(stranger), "it lets nobody in with the keys " + stranger);
  }

  @Test
  void aNamedKeyThatCannotBeUsedIsSaid() throws Exception {
    refused(Prompts.none(), with(directory.resolve("missing")), "there is no such file");
    Path text = Files.writeString(directory.resolve("text"), "no key\n");
    Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rw-------"));
    refused(Prompts.none(), with(text), "not a private key");
    Path open = Sshd.key(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    refused(Prompts.none(), with(open), "others may read it");
  }

  @Test
  void aPassphraseIsAskedForOnceForAllHosts() throws Exception {
    List<String> questions = new ArrayList<>();
    Prompts prompts =
        new Prompts(
            question -> {
              questions.add(question);
              return Optional.of(Secret.of("open sesame"));
            });
    try (Hosts hosts = new Hosts(prompts)) {
      assertThat(run(hosts, with(locked))).isEqualTo("in\n");
      assertThat(run(hosts, with(locked))).isEqualTo("in\n");
    }
    assertThat(questions).containsExactly("passphrase of " + locked + ": ");
  }

  @Test
  void aWrongPassphraseIsAskedForThreeTimes() throws Exception {
    List<String> questions = new ArrayList<>();
    Prompts prompts =
        new Prompts(
            question -> {
              questions.add(question);
              return Optional.of(Secret.of("wrong"));
            });
    refused(prompts, with(locked), "which is encrypted, and its passphrase was not given");
    assertThat(questions).hasSize(3);
  }

  @Test
  void withoutATerminalAnEncryptedKeyIsSaidToBeSo() throws Exception {
    refused(Prompts.none(), with(locked), "it takes the key " + locked + ", which is encrypted");
  }

  @Test
  void nobodyIsAskedForAKeyTheServerDoesNotTake() throws Exception {
    Path other = Sshd.key(directory.resolve("locked_stranger"), "-t", "ed25519", "-N", "secret");
    Prompts prompts =
        new Prompts(
            question -> {
              throw new AssertionError(question);
            });
    refused(prompts, with(other), "it lets nobody in");
  }

  @Test
  void anEncryptedPemKeyHidesEvenItsPublicHalf() throws Exception {
    Path pem = admitted("locked_pem", "-t", "rsa", "-b", "2048", "-m", "PEM", "-N", "open sesame");
    Files.delete(Path.of(pem + ".pub"));
    Prompts prompts = new Prompts(question -> Optional.of(Secret.of("open sesame")));
    try (Hosts hosts = new Hosts(prompts)) {
      assertThat(run(hosts, with(pem))).isEqualTo("in\n");
    }
  }

  @Test
  void aCertificateBesideTheKeyLetsIn() throws Exception {
    Path key = Sshd.key(directory.resolve("certified"));
    Sshd.command(
        List.of(
            "ssh-keygen",
            "-q",
            "-s",
            authority.toString(),
            "-I",
            "me",
            "-n",
            System.getProperty("user.name"),
            key + ".pub"));
    try (Hosts hosts = new Hosts(Prompts.none())) {
      assertThat(run(hosts, with(key))).isEqualTo("in\n");
    }
    sshd.awaitLog("Accepted certificate ID \"me\"");
  }

  @Test
  void keysOfAnAgentAreUsed() throws Exception {
    Path socket = directory.resolve("agent");
    Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString()).start();
    try {
      assertThat(agent.inputReader().readLine()).contains("SSH_AUTH_SOCK");
      Path held = admitted("held", "-t", "rsa", "-b", "2048", "-N", "");
      ProcessBuilder adding = new ProcessBuilder("ssh-add", "-q", held.toString());
      adding.environment().put("SSH_AUTH_SOCK", socket.toString());
      assertThat(adding.start().waitFor()).isZero();
      String agentOption = "-o IdentityAgent=" + socket;
      Map<String, Object> variables = sshd.variables(agentOption, "-o IdentityFile=none");
      variables.remove("ansible_ssh_private_key_file");
      Files.delete(held);
      try (Hosts hosts = new Hosts(Prompts.none())) {
        assertThat(run(hosts, variables)).isEqualTo("in\n");
      }
      Map<String, Object> only =
          sshd.variables(agentOption, "-o IdentityFile=none -o IdentitiesOnly=yes");
      only.remove("ansible_ssh_private_key_file");
      refused(Prompts.none(), only, "it lets nobody in with no key at all");
    } finally {
      agent.destroy();
      agent.waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void anAgentThatIsNotThereSaysNothing() throws Exception {
    Map<String, Object> variables = sshd.variables("-o IdentityAgent=" + directory.resolve("no"));
    try (Hosts hosts = new Hosts(Prompts.none())) {
      assertThat(run(hosts, variables)).isEqualTo("in\n");
    }
  }
}
