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

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
