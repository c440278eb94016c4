package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Read.Selector.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private static final String POOL = "/sys/kernel/mm/hugepages/hugepages-";

  private static Told host(double uptime, int dirty) {
    return Told.at(uptime)
        .file(
            "/proc/meminfo",
            "Dirty: "
                + dirty
                + " kB\nWriteback: 0 kB\nSwapTotal: 100 kB\nSwapFree: 40 kB\n"
                + "HugePages_Total: 9\nHugePages_Free: 9\nHugePages_Rsvd: 0\n"
                + "Hugepagesize: 2048 kB\n");
  }

  private static Told pool(Told host, String size, int total, int free, int reserved) {
    return host.file(POOL + size + "/nr_hugepages", total + "\n")
        .file(POOL + size + "/free_hugepages", free + "\n")
        .file(POOL + size + "/resv_hugepages", reserved + "\n");
  }

  private static String status(int rss, int anon, int peak) {
    return "Name:\tnodeos\nVmHWM:\t  "
        + peak
        + " kB\nVmRSS:\t  "
        + rss
        + " kB\nRssAnon:\t "
        + anon
        + " kB\nHugetlbPages:\t 2048 kB\nThreads:\t5\n";
  }

  @Test
  void theLargestOfWhatWasSeen() {
    Watched watched = Watched.between("memory", host(1, 5), host(60, 900), host(120, 30));
    assertThat(watched.value("memory.dirty")).isEqualTo(900 * 1024);
    assertThat(watched.value("memory.writeback")).isZero();
    assertThat(watched.value("memory.swap_used")).isEqualTo(60 * 1024);
    assertThat(watched.outcome().details()).containsEntry("memory.seen", "3 times");
    assertThat(watched.values()).as("not told").doesNotContainKey("memory.anon_huge_pages");
  }

  @Test
  void hugePagesOfEachSize() {
    Watched watched =
        Watched.between(
            "memory",
            pool(pool(host(1, 0), "2048kB", 10, 10, 0), "1048576kB", 2, 2, 0),
            pool(pool(host(2, 0), "2048kB", 10, 7, 2), "1048576kB", 2, 2, 0));
    assertThat(watched.value("memory.huge_pages_2M.total")).isEqualTo(10 * 2097152.0);
    assertThat(watched.value("memory.huge_pages_2M.used")).isEqualTo(3 * 2097152.0);
    assertThat(watched.value("memory.huge_pages_2M.reserved")).isEqualTo(2 * 2097152.0);
    assertThat(watched.value("memory.huge_pages_1G.used")).isZero();
    Watched old = Watched.between("memory", host(1, 0), host(2, 0));
    assertThat(old.value("memory.huge_pages_2M.total")).isEqualTo(9 * 2097152.0);
  }

  @Test
  void whatAServiceHolds() {
    Watched watched =
        Watched.between(
            Map.of("memory", Map.of("units", "nodeos", "commands", "absent")),
            host(1, 0).process(Kind.UNIT, "nodeos.service", 70, status(1000, 400, 5000)),
            host(2, 0).process(Kind.UNIT, "nodeos.service", 70, status(3000, 300, 6000)));
    assertThat(watched.value("memory.nodeos.rss")).isEqualTo(3000 * 1024);
    assertThat(watched.value("memory.nodeos.rss_anon")).isEqualTo(400 * 1024);
    assertThat(watched.value("memory.nodeos.hugetlb")).isEqualTo(2048 * 1024);
    assertThat(watched.value("memory.nodeos.rss_peak")).isEqualTo(6000 * 1024);
    assertThat(watched.values()).doesNotContainKey("memory.nodeos.rss_shmem");
    assertThat(watched.warnings()).containsExactly("memory: no process of `absent` was seen");
  }

  @Test
  void aPeakOfEarlierIsNotToldAsOneOfNow() {
    Watched watched =
        Watched.between(
            Map.of("memory", Map.of("pid_files", "/run/a.pid")),
            host(1, 0).process(Kind.PID_FILE, "/run/a.pid", 7, status(1, 1, 5000)),
            host(2, 0).process(Kind.PID_FILE, "/run/a.pid", 7, status(2, 1, 5000)));
    assertThat(watched.values())
        .containsKey("memory./run/a.pid.rss")
        .doesNotContainKey("memory./run/a.pid.rss_peak");
  }

  @Test
  void processesAreAddedUp() {
    Told host =
        host(1, 0)
            .process(Kind.COMMAND, "postgres", 7, status(100, 10, 100))
            .process(Kind.COMMAND, "postgres", 8, status(200, 10, 200));
    Told later =
        host(2, 0)
            .process(Kind.COMMAND, "postgres", 7, status(100, 10, 100))
            .process(Kind.COMMAND, "postgres", 9, status(50, 10, 50));
    Watched watched =
        Watched.between(Map.of("memory", Map.of("commands", List.of("postgres"))), host, later);
    assertThat(watched.value("memory.postgres.rss")).isEqualTo(300 * 1024);
    assertThat(watched.outcome().details().get("memory.postgres")).contains("more than once");
  }

  @Test
  void namesAreTakenAsTheKernelKeepsThem() {
    Told host = host(1, 0).process(Kind.COMMAND, "a-very-long-com", 7, status(100, 10, 100));
    Told later = host(2, 0).process(Kind.COMMAND, "a-very-long-com", 7, status(100, 10, 100));
    assertThat(
            Watched.between(
                    Map.of("memory", Map.of("commands", "a-very-long-command")), host, later)
                .warnings())
        .isEmpty();
  }

  @Test
  void faultsAreToldBeforehand() {
    assertThat(
            Watched.faults(
                Map.of(
                    "memory",
                    Map.of("units", "a b", "commands", "/bin/x", "pid_files", "run/x.pid"))))
        .contains("`a b` is not the name of a unit")
        .contains("`/bin/x` is not the name of a command")
        .contains("`run/x.pid` is not an absolute path");
  }
}
