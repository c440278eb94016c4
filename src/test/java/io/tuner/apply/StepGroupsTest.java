package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.probe.HostShell;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps that belong together: each of some, or all of them or none. */
class StepGroupsTest {

  private static final Script REFUSED = Script.empty().write("/irq/managed", "4");

  @TempDir Path root;

  @BeforeEach
  void twoAttributes() throws Exception {
    Files.createDirectories(root.resolve("irq"));
    Files.writeString(root.resolve("irq/24"), "0\n");
    Files.writeString(root.resolve("irq/25"), "0\n");
  }

  private int run(Script script) throws Exception {
    String text =
        HostShell.preamble(root.toString(), "token", Map.of())
            + StepFunctions.TEXT
            + StepShell.commands(script);
    Process shell = new ProcessBuilder("sh").redirectErrorStream(true).start();
    shell.getOutputStream().write(HostShell.bytes(text));
    shell.getOutputStream().close();
    shell.getInputStream().readAllBytes();
    return shell.waitFor();
  }

  @Test
  void oneThatIsRefusedDoesNotStopTheOthers() throws Exception {
    Script writes = Script.empty().write("/irq/24", "4").then(REFUSED).write("/irq/25", "5");
    assertThat(run(Script.empty().each(writes).write("/irq/24", "9"))).isNotZero();
    assertThat(root.resolve("irq/24")).hasContent("4");
    assertThat(root.resolve("irq/25")).hasContent("5");
  }

  @Test
  void eachThatSucceedsLetsTheNextStepCome() throws Exception {
    Script writes = Script.empty().write("/irq/24", "4").write("/irq/25", "5");
    assertThat(run(Script.empty().each(writes).write("/irq/24", "9"))).isZero();
    assertThat(root.resolve("irq/24")).hasContent("9");
    assertThat(root.resolve("irq/25")).hasContent("5");
  }

  @Test
  void anAttemptThatFailsIsUndone() throws Exception {
    Script body = Script.empty().replaceFile("/fstab", Content.of("new\n")).then(REFUSED);
    Script undo = Script.empty().removeFile("/fstab").write("/irq/25", "7");
    assertThat(run(Script.empty().attempt(body, undo).write("/irq/24", "9"))).isNotZero();
    assertThat(root.resolve("fstab")).doesNotExist();
    assertThat(root.resolve("irq/25")).hasContent("7");
    assertThat(root.resolve("irq/24")).hasContent("0");
  }
}
