package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Type;
import io.tuner.text.ByteSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests to a disk or a file, by fio; bandwidth in B/s, latencies in milliseconds. Parameters
 * have fio's names and forms (fio(1)); a size is fio's, 1k = 1024 bytes.
 */
@Type(
    name = "fio",
    summary = "Requests to a disk or a file, by fio",
    example =
        """
        filename: /data/1/fio
        rw: randread
        bs: [4k, 16k]
        ioengine: libaio
        numjobs: [1, 4, 16, 64]
        size: 10G
        runtime: 60s
        ramp_time: 10s
        time_based: true
        direct: true
        """,
    guide =
        """
        `rw`, `bs`, `ioengine`, `iodepth` and `numjobs` take lists, which make a matrix. A device, \
        or a file that is there, is written to only with `destroy_data: true`; the file that fio \
        makes is removed when a run ends, however it ended.
        """)
public record Fio(
    @Parameter(
            value = "A file or a device, or several with colons between them (`\\:` is a colon).",
            example = "/data/1/fio")
        Optional<String> filename,
    @Parameter(
            value = "In its place: a directory, in which each job has a file of its own.",
            example = "/data/1")
        Optional<String> directory,
    @Parameter(value = "What is done.", example = "[read, randread]", required = true)
        List<String> rw,
    @Parameter(value = "Bytes of a request.", example = "[4k, 16k]", byDefault = "4k")
        List<String> bs,
    @Parameter(value = "How requests are made.", example = "libaio", byDefault = "psync")
        List<String> ioengine,
    @Parameter(value = "Requests in flight, for each job.", example = "32", byDefault = "1")
        List<Integer> iodepth,
    @Parameter(value = "Jobs side by side.", example = "[1, 4, 16, 64]", byDefault = "1")
        List<Integer> numjobs,
    @Parameter(value = "Bytes of each job, or per cent of a device.", example = "10G")
        Optional<String> size,
    @Parameter(value = "Bytes that each job moves, where not `size`.", example = "40G")
        Optional<ByteSize> io_size,
    @Parameter(value = "The longest a run may take.", example = "60s") Optional<String> runtime,
    @Parameter(value = "What is not measured, at its beginning.", example = "10s")
        Optional<String> ramp_time,
    @Parameter(
            value = "Whether a run goes on for all of `runtime`.",
            example = "true",
            byDefault = "false")
        boolean time_based,
    @Parameter(
            value = "Whether the page cache is passed by.",
            example = "true",
            byDefault = "false")
        boolean direct,
    @Parameter(value = "Other options of fio.", example = "{rwmixread: 70}")
        Map<String, String> options,
    @Parameter(
            value = "Whether what `filename` names may lose what is on it.",
            example = "true",
            byDefault = "false")
        boolean destroy_data,
    @Parameter(
            value = "The most that all runs of it may write; more, and none is started.",
            example = "200G")
        Optional<ByteSize> wear_budget)
    implements MatrixBenchmark {

  @Override
  public String name() {
    return matrix().name("fio", "rw", "bs");
  }

  @Override
  public void validate(Problems problems) {
    new FioRules(this).check(problems);
  }

  @Override
  public String command(Cell cell) {
    return new FioRun(this, cell).command();
  }

  @Override
  public Optional<List<Metric>> tells() {
    return FioOutcome.metrics(rw, options);
  }

  @Override
  public Outcome outcome(Cell cell, Finished finished) {
    return FioOutcome.of(finished);
  }

  @Override
  public Probe probe() {
    return new FioGuard(this).probe();
  }

  @Override
  public Optional<String> refusal(Readings readings) throws ProbeFailed {
    return new FioGuard(this).refusal(readings);
  }

  @Override
  public Cost cost(Cell cell) {
    return new FioRun(this, cell).cost();
  }

  @Override
  public List<String> warnings() {
    return FioRules.warnings(this);
  }

  @Override
  public Matrix matrix() {
    return new Matrix()
        .with("rw", rw)
        .with("bs", bs)
        .with("ioengine", ioengine)
        .with("iodepth", iodepth)
        .with("numjobs", numjobs);
  }

  /** Each run of its matrix. */
  List<FioRun> runs() {
    return cells().stream().map(cell -> new FioRun(this, cell)).toList();
  }
}
