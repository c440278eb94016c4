package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.apply.ShellText;
import io.tuner.plan.HostPlan;
import io.tuner.plan.TaskPlan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Scripts of plans, which every shell of this machine is to accept. */
final class ShellCheck {

  /** Those that hosts have; what this machine lacks is left out, but for sh. */
  private static final List<List<String>> SHELLS =
      List.of(List.of("sh"), List.of("dash"), List.of("bash", "--posix"), List.of("busybox", "sh"));

  private final ByteArrayOutputStream script = new ByteArrayOutputStream();

  ShellCheck() {
    script.writeBytes(ShellText.functions());
  }

  void add(HostPlan plan) {
    script.writeBytes(ShellText.probe(plan));
    for (TaskPlan task : plan.tasks()) {
      script.writeBytes(ShellText.changes(task));
    }
  }

  void isAccepted(Path directory) throws Exception {
    Path file = Files.write(directory.resolve("script"), script.toByteArray());
    int tried = 0;
    for (List<String> shell : SHELLS) {
      if (!isInstalled(shell.get(0))) {
        continue;
      }
      tried++;
      List<String> command = new java.util.ArrayList<>(shell);
      command.addAll(List.of("-n", file.toString()));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s: %s", command, said).isZero();
      assertThat(said).as(command.toString()).isEmpty();
    }
    assertThat(tried).isPositive();
  }

  private static boolean isInstalled(String shell) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, shell)));
  }
}
