package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bootstrap through every shell that can be somebody's login shell. */
class LoginShellTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"dash", "bash", "busybox ash", "ksh", "fish", "tcsh", "bsd-csh", "zsh"})
  void passesTheBootstrapOn(String shell) throws Exception {
    assumeTrue(
        LocalConnection.installed(shell.split(" ")[0]), shell + " is not installed: left out");
    Path sudo =
        Files.writeString(
            directory.resolve("sudo"),
            "#!/bin/sh\nwhile [ \"$1\" != sh ]; do shift; done\nexec \"$@\"\n");
    Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString("rwx------"));
    try (Sshd sshd =
            new Sshd(
                directory.resolve("sshd"),
                "ForceCommand " + shell + " -c \"$SSH_ORIGINAL_COMMAND\"");
        Hosts hosts = new Hosts(Prompts.none())) {
      Map<String, Object> variables = sshd.variables();
      variables.put("ansible_become_exe", sudo.toString());
      String script = "x='a \"b\" \\ ! $c'; printf '%s\\n' \"$x\"; read y; echo \"$y\"";
      try (Connection db1 = sshd.host(hosts, variables).connect()) {
        assertThat(Scripts.run(db1, Become.NO, script)).isEqualTo("a \"b\" \\ ! $c\n\n");
        assertThat(Scripts.run(db1, new Become(true, "o'dd user"), "echo through"))
            .isEqualTo("through\n");
      }
      variables.put("ansible_become_password", "never wanted");
      try (Connection db1 = sshd.host(hosts, variables).connect()) {
        assertThat(Scripts.run(db1, new Become(true, "other"), "echo ready")).isEqualTo("ready\n");
      }
    }
  }
}
