package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.format.DdReport;
import io.tuner.resource.Codec;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import io.tuner.text.ByteSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writing and reading one file from end to end, by dd; in B/s. */
@Type(
    name = "dd",
    summary = "Writing and reading one file from end to end, by dd",
    guide =
        """
        For hosts without fio: one request at a time, no latencies. What is written are zeros: a \
        file system that compresses them tells nothing. The file must not be there before, and is \
        removed afterwards.
        """)
public record Dd(
    @Parameter(
            value = "The file, which must not be there.",
            example = "/data/1/dd",
            required = true)
        String filename,
    @Parameter(
            value = "`write`, `read` past the page cache; both where it is left out.",
            example = "[write, read]")
        List<Access> rw,
    @Parameter(value = "Bytes of a request.", example = "[1M, 64K]", byDefault = "1M")
        List<ByteSize> bs,
    @Parameter(value = "Bytes of the file.", example = "8G", required = true) ByteSize size,
    @Parameter(
            value = "Whether writing passes by the page cache; its end is flushed in any case.",
            example = "true",
            byDefault = "false")
        boolean direct,
    @Parameter(
            value = "The most that all runs of it may write; more, and none is started.",
            example = "500G")
        Optional<ByteSize> wear_budget)
    implements MatrixBenchmark {

  /** What is measured. */
  public enum Access {
    WRITE,
    READ
  }

  @Override
  public String name() {
    return matrix().name("dd", "bs");
  }

  @Override
  public void validate(Problems problems) {
    HostPath.check("filename", filename, problems);
    if (HostPath.isDevice(filename)) {
      problems.error("filename", "`" + filename + "` is a device; dd is for a file");
    }
    matrix().check(problems);
    for (ByteSize one : bs) {
      if (one.bytes() == 0 || one.bytes() > 1L << 30) {
        problems.error("bs", "`bs` is a size from 1 to 1G");
      } else if (size.bytes() == 0 || size.bytes() % one.bytes() != 0) {
        problems.error("size", "`size` is no multiple of " + one);
      }
    }
  }

  @Override
  public String command(Cell cell) {
    long block = ByteSize.parse(matrix().of(cell, "bs")).bytes();
    String amount = " bs=" + block + " count=" + size.bytes() / block;
    String write = "run dd if=/dev/zero \"of=$file0\"" + amount;
    List<String> commands = new ArrayList<>();
    commands.add(
        "if [ -n \"$had\" ]; then\n"
            + "  printf '%s is there, and would be overwritten\\n' \"$file0\" >&2\n"
            + "  exit 1\n"
            + "fi");
    if (matrix().of(cell, "rw").equals("read")) {
      commands.add(write + " conv=fsync >&2 || exit");
      commands.add("run dd \"if=$file0\" of=/dev/null iflag=direct" + amount);
    } else {
      // Not fdatasync, which busybox has not.
      commands.add(write + " conv=fsync" + (direct ? " oflag=direct" : ""));
    }
    return CleanedUp.files(List.of(filename)).around(commands);
  }

  @Override
  public Optional<List<Metric>> tells() {
    return Optional.of(cells().stream().map(this::metric).distinct().toList());
  }

  @Override
  public Outcome outcome(Cell cell, Finished finished) {
    if (finished.exit() != 0) {
      return Outcome.failed(
          "dd ended with exit " + finished.exit() + LastLine.after(finished.stderr()));
    }
    Optional<DdReport> report = DdReport.parse(finished.stderr());
    if (report.filter(one -> one.bytes() == size.bytes()).isEmpty()) {
      return Outcome.failed("dd did not copy all of it" + LastLine.after(finished.stderr()));
    }
    if (report.get().seconds() <= 0) {
      return Outcome.failed("dd was done before its clock went on: take a larger `size`");
    }
    return Outcome.of(Map.of(metric(cell), report.get().bandwidth()));
  }

  private Metric metric(Cell cell) {
    return Metric.higher(matrix().of(cell, "rw") + ".bw", "B/s");
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING.followedAttributes(filename).and(Room.probe(HostPath.parent(filename)));
  }

  @Override
  public Optional<String> refusal(Readings readings) throws ProbeFailed {
    return readings.followedAttributes(filename).known(filename).isPresent()
        ? Optional.of("`" + filename + "` is there, and would be overwritten: name another file")
        : Room.refusal(HostPath.parent(filename), size.bytes(), readings);
  }

  @Override
  public Cost cost(Cell cell) {
    return new Cost(Duration.ZERO, size.bytes());
  }

  @Override
  public Matrix matrix() {
    List<String> both = List.of("write", "read");
    List<String> given = rw.stream().map(Codec::spelling).toList();
    return new Matrix().with("rw", given.isEmpty() ? both : given).with("bs", bs);
  }
}
