package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.text.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionSettingsTest {

  private static final Path DIRECTORY = Path.of("/some where");

  private static ConnectionSettings of(Map<String, Object> variables) throws InvalidVariable {
    return ConnectionSettings.of("db1", variables, ConnectionOptions.none(DIRECTORY));
  }

  @Test
  void withoutVariablesAHostIsReachedByItsName() throws Exception {
    ConnectionSettings settings = of(Map.of("data_disk", "sdb"));
    assertThat(settings.kind()).isEqualTo(ConnectionSettings.Kind.SSH);
    assertThat(settings.address()).isEqualTo("db1");
    assertThat(settings.port()).isEmpty();
    assertThat(settings.become()).isEqualTo(Become.NO);
    assertThat(settings.acceptNew()).isFalse();
    assertThat(settings.root()).isEmpty();
  }

  @Test
  void variablesWinOverTheCommandLine() throws Exception {
    ConnectionOptions options =
        new ConnectionOptions(
            Optional.of("fromLine"),
            Optional.of(Secret.of("k")),
            Optional.of(Secret.of("K")),
            Optional.of(Path.of("/line/key")),
            Optional.of(Duration.ofSeconds(5)),
            DIRECTORY);
    ConnectionSettings line = ConnectionSettings.of("db1", Map.of(), options);
    assertThat(line.user()).hasValue("fromLine");
    assertThat(line.becomePassword()).hasValue(Secret.of("K"));
    assertThat(line.connectTimeout()).hasValue(Duration.ofSeconds(5));
    ConnectionSettings variables =
        ConnectionSettings.of(
            "db1",
            Map.of(
                "ansible_user",
                "fromInventory",
                "ansible_password",
                Secret.of("p"),
                "ansible_ssh_private_key_file",
                "keys/id",
                "ansible_become",
                true,
                "ansible_become_user",
                "oracle",
                "ansible_timeout",
                7),
            options);
    assertThat(variables.user()).hasValue("fromInventory");
    assertThat(variables.password()).hasValue(Secret.of("p"));
    assertThat(variables.privateKey()).hasValue(Path.of("/some where/keys/id"));
    assertThat(variables.become()).isEqualTo(new Become(true, "oracle"));
    assertThat(variables.connectTimeout()).hasValue(Duration.ofSeconds(7));
  }

  @Test
  void argumentsOfSshBecomeItsOptions() throws Exception {
    ConnectionSettings settings =
        of(
            Map.of(
                "ansible_ssh_common_args",
                "-o StrictHostKeyChecking=accept-new -o 'UserKnownHostsFile=/a b/known' -J g1,g2"
                    + " -o ControlMaster=auto -C -vv -p2200",
                "ansible_ssh_extra_args",
                "-o ProxyJump=late -o IdentityFile=/k1 -i /k2"));
    assertThat(settings.acceptNew()).isTrue();
    assertThat(settings.sshOptions())
        .containsEntry("proxyjump", List.of("g1,g2"))
        .containsEntry("userknownhostsfile", List.of("/a b/known"))
        .containsEntry("port", List.of("2200"))
        .containsEntry("identityfile", List.of("/k1", "/k2"));
  }

  @Test
  void theOldWayToJumpIsUnderstood() throws Exception {
    assertThat(
            of(Map.of(
                    "ansible_ssh_common_args",
                    "-o ProxyCommand=\"ssh -W %h:%p -q -p 2222 bob@gate\""))
                .sshOptions())
        .containsEntry("proxyjump", List.of("bob@gate:2222"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ansible_connection|winrm|none of ssh, local, sandbox",
        "ansible_port|99999|is not a port",
        "ansible_timeout|soon|is not a duration",
        "ansible_become|perhaps|neither true nor false",
        "ansible_become_method|su|sudo is",
        "ansible_become_flags|-i|`-i` is not supported",
        "ansible_host_key_checking|false|accept-new",
        "ansible_ssh_common_args|-o StrictHostKeyChecking=no|whoever answers",
        "ansible_ssh_common_args|-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/dev/null|whoever answers",
        "ansible_ssh_common_args|-o ProxyCommand='nc %h %p'|write `-o ProxyJump=HOST`",
        "ansible_ssh_common_args|-D 1080|not supported",
        "ansible_ssh_common_args|-o|needs a value",
        "ansible_ssh_common_args|-o \"Port=1|a quote is not closed",
        "tuner_root|/image|needs `ansible_connection: local`",
      })
  void whatCannotBeUsedIsNamed(String variable, String value, String words) {
    assertThatThrownBy(() -> of(Map.of(variable, value)))
        .isInstanceOfSatisfying(
            InvalidVariable.class, e -> assertThat(e.variable()).isEqualTo(variable))
        .hasMessageContaining(words);
  }

  @Test
  void noSecretIsShown() throws Exception {
    assertThat(
            of(Map.of("ansible_password", "p4ss", "ansible_become_password", Secret.of("w0rd")))
                .toString())
        .doesNotContain("p4ss")
        .doesNotContain("w0rd");
  }
}
