package io.tuner.cli;

import io.tuner.host.TrainingServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the launcher makes an archive of classes from: the quick start applied to directories, and
 * hosts verified over SSH, which reads a little of this machine. Runs in a copy of the project's
 * playbooks and inventories.
 */
final class Training {

  private static final String READING =
      """
      - hosts: db1
        gather_facts: false
        tasks:
          - sysctl: {settings: {vm.swappiness: ">= 0"}, persist: false}
          - file: {dest: /etc/hostname, mode: "0644"}
          - command: {run: "true", unless: "true"}
      """;

  private Training() {}

  /** Trains in the working directory, which stands for the home directory as well. */
  public static void main(String[] arguments) throws Exception {
    Path scene = Path.of("").toAbsolutePath();
    System.setProperty("user.home", scene.toString());
    try (TrainingServer server = TrainingServer.start()) {
      server.useEd25519();
      String root = "tuner_root='" + scene + "/inventories/sandbox/${inventory_hostname}'";
      String quickStart = "playbooks/quickstart.yml";
      tuner("apply", quickStart, "-e", "ansible_connection=local", "-e", root, "--output", "json");
      tuner("apply", quickStart, "-e", "ansible_connection=local", "-e", root);
      Files.writeString(Path.of("reading.yml"), READING);
      tuner("verify", "reading.yml", "-e", server.variables(), "--output", "json");
      tuner("verify", "reading.yml", "-e", server.variables());
    }
    System.exit(ExitCode.OK);
  }

  private static void tuner(String command, String playbook, String... more) {
    List<String> words = new ArrayList<>(List.of(command, playbook));
    words.addAll(List.of("-i", "inventories/quickstart.yml"));
    words.addAll(List.of(more));
    if (command.equals("apply")) {
      words.add("--yes");
    }
    Main.run(words.toArray(String[]::new));
  }
}
