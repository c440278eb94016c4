package io.tuner.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of the remote shell and its children during an apply and its rollback is traced. */
@RealHosts
@Proves(
    what = "no managed file is opened for writing or truncated where it lies, only renamed over",
    against = "real hosts, traced by strace")
class OnlyRenamedOverTest {

  private static final List<String> MANAGED =
      List.of("/etc/lab-file.conf", "/etc/lab-option.ini", "/etc/lab-template.conf");

  private static final String PLAYBOOK =
      """
      - hosts: all
        become: true
        tasks:
          - file: {dest: /etc/lab-file.conf, content: "new\\n", mode: "0640"}
          - config_option: {path: /etc/lab-option.ini, section: a, option: size, value: "7"}
          - template: {src: lab.ftl, dest: /etc/lab-template.conf}
      """;

  @TempDir Path directory;

  private final Host host = Lab.host(2);

  @Test
  void anApplyAndItsRollbackRenameNewFilesOverOldOnes() {
    ControlMachine control = new ControlMachine(directory);
    control.inventory(Login.of(host, "tuner").traced());
    control.write("files.yml", PLAYBOOK);
    control.write("lab.ftl", "new\n");
    host.output(
        "rm -rf /var/lib/tuner; echo old | tee /etc/lab-file.conf >/etc/lab-template.conf;"
            + " printf '[a]\\nsize=1\\n' >/etc/lab-option.ini");
    host.clearTraces();
    control.tuner("apply", "files.yml", "-i", "inventory.yml", "--yes").succeeded();
    control.tuner("rollback", "-i", "inventory.yml", "--yes").succeeded();
    List<String> changes =
        host.traces().stream().flatMap(trace -> trace.changes().stream()).toList();
    for (String path : MANAGED) {
      String name = Pattern.quote(path);
      Pattern written =
          Pattern.compile(
              ": (open\\w*|creat|truncate\\w*)\\(.*\""
                  + name
                  + "\"|: ftruncate\\w*\\(\\d+<"
                  + name);
      assertThat(changes).filteredOn(call -> written.matcher(call).find()).as(path).isEmpty();
      assertThat(changes)
          .filteredOn(call -> call.matches(".*: rename\\w*\\(.*\"" + name + "\".*"))
          .as(path)
          .hasSizeGreaterThanOrEqualTo(2);
    }
    host.output("rm -f " + String.join(" ", MANAGED));
  }
}
