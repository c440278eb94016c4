package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostKeyCheckTest {

  @TempDir static Path directory;
  private static Sshd sshd;
  private static Path rsa;

  @BeforeAll
  static void start() throws Exception {
    rsa = Sshd.key(directory.resolve("rsa"), "-t", "rsa", "-b", "2048", "-N", "");
    Path authority = Sshd.key(directory.resolve("authority"));
    Path certified = Sshd.key(directory.resolve("certified"), "-t", "ecdsa", "-b", "256", "-N", "");
    Sshd.command(
        List.of(
            "ssh-keygen",
            "-q",
            "-s",
            authority.toString(),
            "-I",
            "db1",
            "-h",
            "-n",
            "127.0.0.1,db1.alias",
            certified + ".pub"));
    sshd =
        new Sshd(
            directory.resolve("sshd"),
            "HostKey " + rsa,
            "HostKey " + certified,
            "HostCertificate " + certified + "-cert.pub");
  }

  @AfterAll
  static void stop() {
    if (sshd != null) {
      sshd.close();
    }
  }

  /** Connects with a known_hosts file of that text. */
  private String connect(Path known, String... arguments) throws Exception {
    List<String> all = new java.util.ArrayList<>(List.of(arguments));
    all.add("-o UserKnownHostsFile=" + known);
    Map<String, Object> variables = sshd.variables(all.toArray(String[]::new));
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = sshd.host(hosts, variables).connect()) {
      return Scripts.run(db1, Become.NO, "echo in");
    }
  }

  private Path known(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text);
  }

  private void refused(Path known, Unreachable.Kind kind, String words, String... arguments) {
    assertThatThrownBy(() -> connect(known, arguments))
        .isInstanceOfSatisfying(
            Unreachable.class,
            e -> {
              assertThat(e.kind()).isEqualTo(kind);
              assertThat(e.hint()).isPresent();
            })
        .hasMessageContaining(words);
  }

  @Test
  void aKeyThatNobodyKnowsIsRefusedAndShown() throws Exception {
    Path none = directory.resolve("none");
    String fingerprint =
        Sshd.command(List.of("ssh-keygen", "-lf", sshd.directory().resolve("host_key.pub") + ""))
            .split(" ")[1];
    refused(none, Unreachable.Kind.HOST_KEY_UNKNOWN, "its host key is not known: ssh-ed25519 ");
    assertThat(none).doesNotExist();
    assertThat(fingerprint).startsWith("SHA256:");
  }

  @Test
  void anotherKeyThanTheOneThatIsKnownIsRefused() throws Exception {
    Path other = Sshd.key(directory.resolve("other_key"));
    Path known = known("changed", "# a note\n" + sshd.known(Path.of(other + ".pub"), "127.0.0.1"));
    refused(known, Unreachable.Kind.HOST_KEY_CHANGED, "is not the one at " + known + ":2");
    refused(
        known,
        Unreachable.Kind.HOST_KEY_CHANGED,
        "is not the one at ",
        "-o StrictHostKeyChecking=accept-new");
  }

  @Test
  void aKeyOfTheTypeThatIsKnownIsAskedFor() throws Exception {
    Path known = known("rsa_only", sshd.known(Path.of(rsa + ".pub"), "127.0.0.1"));
    assertThat(connect(known)).isEqualTo("in\n");
  }

  @Test
  void hashedNamesPatternsAndPlainNamesAreKnown() throws Exception {
    Path key = sshd.directory().resolve("host_key.pub");
    Path hashed = known("hashed", sshd.known(key, "127.0.0.1"));
    Sshd.command(List.of("ssh-keygen", "-H", "-f", hashed.toString()));
    assertThat(Files.readString(hashed)).startsWith("|1|");
    assertThat(connect(hashed)).isEqualTo("in\n");
    assertThat(connect(known("plain", "127.0.0.1 " + Files.readString(key)))).isEqualTo("in\n");
    assertThat(connect(known("pattern", "!10.*,[127.0.0.?]:* " + Files.readString(key))))
        .isEqualTo("in\n");
    refused(
        known("negated", "![127.0.0.1]:*,* " + Files.readString(key).replace("\n", " x\n")),
        Unreachable.Kind.HOST_KEY_UNKNOWN,
        "not known",
        "-o HostKeyAlias=[127.0.0.1]:1");
  }

  @Test
  void aRevokedKeyIsRefusedEvenWhereItIsKnown() throws Exception {
    Path key = sshd.directory().resolve("host_key.pub");
    Path known =
        known("revoked", sshd.known(key, "127.0.0.1") + "@revoked * " + Files.readString(key));
    refused(known, Unreachable.Kind.HOST_KEY_CHANGED, "marked as revoked at " + known + ":2");
  }

  @Test
  void aNewKeyIsRememberedWhereTheInventorySaysSo() throws Exception {
    Path known = directory.resolve("new/known_hosts");
    assertThat(connect(known, "-o StrictHostKeyChecking=accept-new")).isEqualTo("in\n");
    assertThat(Files.readString(known)).startsWith("[127.0.0.1]:" + sshd.port() + " ssh-ed25519 ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(known)))
        .isEqualTo("rw-------");
    assertThat(connect(known)).isEqualTo("in\n");
    String before = Files.readString(known);
    assertThat(connect(known, "-o StrictHostKeyChecking=accept-new")).isEqualTo("in\n");
    assertThat(Files.readString(known)).isEqualTo(before);
  }

  @Test
  void aLineWithoutAnEndIsNotRunInto() throws Exception {
    Path known = known("open", "somebody ssh-ed25519 AAAA");
    assertThat(connect(known, "-o StrictHostKeyChecking=accept-new")).isEqualTo("in\n");
    assertThat(Files.readAllLines(known)).hasSize(2);
  }

  @Test
  void aCertificateOfAKnownAuthorityIsEnough() throws Exception {
    String authority = Files.readString(directory.resolve("authority.pub"));
    assertThat(connect(known("authority_known", "@cert-authority [127.0.0.*]:* " + authority)))
        .isEqualTo("in\n");
    refused(
        known("authority_elsewhere", "@cert-authority elsewhere " + authority),
        Unreachable.Kind.HOST_KEY_UNKNOWN,
        "not known");
    refused(
        known("authority_revoked", "@cert-authority * " + authority + "@revoked * " + authority),
        Unreachable.Kind.CLOSED,
        "revoked");
  }

  @Test
  void anAliasIsLookedUpInPlaceOfTheAddress() throws Exception {
    Path key = sshd.directory().resolve("host_key.pub");
    Path known = known("alias", "db1.alias " + Files.readString(key));
    assertThat(connect(known, "-o HostKeyAlias=db1.alias")).isEqualTo("in\n");
    refused(known, Unreachable.Kind.HOST_KEY_UNKNOWN, "not known");
  }

  @Test
  void weakAlgorithmsAreNeverUsed() throws Exception {
    try (Sshd weak = new Sshd(directory.resolve("weak"), "Ciphers aes128-ctr", "MACs hmac-sha1");
        Hosts hosts = new Hosts(Prompts.none())) {
      assertThatThrownBy(() -> weak.host(hosts, weak.variables()).connect())
          .isInstanceOfSatisfying(
              Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.ALGORITHMS))
          .hasMessageContaining("hmac-sha1");
    }
  }
}
