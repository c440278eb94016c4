package io.tuner.bench;

import io.tuner.resource.Parameter;
import io.tuner.resource.Type;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a benchmark of any type is run, and what is expected of it: the keys beside its type. */
@Type(
    name = Settings.NAME,
    summary = "What every benchmark takes beside its type",
    example =
        """
        name: random read
        repeat: 10
        warmup: 1
        settle: 30s
        on: load1
        tags: [slow]
        timeout: 2h
        expect: {read.iops: ">= -2%", read.p99: "<= 5ms"}
        reference: {label: X86, values: {read.iops: 98000}}
        labels: {raid: 3 disks}
        observe: [cpu, {disk_io: {devices: sdb}}]
        """)
public record Settings(
    @Parameter(
            value = "What reports call it; without it, its type and parameters.",
            example = "random read")
        Optional<String> name,
    @Parameter(
            value =
                "How many counted runs each point of the matrix gets, before and after. Fewer than 6 "
                    + "cannot carry a 95 % interval of the median. It is fixed beforehand: to look and "
                    + "go on inflates false alarms.",
            example = "10",
            byDefault = "6")
        int repeat,
    @Parameter(
            value = "How many runs of each point come first and are not counted.",
            example = "1",
            byDefault = "0")
        int warmup,
    @Parameter(
            value =
                "How long to wait before each block of runs, such as `30s`, so that what came before ebbs away.",
            example = "30s",
            byDefault = "0s")
        String settle,
    @Parameter(
            value =
                "The host that runs it, by its inventory name, where a load host drives the one that "
                    + "is tuned.",
            example = "load1")
        Optional<String> on,
    @Parameter(value = "Run only where one of these is asked for, as tasks.", example = "[slow]")
        List<String> tags,
    @Parameter(
            value =
                "How long one run may take; without it, three times its expected time and ten minutes.",
            example = "2h")
        Optional<String> timeout,
    @Parameter(
            value =
                "What must hold, by metric: a change against before (`>= -2%`), or a value "
                    + "(`>= 300000`, `<= 5ms`).",
            example = "{read.iops: \">= -2%\"}")
        Optional<Tree> expect,
    @Parameter(
            value =
                "What it is measured against: `{hosts: x86}`, `{run: RUN}`, or "
                    + "`{label: X86, values: {tpmC: 438783}}`; values may be a list of mappings, each with "
                    + "the point of the matrix it is for.",
            example = "{label: X86, values: {tpmC: 438783}}")
        Optional<Tree> reference,
    @Parameter(value = "Dimensions of the tables in reports.", example = "{raid: 3 disks}")
        Map<String, String> labels,
    @Parameter(
            value =
                "Measures the state before twice (in each turn of `interleave`; the state of now, with "
                    + "`--against`); the difference of the two is noise, and nothing is claimed that is not "
                    + "above it.",
            byDefault = "false",
            name = "noise_floor")
        boolean noiseFloor,
    @Parameter(
            value =
                "Alternates the two states run by run instead of measuring them in two blocks, where "
                    + "all changes settle at once and can be taken back; each turn is an apply and a rollback.",
            byDefault = "false")
        boolean interleave,
    @Parameter(value = "A gate that cannot be decided fails the run too.", byDefault = "false")
        boolean strict,
    @Parameter(
            value = "What is watched beside it: observers by name, or with their parameters.",
            example = "[cpu, {disk_io: {devices: sdb}}]")
        Optional<Tree> observe) {

  /** What a message calls them, and the reference. */
  public static final String NAME = "benchmark";
}
