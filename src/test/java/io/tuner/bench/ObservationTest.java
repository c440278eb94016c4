package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.bench.statistics.Metric;
import io.tuner.host.Unreachable;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ObservationTest {

  private static final Metric IOPS = Metric.higher("read.iops", "IOPS");
  private static final Duration AT_ONCE = Duration.ofNanos(1);

  /** A host whose memory is dirtier with every reading; samples are refused after some. */
  private static final class Host implements Station {
    private final List<Probe> probes = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch sampled = new CountDownLatch(3);
    private int sampleLimit = Integer.MAX_VALUE;

    @Override
    public String host() {
      return "node1";
    }

    @Override
    public synchronized Readings read(Probe probe) throws Unreachable {
      probes.add(probe);
      int number = probes.size();
      if (number > 1) {
        sampled.countDown();
      }
      if (number > sampleLimit && !probe.reads().containsAll(Observed.CLOCK.reads())) {
        throw new Unreachable(Unreachable.Kind.CLOSED, "no route to node1", "");
      }
      return Told.at(number)
          .file("/proc/stat", "cpu " + number + " 0 0 " + number + "\n")
          .file("/proc/meminfo", "Dirty: " + number + " kB\n")
          .read(probe);
    }

    @Override
    public Finished run(String command, Duration limit, Consumer<String> lastLine) {
      throw new IllegalStateException("not asked to");
    }
  }

  private final Host host = new Host();

  private static Outcome told() {
    return Outcome.of(Map.of(IOPS, 1000.0));
  }

  @Test
  void whatWasSeenStandsBehindWhatTheRunTold() throws Exception {
    Outcome outcome =
        new Observation(Watched.observers("cpu"), host, true).around(ObservationTest::told);
    assertThat(outcome.values().keySet().iterator().next()).isEqualTo(IOPS);
    assertThat(outcome.values()).containsEntry(Metric.lower("cpu.busy", "%"), 50.0);
    assertThat(host.probes).as("one reading before, one after").hasSize(2);
  }

  @Test
  void withoutObserversNothingIsRead() throws Exception {
    assertThat(new Observation(List.of(), host, true).around(ObservationTest::told))
        .isEqualTo(told());
    assertThat(host.probes).isEmpty();
  }

  @Test
  void statesAreSampledWhileItRuns() throws Exception {
    Outcome outcome =
        new Observation(Watched.observers("memory"), host, true, AT_ONCE)
            .around(
                () -> {
                  host.sampled.await();
                  return told();
                });
    double dirty = outcome.values().get(Metric.lower("memory.dirty", "B"));
    assertThat(dirty).isEqualTo(host.probes.size() * 1024.0);
    assertThat(host.probes).hasSizeGreaterThanOrEqualTo(5);
    assertThat(outcome.warnings()).isEmpty();
  }

  @Test
  void aSampleThatFailsIsToldAndTheRunGoesOn() throws Exception {
    host.sampleLimit = 3;
    Outcome outcome =
        new Observation(Watched.observers("memory"), host, true, AT_ONCE)
            .around(
                () -> {
                  host.sampled.await();
                  return told();
                });
    assertThat(outcome.values()).containsEntry(IOPS, 1000.0);
    assertThat(outcome.warnings())
        .containsExactly("nothing more was sampled after a reading failed: no route to node1");
  }

  @Test
  void aRunThatFailedHasNoNumbers() throws Exception {
    Outcome failed = Outcome.failed("no such file");
    assertThat(new Observation(Watched.observers("cpu"), host, true).around(() -> failed))
        .isEqualTo(failed);
  }

  @Test
  void aRunThatIsLostLeavesNoSampler() {
    Observation observation = new Observation(Watched.observers("memory"), host, true, AT_ONCE);
    assertThatThrownBy(
            () ->
                observation.around(
                    () -> {
                      throw new Unreachable(Unreachable.Kind.CLOSED, "gone", "");
                    }))
        .isInstanceOf(Unreachable.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("samples of node1");
  }
}
