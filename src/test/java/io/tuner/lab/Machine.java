package io.tuner.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A whole emulated machine, started once for each test JVM by {@code
 * src/test/lab/machine/machine.sh} and ended with it; where {@code TUNER_MACHINE_RUN} names one
 * that is up already, that one is used and left alone.
 *
 * <p>What is global to a machine may be written here: {@code vm.*}, huge pages, interrupts,
 * modules, the kernel's command line. It has two processors in two NUMA nodes, disks by virtio,
 * SCSI and NVMe, and cards of the kinds e1000e and vmxnet3 that nothing is connected to.
 */
public final class Machine implements BeforeAllCallback {
  /** Its name in inventories. */
  static final String NAME = "machine";

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(Machine.class);
  private static final Path SCRIPT = Lab.project().resolve("src/test/lab/machine/machine.sh");

  private static Running running;

  /** Where its state and its image lie, and its port on 127.0.0.1. */
  private record Running(Path state, Path image, String port, boolean ours)
      implements AutoCloseable {
    @Override
    public void close() {
      if (ours) {
        command("", "down").succeeded();
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .computeIfAbsent(Running.class, key -> start(), Running.class);
  }

  /** One of its users, {@code root} or {@code tuner} (sudo without a password). */
  static Login login(String user) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("ansible_host", "127.0.0.1");
    variables.put("ansible_port", running.port());
    variables.put("ansible_user", user);
    variables.put("ansible_ssh_private_key_file", running.image().resolve("id").toString());
    return new Login(NAME, variables);
  }

  /** Its line of known_hosts. */
  static String knownHosts() {
    return Lab.text(running.state().resolve("known_hosts"));
  }

  /** Runs a shell command on it as root. */
  static Outcome ssh(String command) {
    return command("", "ssh", command);
  }

  /** The standard output of a command that must succeed, without the newlines at its end. */
  static String output(String command) {
    return ssh(command).succeeded().stdout().stripTrailing();
  }

  /**
   * Its file tree, as {@link Host#tree}, but for the programs below {@code /usr}, and with the hash
   * of every file.
   */
  static Snapshot tree(String... leftOut) {
    StringBuilder words = new StringBuilder("sh -s -- /usr");
    for (String path : leftOut) {
      words.append(" '").append(path).append('\'');
    }
    String script = Lab.script("tree.sh").replace("-cnewer /usr/lib/lab/built ", "");
    return Snapshot.ofTree(command(script, "ssh", words.toString()).succeeded().stdout());
  }

  /** The name of the network card of a driver, such as {@code e1000e}. */
  static String card(String driver) {
    return output(
        "for i in /sys/class/net/*; do case $(readlink $i/device/driver) in */"
            + driver
            + ") echo ${i##*/} ;; esac; done");
  }

  /** Reboots it through its systemd. */
  static void reboot() {
    command("", "reboot").succeeded();
  }

  private static Outcome command(String input, String... words) {
    List<String> line = new ArrayList<>(List.of(SCRIPT.toString()));
    line.addAll(List.of(words));
    return Outcome.of(new ProcessBuilder(line), input);
  }

  private static Running start() {
    String given = System.getenv("TUNER_MACHINE_RUN");
    boolean ours = given == null || !Files.exists(Path.of(given, "up"));
    if (ours) {
      command("", "up").succeeded();
    }
    List<String> where = command("", "where").succeeded().stdout().lines().toList();
    return new Running(Path.of(where.get(0)), Path.of(where.get(1)), where.get(2), ours);
  }
}
