package io.tuner.bench;

import io.tuner.format.AuxiliaryVector;
import io.tuner.format.Counter;
import io.tuner.format.VmStat;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What went to swap and came from it: pages, of the size that the kernel has told the program that
 * read the file. It is part of what the swap's disk counted.
 */
final class SwapTraffic {

  private static final String COUNTERS = "/proc/vmstat";
  private static final String PAGE = "/proc/self/auxv";

  static final Probe PROBE = Probe.NOTHING.file(COUNTERS).file(PAGE);

  private SwapTraffic() {}

  /** Adds the rates, where the host tells them; one without swap in its kernel has none. */
  static void add(Observed observed, Tally tally) throws ProbeFailed {
    OptionalLong page =
        observed.end().file(PAGE) instanceof Reading.Present<Content> vector
            ? AuxiliaryVector.pageSize(vector.value().bytes())
            : OptionalLong.empty();
    rate("pswpin", "swap_read_rate", page, observed, tally);
    rate("pswpout", "swap_write_rate", page, observed, tally);
  }

  private static void rate(
      String counter, String quantity, OptionalLong page, Observed observed, Tally tally)
      throws ProbeFailed {
    OptionalLong start = counters(observed.start()).get(counter);
    OptionalLong end = counters(observed.end()).get(counter);
    if (page.isEmpty() || start.isEmpty() || end.isEmpty()) {
      return;
    }
    Counter.advance(start.getAsLong(), end.getAsLong())
        .ifPresent(
            pages ->
                tally.lower(
                    Optional.empty(),
                    quantity,
                    "B/s",
                    observed.perSecond((double) pages * page.getAsLong())));
  }

  private static VmStat counters(Readings readings) throws ProbeFailed {
    return VmStat.parse(readings.text(COUNTERS).orElse(""));
  }
}
