package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is drawn while hosts are worked on. */
class ProgressTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final AtomicLong nanos = new AtomicLong();

  @Test
  void elsewhereEveryPhaseIsALineWithItsTime() {
    Clock noon = Clock.fixed(Instant.parse("2026-11-30T12:03:04Z"), ZoneOffset.UTC);
    Progress progress = new PlainProgress(out, noon);
    progress.hostStarted("db1");
    progress.hostPhase("db1", "applying 3/7 sysctl[vm.swappiness]");
    progress.hostPhase("db2", "\u001b[2J");
    progress.hostDone("db1", "changed");
    progress.finished();
    assertThat(written())
        .isEqualTo(
            """
            12:03:04 db1: applying 3/7 sysctl[vm.swappiness]
            12:03:04 db2: \\x1b[2J
            12:03:04 db1: changed
            """);
  }

  @Test
  void onATerminalWhatIsDrawnIsWhatIsBusyAndGoesAtTheEnd() {
    LiveProgress progress = new LiveProgress(out, Style.PLAIN, 3, nanos::get);
    progress.hostStarted("db1");
    progress.hostPhase("db2", "probing\r\nEVIL");
    nanos.set(Duration.ofSeconds(61).toNanos());
    progress.draw();
    assertThat(screen())
        .isEqualTo(
            """
            db1: starting  1 min 1 s
            db2: probing\\r\\nEVIL  1 min 1 s
            0 of 3 hosts done, 3 left, 1 min 1 s
            """);
    progress.hostDone("db1", "ok");
    progress.hostPhase("db2", "applying");
    progress.draw();
    assertThat(screen())
        .isEqualTo("db2: applying  1 min 1 s\n1 of 3 hosts done, 2 left, 1 min 1 s\n");
    progress.aside(() -> out.print("said\n"));
    assertThat(screen()).isEqualTo("said\n");
    progress.draw();
    progress.finished();
    progress.draw();
    progress.finished();
    assertThat(screen()).isEqualTo("said\n");
    progress.hostPhase("db1", "applying");
    progress.draw();
    assertThat(screen())
        .isEqualTo("said\ndb1: applying  0 ms\n0 of 3 hosts done, 3 left, 1 min 1 s\n");
  }

  @Test
  void manyHostsAreCounted() {
    LiveProgress progress = new LiveProgress(out, Style.PLAIN, 50, nanos::get);
    for (int i = 0; i < 50; i++) {
      progress.hostStarted("db" + i);
    }
    progress.draw();
    assertThat(screen().lines()).hasSize(9).last().asString().endsWith("; 42 more at work");
    progress.finished();
  }

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8).replace("\r", "\\r");
  }

  /**
   * What a terminal shows after all that was written: the two sequences drawing uses are played.
   */
  private String screen() {
    StringBuilder screen = new StringBuilder();
    String text = bytes.toString(StandardCharsets.UTF_8);
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '\u001b') {
        screen.append(text.charAt(i));
        continue;
      }
      int end = i + 2;
      while (!Character.isLetter(text.charAt(end))) {
        end++;
      }
      if (text.charAt(end) == 'F') {
        for (int up = Integer.parseInt(text.substring(i + 2, end)); up > 0; up--) {
          screen.setLength(screen.length() - 1);
          screen.setLength(screen.lastIndexOf("\n") + 1);
        }
      }
      i = end;
    }
    return screen.toString();
  }
}
