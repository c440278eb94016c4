package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.text.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conversation with a program that says what sudo 1.9 says, word for word. */
class SudoTest {

  private static final Become OTHER = new Become(true, "somebody-else");

  /** Reads its options as sudo does; then come the lines of one case. */
  private static final String HEAD =
      """
      #!/bin/sh
      printf '%s\\n' "$@" >"$0.args"; env >"$0.env"
      while :; do
        case $1 in
          -n) quiet=1; shift;;
          -S) stdin=1; shift;;
          -H) shift;;
          -p) prompt=$2; shift 2;;
          -u) shift 2;;
          *) break;;
        esac
      done
      """;

  private static final String ASKS =
      """
      [ "$quiet" ] && { echo 'sudo: a password is required' >&2; exit 1; }
      echo 'We trust you have received the usual lecture.' >&2
      tries=0
      while :; do
        printf '%s' "$prompt" >&2
        IFS= read -r answer || { echo 'sudo: no password was provided' >&2; exit 1; }
        [ "$answer" = 'open sesame' ] && break
        tries=$((tries + 1))
        [ $tries -lt 3 ] || { echo 'sudo: 3 incorrect password attempts' >&2; exit 1; }
        echo 'Sorry, try again.' >&2
      done
      """;

  @TempDir Path directory;
  private Path sudo;

  @BeforeEach
  void place() {
    sudo = directory.resolve("sudo");
  }

  private void says(String lines) throws Exception {
    Files.writeString(sudo, HEAD + lines);
    Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString("rwx------"));
  }

  private Connection connect(Hosts hosts, Object password) throws Exception {
    Map<String, Object> variables = new HashMap<>();
    variables.put("ansible_connection", "local");
    variables.put("ansible_become_exe", sudo.toString());
    variables.put("ansible_become_password", password);
    return hosts
        .of("db1", ConnectionSettings.of("db1", variables, ConnectionOptions.none(directory)))
        .connect();
  }

  private String run(Object password, String script) throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = connect(hosts, password)) {
      return Scripts.run(db1, OTHER, script);
    }
  }

  @Test
  void thePasswordIsGivenWhenSudoAsksAndTheScriptWhenItIsIn() throws Exception {
    says(ASKS + "exec \"$@\"\n");
    assertThat(run(Secret.of("open sesame"), "echo in; read x; echo \"[$x]\""))
        .isEqualTo("in\n[]\n");
    for (String leak : new String[] {"sudo.args", "sudo.env"}) {
      assertThat(Files.readString(directory.resolve(leak))).doesNotContain("sesame");
    }
  }

  @Test
  void whereNoPasswordIsWantedItReachesNobody() throws Exception {
    says("exec \"$@\"\n");
    assertThat(run(Secret.of("echo leaked"), "echo in; cat")).isEqualTo("in\n");
  }

  @Test
  void withoutAPasswordTheScriptGoesAtOnce() throws Exception {
    says("[ \"$quiet\" ] && exec \"$@\"\n");
    assertThat(run(null, "echo in")).isEqualTo("in\n");
    assertThat(Files.readString(directory.resolve("sudo.args")))
        .startsWith("-n\n-H\n-u\nsomebody-else\nsh\n-c\n");
  }

  @Test
  void aWrongPasswordIsOneTry() throws Exception {
    says(ASKS + "exec \"$@\"\n");
    assertThatThrownBy(() -> run(Secret.of("wrong"), "echo in"))
        .isInstanceOfSatisfying(
            Unreachable.class,
            e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.SUDO_PASSWORD_WRONG))
        .hasMessage("db1: sudo did not take the password")
        .hasMessageNotContaining("wrong ");
  }

  @Test
  void anUnaskedQuestionEndsWithTheLimit() throws Exception {
    says("printf 'Verification code: ' >&2; read -r x; exec \"$@\"\n");
    Map<String, Object> variables = new HashMap<>();
    variables.put("ansible_connection", "local");
    variables.put("ansible_become_exe", sudo.toString());
    variables.put("ansible_become_password", "x");
    variables.put("ansible_command_timeout", "1");
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 =
            hosts
                .of(
                    "db1",
                    ConnectionSettings.of("db1", variables, ConnectionOptions.none(directory)))
                .connect()) {
      assertThatThrownBy(() -> db1.start(OTHER))
          .isInstanceOf(Unreachable.class)
          .hasMessage("db1: sudo neither asked for the password nor went on: Verification code:");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SUDO_TERMINAL|sudo: sorry, you must have a tty to run sudo",
        "SUDO_REFUSED|bob is not in the sudoers file.",
        "SUDO_REFUSED|Sorry, user bob is not allowed to execute '/bin/sh -c x' as root on db1.",
        "SUDO_REFUSED|Sorry, user bob may not run sudo on db1.",
        "SUDO_REFUSED|sudo: unknown user somebody-else",
        "SUDO_REFUSED|sudo: The \"no new privileges\" flag is set",
        "SUDO_PASSWORD_NEEDED|sudo: a password is required",
        "SUDO_PASSWORD_NEEDED|sudo: interactive authentication is required",
        "SUDO_PASSWORD_WRONG|sudo: 1 incorrect password attempt",
      })
  void everyRefusalHasItsKind(Unreachable.Kind kind, String words) throws Exception {
    says("cat >&2 <<'END'\n" + words + "\nEND\nexit 1\n");
    assertThatThrownBy(() -> run(Secret.of("x"), "echo in"))
        .isInstanceOfSatisfying(Unreachable.class, e -> assertThat(e.kind()).isEqualTo(kind));
    // Without a password nobody waits for sudo: the one who reads finds the end, and asks why.
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = connect(hosts, null);
        Exec exec = db1.start(OTHER)) {
      exec.send(Scripts.framed("echo in; # " + "x".repeat(1 << 20)));
      assertThat(exec.streams().await(Scripts.NEVER, Scripts.LIMIT))
          .isEqualTo(Streams.Outcome.CLOSED);
      assertThat(exec.lost().kind()).isEqualTo(kind);
    }
  }

  @Test
  void anUnknownUserIsNamedWhateverElseIsSaid() throws Exception {
    says(
        "echo 'sudo: unknown user somebody-else' >&2;"
            + " echo 'sudo: error initializing audit plugin sudoers_audit' >&2; exit 1\n");
    assertThatThrownBy(() -> run(Secret.of("x"), "echo in"))
        .isInstanceOf(Unreachable.class)
        .hasMessage("db1: sudo: unknown user somebody-else");
  }

  @Test
  void sudoThatIsNotInstalledIsSaidToBeSo() {
    assertThatThrownBy(() -> run(Secret.of("x"), "echo in"))
        .isInstanceOf(Unreachable.class)
        .hasMessage("db1: sudo is not installed");
  }

  @Test
  void aRefusalThatRepeatsTheCommandIsNoPromptAndNotReady() throws Exception {
    says(
        "echo \"Sorry, user bob is not allowed to execute '$prompt $*' as root on db1.\" >&2; exit 1\n");
    assertThatThrownBy(() -> run(Secret.of("open sesame"), "echo in"))
        .isInstanceOfSatisfying(
            Unreachable.class, e -> assertThat(e.kind()).isEqualTo(Unreachable.Kind.SUDO_REFUSED));
  }

  @Test
  void whoIsThatUserAlreadyNeedsNoSudo() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection db1 = connect(hosts, null)) {
      Become self = new Become(true, System.getProperty("user.name"));
      assertThat(Scripts.run(db1, self, "echo in")).isEqualTo("in\n");
    }
  }
}
