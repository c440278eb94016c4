package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits as real logins get them: by sshd and by su. */
@RealHosts
@Proves(
    types = "limits",
    what =
        "limits as the next login gets them, a later file that wins, more open files than the "
            + "kernel allows",
    against = "real PAM")
class LimitsOnHostsTest {
  private static final String LATER = "/etc/security/limits.d/lab-later.conf";

  @TempDir Path directory;

  private final Host host = Lab.host(1);
  private ControlMachine control;

  @BeforeEach
  void inventory() {
    control = new ControlMachine(directory);
    control.inventory(Login.of(host, "root"));
    control.write(
        "limits.yml",
        """
        - hosts: all
          tasks:
            - limits:
                domain: nobodysudo
                both: {nofile: "${files}", memlock: ">= 1024"}
                soft: {core: 0, nproc: 5000}
                hard: {nproc: 6000}
        """);
  }

  @AfterEach
  void nothingStays() {
    host.output("rm -f " + LATER);
    assertThat(host.ssh("ls /etc/security/limits.d/99-tuner.conf").exit()).isEqualTo(2);
  }

  private RunDocument run(int exit, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    words.addAll(List.of("-i", "inventory.yml", "--output", "json"));
    Outcome outcome = control.tuner(words.toArray(String[]::new));
    assertThat(outcome.exit()).as("%s", outcome).isEqualTo(exit);
    return RunDocument.of(outcome);
  }

  private String login() {
    return host.output(
            "su -s /bin/bash -c 'ulimit -Sn; ulimit -Hn; ulimit -Sl; ulimit -Sc; ulimit -Su;"
                + " ulimit -Hu' - nobodysudo")
        .replace('\n', ' ');
  }

  @Test
  void theNextLoginHasTheLimitsAndTheOneAfterARollbackTheOldOnes() {
    Snapshot tree = host.tree();
    String before = login();
    run(0, "apply", "limits.yml", "--yes", "-e", "files=7777");
    assertThat(login()).isEqualTo("7777 7777 1024 0 5000 6000");
    assertThat(run(0, "apply", "limits.yml", "--yes", "-e", "files=7777").changes("host1"))
        .isEmpty();
    run(0, "rollback", "--yes");
    assertThat(login()).isEqualTo(before);
    assertThat(host.tree().changesSince(tree)).isEmpty();
  }

  @Test
  @Trap(types = "limits", value = "more open files than the kernel allows keep everybody out")
  void moreOpenFilesThanTheKernelAllowsAreRefusedForNoLoginWouldGetThem() {
    RunDocument document = run(1, "apply", "limits.yml", "--yes", "-e", "files=2000000000");
    assertThat(document.task("host1", "limits[nobodysudo]").get("message").toString())
        .contains("fs.nr_open", "would not get it");
    String before = login();
    host.output("echo 'nobodysudo - nofile 2000000000' >" + LATER);
    assertThat(login()).isEqualTo(before);
  }

  @Test
  @Trap(types = "limits", value = "a file that is read later says otherwise")
  void aFileReadLaterWinsAtTheLoginAndIsNamed() {
    host.output("echo 'nobodysudo soft nofile 1234' >" + LATER);
    Outcome applied =
        control.tuner("apply", "limits.yml", "-i", "inventory.yml", "--yes", "-e", "files=7777");
    assertThat(applied.stdout() + applied.stderr()).contains(LATER + ":1");
    assertThat(login()).startsWith("1234 7777 ");
    Outcome verified =
        control.tuner("verify", "limits.yml", "-i", "inventory.yml", "-e", "files=7777");
    assertThat(verified.exit()).isNotZero();
    assertThat(verified.stdout() + verified.stderr()).contains(LATER + ":1");
    run(0, "rollback", "--yes");
  }
}
