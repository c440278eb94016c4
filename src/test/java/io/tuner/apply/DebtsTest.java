package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.plan.TaskPlan;
import io.tuner.resource.Content;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DebtsTest {

  @Test
  void whereTheJournalMayNotBeReadItsRefusalIsTold() {
    assertThat(said("/var/lib/tuner/notified/*", new Reading.Refused<>("Permission denied")))
        .containsExactly(
            "cannot read /var/lib/tuner/notified/*: Permission denied: whether a handler is still"
                + " owed is not known (is `become: true` missing?)");
  }

  @Test
  void aFileThatNamesNoHandlerIsToBeMovedAway() {
    assertThat(said("/var/lib/tuner/notified/x", new Reading.Present<>(Content.of("{"))))
        .singleElement()
        .asString()
        .startsWith("/var/lib/tuner/notified/x names a handler")
        .contains("move it away");
  }

  @Test
  void whereTunerNeverWasNothingIsOwed() {
    assertThat(said("/var/lib/tuner/notified/*", new Reading.Absent<>())).isEmpty();
  }

  private static List<String> said(String path, Reading<Content> reading) {
    TreeMap<String, Reading<Content>> files = new TreeMap<>();
    files.put(path, reading);
    Readings readings =
        new Readings.Builder().glob(new Read.Glob("/var/lib/tuner/notified/*"), files).build();
    return Debts.unreadable(readings).stream()
        .map(TaskPlan::result)
        .map(result -> result.message().orElseThrow())
        .toList();
  }
}
