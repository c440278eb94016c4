package io.tuner.bench;

import io.tuner.format.DiskStats;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What the disks of a host read and write, and how long they will bear it. */
@Type(
    name = "disk_io",
    summary = "Watches what disks read and write, and what that takes of their endurance",
    guide =
        """
        From `/proc/diskstats`, read at the start and at the end. Per disk, and without a disk's name the sum of all: \
        `read_rate` and `write_rate` (B/s), `read_iops`, `write_iops`, `read_wait` and `write_wait` (ms a request, in the queue and \
        in the disk), `utilisation` (per cent of the time with something in flight; of a disk that serves many requests at once 100 \
        does not mean full), `queue` (requests in flight, on average), `discard_rate`, `flushes` (a second); what the kernel does not \
        count is left out. `written_year` is the write rate as TB (10^12 bytes) a year, `years_left` what a rated TBW lasts at it.

        Everything that reaches the disk is in these: a file system's journal, pages that the kernel writes back later, and swap, \
        whether a partition or a file. `swap_write_rate` and `swap_read_rate` are that part, of the whole host, and no more than a \
        part; swap on zram reaches no disk. To have the flush of a service's stop in it, let the window hold the stop \
        (`start_stop` measures that alone).

        Layers on disks (dm, md, loop, zram) have lines of their own; watched by name they are not added to the sum beside \
        disks. A disk behind a RAID controller is the controller's volume: what its drives write for parity is not seen.
        """)
public record DiskIo(
    @Parameter(
            value =
                "Names of disks, or patterns; also of partitions and layers. Without it, all that are "
                    + "no layer on others.",
            example = "[sdb, nvme*]")
        List<String> devices,
    @Parameter(
            name = "rated_tbw",
            value =
                "What its maker rates each disk to endure, in TB written (TBW), by name or pattern.",
            example = "{sdb: 600}")
        Map<String, Terabytes> ratedTbw,
    @Parameter(
            name = "written_tb",
            value =
                "What was written to it before, in TB, as its SMART values say; without it, it is new.",
            example = "{sdb: 120}")
        Map<String, Terabytes> writtenTb)
    implements Observer {

  private static final Duration SHORT = Duration.ofMinutes(10);

  @Override
  public void validate(Problems problems) {
    for (String written : writtenTb.keySet()) {
      if (!ratedTbw.containsKey(written)) {
        problems.error(
            "written_tb." + written,
            "what was written to `" + written + "` says nothing without its `rated_tbw`");
      }
    }
  }

  @Override
  public Probe probe() {
    return DiskCounters.PROBE.and(SwapTraffic.PROBE);
  }

  @Override
  public Outcome between(Observed observed) throws ProbeFailed {
    Tally tally = new Tally("disk_io");
    DiskCounters disks = DiskCounters.of(observed, devices, tally);
    disks
        .advances()
        .forEach((name, disk) -> DiskRates.add(Optional.of(name), disk, observed, tally));
    disks.sum().ifPresent(sum -> DiskRates.add(Optional.empty(), sum, observed, tally));
    tally.detail("sum", String.join(" ", disks.summed()));
    SwapTraffic.add(observed, tally);
    ratedTbw.forEach((pattern, rated) -> endurance(pattern, rated, disks, observed, tally));
    return tally.outcome();
  }

  private void endurance(
      String pattern, Terabytes rated, DiskCounters disks, Observed observed, Tally tally) {
    double written = writtenTb.containsKey(pattern) ? writtenTb.get(pattern).value() : 0;
    Map<String, DiskStats.Device> rateds = new TreeMap<>(disks.matching(pattern));
    if (rateds.isEmpty()) {
      tally.warn("no disk that is watched matches `" + pattern + "` of `rated_tbw`");
    }
    rateds.forEach(
        (name, disk) -> {
          OptionalDouble years =
              DiskRates.written(disk, observed).stream()
                  .mapToObj(rate -> Endurance.yearsLeft(rated.value(), written, rate))
                  .findFirst()
                  .orElse(OptionalDouble.empty());
          tally.higher(Optional.of(name), "years_left", "years", years);
          if (years.isEmpty()) {
            tally.detail(name + ".years_left", "nothing was written");
          }
        });
    if (observed.elapsed().compareTo(SHORT) < 0) {
      tally.warn(
          "years are told from " + Math.round(observed.seconds()) + " s; watch 10 min and more");
    }
  }
}
