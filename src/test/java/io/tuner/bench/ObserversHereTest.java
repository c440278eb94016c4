package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tuner.Proves;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.ConnectionOptions;
import io.tuner.host.ConnectionSettings;
import io.tuner.host.Hosts;
import io.tuner.host.Prompts;
import io.tuner.probe.Prober;
import io.tuner.resource.Readings;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves(
    what =
        "observers count what this machine does: bytes that a file's flush wrote to its disk, CPU time, "
            + "memory, and packets on the loopback; a service's stop and start are timed by its shell",
    against = "this machine's kernel")
class ObserversHereTest {

  private static final int BYTES = 16 << 20;

  private static final List<Object> ALL =
      List.of(
          "cpu",
          "disk_io",
          Map.of("memory", Map.of("commands", "java")),
          Map.of("network", Map.of("interfaces", "*")));

  @TempDir Path directory;

  private Watched during(Work work) throws Exception {
    List<Observer> observers = Watched.observers(ALL);
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection connection = connect(hosts, Map.of("ansible_connection", "local"))) {
      Prober prober = new Prober(connection, Duration.ofSeconds(60));
      Readings start = prober.read(Become.NO, Map.of(), Observers.probe(observers));
      work.run();
      Readings end = prober.read(Become.NO, Map.of(), Observers.probe(observers));
      return new Watched(Observers.between(observers, start, end, List.of()));
    }
  }

  private Connection connect(Hosts hosts, Map<String, Object> variables) throws Exception {
    ConnectionOptions none = ConnectionOptions.none(directory);
    return hosts.of("here", ConnectionSettings.of("here", variables, none)).connect();
  }

  private interface Work {
    void run() throws Exception;
  }

  /** Bytes that no file system can make smaller. */
  private static void writeAndFlush(Path file) throws Exception {
    byte[] bytes = new byte[BYTES];
    new Random(1).nextBytes(bytes);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
  }

  @Test
  void aFlushedFileReachesADiskThatCounts() throws Exception {
    assumeTrue(
        Files.getFileStore(directory).name().startsWith("/dev/"),
        "left out: temporary files are on " + Files.getFileStore(directory) + ", which is no disk");
    long began = System.nanoTime();
    Watched watched = during(() -> writeAndFlush(directory.resolve("file")));
    double elapsed = (System.nanoTime() - began) / 1e9;
    assumeTrue(
        watched.values().containsKey("disk_io.write_rate"),
        "left out: no disk of this machine counts: " + watched.warnings());
    // The stretch is within the time that went by here, so the bytes are at least these.
    assertThat(watched.value("disk_io.write_rate") * elapsed).isGreaterThanOrEqualTo(BYTES);
    assertThat(watched.value("disk_io.write_iops")).isPositive();
    assertThat(watched.value("disk_io.written_year"))
        .isEqualTo(Endurance.terabytesAYear(watched.value("disk_io.write_rate")));
    assertThat(watched.warnings()).isEmpty();
  }

  @Test
  void aMachineTellsOfItself() throws Exception {
    Watched watched =
        during(
            () -> {
              long end = System.nanoTime() + 200_000_000;
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
            });
    assertThat(watched.value("cpu.busy")).isPositive().isLessThanOrEqualTo(100);
    assertThat(watched.value("memory.java.rss")).isGreaterThan(10 << 20);
    assertThat(watched.value("memory.swap_used")).isNotNegative();
    assertThat(watched.values()).containsKeys("network.lo.rx_bytes", "network.softnet_dropped");
  }

  @Test
  void aMachineTellsWhatItIsLike() throws Exception {
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection connection = connect(hosts, Map.of("ansible_connection", "local"))) {
      Prober prober = new Prober(connection, Duration.ofSeconds(60));
      Environment environment =
          Environment.of(
              prober.read(Become.NO, Map.of(), Environment.PROBE), Instant.EPOCH, Map.of());
      assertThat(environment.kernel()).contains(System.getProperty("os.version"));
      assertThat(environment.boot().orElseThrow()).hasSize(36);
      assertThat(environment.load()).isPresent();
      assertThat(environment.differences(environment)).isEmpty();
    }
  }

  @Test
  void aServiceIsTimedByTheHostsShell() throws Exception {
    Path up = Files.createFile(directory.resolve("up"));
    StartStop benchmark =
        new StartStop(
            Optional.empty(),
            Optional.of("rm \"$R/up\""),
            Optional.of(": >\"$R/up\""),
            Optional.of("test -e \"$R/up\""),
            "60s",
            false);
    Map<String, Object> variables =
        Map.of("ansible_connection", "local", "tuner_root", directory.toString());
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection connection = connect(hosts, variables)) {
      Outcome outcome =
          benchmark.outcome(
              Cell.ONLY,
              Attended.run(
                  connection,
                  Become.NO,
                  Map.of(),
                  benchmark.command(Cell.ONLY),
                  Duration.ofSeconds(60),
                  line -> {}));
      assertThat(outcome.failure()).isEmpty();
      assertThat(outcome.values().keySet().stream().map(Metric::name))
          .containsExactly("stop", "first_start", "later_start");
      assertThat(outcome.values().values()).allMatch(seconds -> seconds > 0);
      assertThat(outcome.warnings()).singleElement().asString().contains("tells no uptime");
      assertThat(up).exists();
    }
  }
}
