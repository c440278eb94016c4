package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import io.tuner.plan.Change;
import io.tuner.plan.Conflict;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskResult;
import io.tuner.resource.Settles;
import io.tuner.text.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which code a run ends with. */
@Proves(what = "the exit code is the lowest-numbered failure", against = "made-up results")
class ExitCodeTest {

  /** Hosts by the worst that happened on each; {@code change+boot}: changed, and partly pending. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # hosts                          apply, dry run, detailed, verify
          OK,                                  0,       0,        0,      0
          SKIPPED,                             0,       0,        0,      0
          CHANGED,                             0,       0,        3,      3
          UNKNOWN,                             0,       0,        3,      3
          PENDING,                             5,       0,        5,      5
          CHANGED+BOOT,                        5,       0,        3,      3
          FAILED,                              1,       1,        1,      1
          UNREACHABLE,                         4,       4,        4,      4
          OK UNREACHABLE CHANGED,              4,       4,        3,      3
          UNREACHABLE PENDING,                 4,       4,        4,      4
          UNREACHABLE FAILED CHANGED,          1,       1,        1,      1
          CHANGED PENDING,                     5,       0,        3,      3
          """)
  void theLowestNumberedFailureWins(String hosts, int apply, int dry, int detailed, int verify) {
    List<HostResult> results = new ArrayList<>();
    for (String word : hosts.split(" ")) {
      results.add(host(word));
    }
    assertThat(ExitCode.of("apply", false, false, results, List.of())).isEqualTo(apply);
    assertThat(ExitCode.of("apply", true, false, results, List.of())).isEqualTo(dry);
    assertThat(ExitCode.of("plan", true, true, results, List.of())).isEqualTo(detailed);
    assertThat(ExitCode.of("verify", true, false, results, List.of())).isEqualTo(verify);
  }

  @Test
  void aHostThatFailedAsAWholeFails() {
    HostResult host =
        new HostResult(
            "a", 1, List.of(), Optional.empty(), Optional.of("locked"), Optional.empty());
    assertThat(ExitCode.of("rollback", false, false, List.of(host), List.of())).isEqualTo(1);
  }

  @Test
  @Trap(types = "conflicts", value = "a writer found on the host wins")
  void anotherWriterThatWonFailsAnApplyAndIsDriftToVerify() {
    List<HostResult> hosts = List.of(host("OK"));
    List<Conflict> won = List.of(new Conflict("a", "k", "t", "1", "o", "2", true));
    List<Conflict> waits = List.of(new Conflict("a", "k", "t", "1", "o", "2", false));
    assertThat(ExitCode.of("apply", false, false, hosts, won)).isEqualTo(1);
    assertThat(ExitCode.of("verify", true, false, hosts, won)).isEqualTo(3);
    assertThat(ExitCode.of("apply", true, false, hosts, won)).isZero();
    assertThat(ExitCode.of("apply", false, false, hosts, waits)).isZero();
  }

  private static HostResult host(String word) {
    if (word.equals("UNREACHABLE")) {
      return new HostResult(
          word, 0, List.of(), Optional.of("refused"), Optional.empty(), Optional.empty());
    }
    boolean partly = word.endsWith("+BOOT");
    Status status = Status.valueOf(word.replace("+BOOT", ""));
    Change now = new Change("live", "x", Settles.When.NOW, "", "1", "2");
    Change boot = new Change("boot", "x", Settles.When.BOOT, "", "1", "2");
    List<Change> changes = partly ? List.of(now, boot) : List.of(now);
    TaskResult task =
        new TaskResult(
            "t",
            "",
            Span.NONE,
            status,
            Optional.empty(),
            List.of(),
            Map.of(),
            Optional.empty(),
            changes,
            List.of());
    return new HostResult(
        word, 1, List.of(task), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
