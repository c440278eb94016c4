package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tuner.Proves;
import io.tuner.bench.statistics.Cell;
import io.tuner.format.DiskStats;
import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.ConnectionOptions;
import io.tuner.host.ConnectionSettings;
import io.tuner.host.Hosts;
import io.tuner.host.Prompts;
import io.tuner.host.Unreachable;
import io.tuner.probe.Prober;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import io.tuner.resources.YamlTree;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Observers beside benchmarks that really run, judged by what the kernel tells this test itself.
 */
@Proves(
    what =
        "beside a real `dd` observers see its bytes reach the disk, and no more than the disk counted; the "
            + "memory of a process that is there; packets on the loopback; the load that a command tells",
    against = "this machine's kernel")
class ObserversBesideBenchmarksTest {

  private static final int MEBIBYTES = 32;
  private static final double BYTES = MEBIBYTES * 1024.0 * 1024.0;

  @TempDir Path directory;

  /** This machine, as benchmarks see a host. */
  private record Here(Connection connection) implements Station {
    @Override
    public String host() {
      return "here";
    }

    @Override
    public Readings read(Probe probe) throws Unreachable, InterruptedException {
      return new Prober(connection, Duration.ofSeconds(60)).read(Become.NO, Map.of(), probe);
    }

    @Override
    public Finished run(String command, Duration limit, Consumer<String> lastLine)
        throws Unreachable, InterruptedException {
      return Attended.run(connection, Become.NO, Map.of(), command, limit, lastLine);
    }
  }

  /** The numbers of one run of an entry of {@code benchmarks}. */
  private Map<String, Double> run(String entry) throws Exception {
    Diagnostics diagnostics = new Diagnostics();
    Tree.Sequence entries = (Tree.Sequence) YamlTree.parse("play.yml", entry);
    Item item = ItemReader.read(entries.items(), Map.of(), diagnostics).get(0);
    assertThat(diagnostics.sorted()).as(diagnostics.render()).isEmpty();
    ConnectionOptions none = ConnectionOptions.none(directory);
    Map<String, Object> local = Map.of("ansible_connection", "local");
    Block block;
    try (Hosts hosts = new Hosts(Prompts.none());
        Connection connection =
            hosts.of("here", ConnectionSettings.of("here", local, none)).connect()) {
      block = Runner.round(item, new Here(connection), line -> {});
    }
    assertThat(block.refused()).isEmpty();
    assertThat(block.failures()).isEmpty();
    assertThat(block.warnings(Cell.ONLY)).isEmpty();
    Map<String, Double> values = new LinkedHashMap<>();
    block.runs().get(Cell.ONLY).get(0).values().forEach((m, value) -> values.put(m.name(), value));
    return values;
  }

  private String dd(String observe) {
    return "- dd: {filename: %s, size: %dM, rw: write}\n  observe: [%s]\n"
        .formatted(directory.resolve("dd"), MEBIBYTES, observe);
  }

  /** What all real disks wrote since the machine started, in bytes. */
  private static long written() throws Exception {
    long sectors = 0;
    for (var disk :
        DiskStats.parse(Files.readString(Path.of("/proc/diskstats"))).devices().entrySet()) {
      if (Files.exists(Path.of("/sys/block", disk.getKey().replace('/', '!'), "device/uevent"))) {
        sectors += disk.getValue().get(DiskStats.Column.SECTORS_WRITTEN).orElse(0);
      }
    }
    return sectors * 512;
  }

  @Test
  void theBytesOfADdReachTheDiskAndNoMoreThanItCounted() throws Exception {
    assumeTrue(
        Files.getFileStore(directory).name().startsWith("/dev/"),
        "left out: temporary files are on " + Files.getFileStore(directory) + ", which is no disk");
    long already = written();
    assumeTrue(already > 0, "left out: no disk of this machine counts what is written to it");
    long began = System.nanoTime();
    Map<String, Double> values = run(dd("disk_io, cpu"));
    double around = (System.nanoTime() - began) / 1e9;
    double counted = written() - already;
    double rate = values.get("disk_io.write_rate");
    // What was watched is no longer than the time around it, and no shorter than dd itself.
    assertThat(rate * around).as("bytes of dd").isGreaterThanOrEqualTo(BYTES);
    double ofDd = BYTES / values.get("write.bw");
    assertThat(rate * ofDd).as("bytes that the disk counted").isLessThanOrEqualTo(counted);
    assertThat(values.get("disk_io.write_iops")).isPositive();
    assertThat(values.get("disk_io.written_year")).isEqualTo(Endurance.terabytesAYear(rate));
    assertThat(values.get("cpu.busy")).isPositive().isLessThanOrEqualTo(100);
    assertThat(directory.resolve("dd")).doesNotExist();
  }

  @Test
  void theMemoryOfAProcessThatIsThereIsThatOfItsStatus() throws Exception {
    Process process = new ProcessBuilder("sleep", "1000").start();
    try {
      Path number = Files.writeString(directory.resolve("pid"), process.pid() + "\n");
      Map<String, Double> values =
          run(
              "- command: {run: echo 7, metrics: {seven: {regex: '([0-9]+)'}}}\n"
                  + "  observe: {memory: {pid_files: "
                  + number
                  + "}}\n");
      Matcher status =
          Pattern.compile("VmRSS:\\s+(\\d+) kB")
              .matcher(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
      assertThat(status.find()).isTrue();
      double bytes = Long.parseLong(status.group(1)) * 1024.0;
      assertThat(values.get("memory." + number + ".rss")).isBetween(bytes / 2, bytes * 2);
      assertThat(values.get("memory." + number + ".rss"))
          .isGreaterThanOrEqualTo(values.get("memory." + number + ".rss_anon"));
      assertThat(values.get("seven")).isEqualTo(7);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void packetsOnTheLoopbackAndTheLoadOfACommandAreSeen() throws Exception {
    Path queue = Files.writeString(directory.resolve("queue"), "waiting 7\n");
    String load =
        "load: {run: 'cat %s /proc/stat', metrics: {waiting: {regex: '^waiting ([0-9]+)'}, "
            + "switches: {regex: '^ctxt ([0-9]+)', counter: true}}}";
    Map<String, Double> values;
    Thread sender;
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      sender = new Thread(() -> send(socket));
      sender.start();
      values = run(dd("{network: {interfaces: lo}}, {" + load.formatted(queue) + "}"));
    }
    sender.join();
    // What the loopback sends it receives: the kernel counts both at once.
    assertThat(values.get("network.lo.rx_bytes")).isGreaterThan(1000);
    assertThat(values.get("network.lo.tx_bytes")).isEqualTo(values.get("network.lo.rx_bytes"));
    assertThat(values.get("load.waiting")).isEqualTo(7);
    assertThat(values.get("load.switches")).isPositive();
  }

  /** To itself, one after the other, until the socket is closed. */
  private static void send(DatagramSocket socket) {
    byte[] kibibyte = new byte[1024];
    DatagramPacket packet =
        new DatagramPacket(kibibyte, kibibyte.length, socket.getLocalSocketAddress());
    try {
      while (!socket.isClosed()) {
        socket.send(packet);
        socket.receive(new DatagramPacket(new byte[1024], 1024));
      }
    } catch (java.io.IOException closed) {
      return;
    }
  }
}
