package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.bench.statistics.Cell;
import io.tuner.bench.statistics.Metric;
import io.tuner.bench.statistics.Reference;
import io.tuner.resources.YamlTree;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of hosts that others are measured against, whose parameters may be others. */
@Proves(
    what = "hosts of a reference run a benchmark with their own parameters; other work is no gap",
    against = "made-up results")
class ReferenceHostTest {

  private static final Metric IOPS = Metric.higher("read.iops", "IOPS");
  private static final String OWN =
      "fio: {filename: /dev/sda, rw: read, bs: 4k, iodepth: 8, size: 1G}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fio: {filename: /dev/nvme0n1, rw: read, bs: 4k, iodepth: 8, size: 1G}     | 200 | ''
          fio: {filename: /dev/sda, rw: read, bs: 8k, iodepth: 8, size: 1G}         | NaN | x1: `bs` is 4k, and 8k on x1
          fio: {filename: /dev/sda, rw: read, bs: 4k, iodepth: 8}                   | NaN | x1: `size` is 1G, and not given on x1
          fio: {filename: /dev/sda, rw: read, bs: 4k, iodepth: [8, 16], size: 1G}   | NaN | x1: `iodepth` is 8, and 8, 16 on x1
          """)
  void otherWorkIsNoReference(String there, Double median, String reason) {
    Reference reference = reference(OWN, new ReferenceHost("x1", item(there), block(IOPS, 200)));
    assertThat(reference.median()).isEqualTo(median);
    assertThat(reference.reason()).isEqualTo(reason);
    assertThat(reference.gapBeforePct().isPresent()).isEqualTo(reference.isComparable());
  }

  @Test
  void anotherProgramIsRemarked() {
    String own =
        "command: {run: /a/run, metrics: {read.iops: {regex: a, unit: IOPS, better: higher}}}";
    Item there = item(own.replace("/a/run", "/b/run"));
    Reference reference = reference(own, new ReferenceHost("x1", there, block(IOPS, 200)));
    assertThat(reference.gapBeforePct()).hasValue(-50);
    assertThat(reference.reason()).isEqualTo("`run` is another on x1");
  }

  @Test
  void aHostThatCouldNotBeMeasuredIsLeftOutAndNamed() {
    Reference reference =
        reference(
            OWN,
            new ReferenceHost("x1", item(OWN), block(IOPS, 200)),
            new ReferenceHost("x2", item(OWN), Block.refused("the device is mounted")));
    assertThat(reference.median()).isEqualTo(200);
    assertThat(reference.reason()).isEqualTo("without x2: the device is mounted");
  }

  @Test
  void runsWithErrorsAreNoReference() {
    Outcome faulty =
        new Outcome(
            Map.of(IOPS, 200.0), Map.of(), List.of(), Optional.empty(), Optional.of("3 errors"));
    Block block = new Block(Map.of(Cell.ONLY, Collections.nCopies(6, faulty)), Optional.empty());
    Reference reference = reference(OWN, new ReferenceHost("x1", item(OWN), block));
    assertThat(reference.isComparable()).isFalse();
    assertThat(reference.reason()).isEqualTo("x1: 3 errors");
  }

  private static Reference reference(String own, ReferenceHost... others) {
    Assessment.Blocks blocks =
        new Assessment.Blocks(
            block(IOPS, 100), Block.NOTHING, Block.NOTHING, List.of(others), false);
    return Assessment.NOTHING.judge("db1", item(own), blocks).get(0).reference().orElseThrow();
  }

  private static Block block(Metric metric, double value) {
    List<Outcome> runs = Collections.nCopies(6, Outcome.of(Map.of(metric, value)));
    return new Block(Map.of(Cell.ONLY, runs), Optional.empty());
  }

  private static Item item(String type) {
    Diagnostics diagnostics = new Diagnostics();
    Tree.Sequence entries =
        (Tree.Sequence) YamlTree.parse("play.yml", "- " + type + "\n  reference: {hosts: x}\n");
    List<Item> items = ItemReader.read(entries.items(), Map.of(), diagnostics);
    assertThat(diagnostics.hasErrors()).as(diagnostics.render()).isFalse();
    return items.get(0);
  }
}
