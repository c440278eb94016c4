package io.tuner.resources;

import io.tuner.format.HugePageSize;
import io.tuner.resource.Bound;
import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.Map;
import java.util.Optional;

/**
 * Huge pages that are set aside for those who ask for them
 * (Documentation/admin-guide/mm/hugetlbpage.rst of the kernel).
 */
@Type(
    name = "huge_pages",
    summary = "Huge pages set aside for databases, of any size and NUMA node",
    guide =
        """
        Where more are wanted than the kernel finds in one piece, page cache is dropped, memory \
        compacted, and the kernel asked once more; what it then has not is a failure that tells the \
        number it got. Pages of 1 GiB and more are seldom to be had on a host that runs: \
        `reserve: boot` leaves them to the next boot, and a `kernel_cmdline` task with \
        `hugepagesz=1G` and `hugepages=N` (in this order) is the surest way to them.

        At boot the command line comes first. Then systemd-sysctl writes the number of the default \
        size from `/etc/sysctl.d/99-tuner.conf`, and systemd-tmpfiles writes other sizes, and the \
        numbers of nodes, from `/etc/tmpfiles.d/00-tuner.conf`.

        A number set for the whole host is spread by the kernel over the NUMA nodes; a rollback gives \
        each node back what it had. Those who use huge pages need `LimitMEMLOCK` in their unit; pages \
        that nobody uses are told as a warning.
        """)
public record HugePages(
    @Parameter(value = "of a page; the kernel's default size otherwise", example = "2M")
        Optional<ByteSize> size,
    @Parameter("how many, or a bound such as `\">= 4096\"`; one of the next three instead")
        Optional<Bound> count,
    @Parameter(value = "how much memory they make up", example = "600G") Optional<ByteSize> memory,
    @Parameter("how much of RAM, 1 to 99; a number within a hundredth of that is kept")
        Optional<Integer> percent,
    @Parameter("for each NUMA node how many, or how much memory: `{0: 1024, 1: 2G}`")
        Map<String, String> nodes,
    @Parameter(value = "when: `now`, or at the next `boot`", byDefault = "now") Moment reserve,
    @Parameter(value = "whether a boot reserves them", example = "false", byDefault = "true")
        boolean persist)
    implements Resource<HugePagesState> {

  /** When pages are set aside. */
  public enum Moment {
    NOW,
    BOOT
  }

  @Override
  public String name() {
    String page = size.map(ByteSize::toString).orElse("default");
    return nodes.isEmpty() ? page : page + ",node" + String.join(",node", nodes.keySet());
  }

  @Override
  public void validate(Problems problems) {
    if (size.isPresent() && (size.get().bytes() < 1024 || size.get().bytes() % 1024 != 0)) {
      problems.error("size", "no huge page has the size " + size.get());
    }
    counts().validate(problems);
  }

  @Override
  public Map<Knob, String> claims() {
    return counts().claims(size.map(bytes -> new HugePageSize(bytes.bytes())));
  }

  @Override
  public Probe probe() {
    return reader().probe();
  }

  @Override
  public HugePagesState parse(Readings readings) throws ProbeFailed {
    return reader().parse(readings);
  }

  @Override
  public HugePagesState target(HugePagesState observed, Notes notes) throws Unsupported {
    boolean now = reserve == Moment.NOW;
    if (!now) {
      notes.settles("live", Settles.When.BOOT, "");
    }
    return new HugePagesTarget(counts(), observed, notes).state(now, persist);
  }

  @Override
  public Script transition(HugePagesState from, HugePagesState to) {
    return new HugePagesScript(from, to).script(reserve == Moment.NOW, !nodes.isEmpty());
  }

  @Override
  public Map<String, Knob> knobs(HugePagesState state) {
    return state.knobs(!nodes.isEmpty());
  }

  private HugePageCounts counts() {
    return new HugePageCounts(count, memory, percent, nodes);
  }

  private HugePagesReader reader() {
    return new HugePagesReader(size, nodes.keySet(), persist);
  }
}
