package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.plan.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports that are kept. */
@Proves(what = "stored reports are for their owner alone", against = "this machine's file system")
class ReportsTest {

  @TempDir Path directory;

  @Test
  void areForTheirOwnerAloneAlsoWhereThereWereOthersBefore() throws IOException {
    RunResult run = SampleRuns.all().get("planned");
    Path kept = directory.resolve("runs/x");
    Reports.write(kept, RunReport.of(run));
    Files.setPosixFilePermissions(
        kept.resolve("report.json"), PosixFilePermissions.fromString("rw-r--r--"));
    Reports.write(kept, RunReport.of(run));
    assertThat(mode(kept)).isEqualTo("rwx------");
    for (ReportForm form : ReportForm.values()) {
      Path file = kept.resolve(form.file());
      assertThat(mode(file)).isEqualTo("rw-------");
      assertThat(Files.readString(file)).isEqualTo(form.of(RunReport.of(run)));
    }
  }

  @Test
  void anObstacleIsFoundBeforehandAndLeavesNothingBehind() throws IOException {
    assertThat(Reports.obstacle(directory.resolve("a/b/c"))).isEmpty();
    assertThat(directory).isEmptyDirectory();
    Path file = Files.writeString(directory.resolve("file"), "mine");
    assertThat(Reports.obstacle(file)).contains("`" + file + "` is no directory");
    assertThat(Reports.obstacle(file.resolve("runs/x"))).contains("`" + file + "` is no directory");
    assertThat(Reports.obstacle(Path.of("/proc/1/x"))).isPresent();
    assertThat(file).hasContent("mine");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
