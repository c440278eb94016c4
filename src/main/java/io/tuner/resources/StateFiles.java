package io.tuner.resources;

import io.tuner.format.ChainbaseHeader;
import io.tuner.format.Refusal;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.Optional;

/**
 * The files of a chain's state: in its place, aside while they move, and in a tmpfs until a copy is
 * whole.
 *
 * @param task whose
 * @param readings what was read of them
 * @param memory whether a tmpfs is mounted in the place
 */
record StateFiles(NodeosState task, Readings readings, boolean memory) {

  /** What nodeos keeps the state in. */
  static final String FILE = "/shared_memory.bin";

  /** Beside the state while it moves, and inside the tmpfs until the copy is whole. */
  static final String ASIDE = ".tuner";

  /** What must be read of them. */
  static Probe probe(NodeosState task) {
    return Probe.NOTHING
        .run("od", header(task))
        .attributes(task.state())
        .attributes(task.state() + FILE)
        .attributes(task.state() + "/" + ASIDE)
        .attributes(task.state() + ASIDE);
  }

  private static String[] header(NodeosState task) {
    return new String[] {
      "-A", "n", "-t", "x1", "-N", "" + ChainbaseHeader.BYTES, task.state() + FILE
    };
  }

  /** Whether the copy into memory is whole and on its way into place. */
  boolean inner() throws ProbeFailed {
    return memory && isThere(readings, task.state() + "/" + ASIDE);
  }

  boolean aside() throws ProbeFailed {
    return isThere(readings, task.state() + ASIDE);
  }

  ChainState.Extent extent() throws ProbeFailed {
    if (!isThere(readings, task.state() + FILE) || inner()) {
      return aside() ? ChainState.Extent.ASIDE : ChainState.Extent.NONE;
    }
    return aside() && !memory ? ChainState.Extent.TWICE : ChainState.Extent.WHOLE;
  }

  /** The size of the state's file. */
  long bytes() throws ProbeFailed {
    return readings
        .attributes(task.state() + FILE)
        .known(FILE)
        .map(Readings.Attributes::size)
        .orElse(0L);
  }

  /** Owner and mode of the state's directory, or of the one that lies aside. */
  ChainState.Root root() throws ProbeFailed {
    Optional<Readings.Attributes> root = readings.attributes(task.state() + ASIDE).known(ASIDE);
    return root.or(() -> known(readings.attributes(task.state())))
        .map(r -> new ChainState.Root(r.mode(), r.owner(), r.group()))
        .orElse(new ChainState.Root("0755", "", ""));
  }

  private static <T> Optional<T> known(Reading<T> reading) {
    return reading instanceof Reading.Present<T> present
        ? Optional.of(present.value())
        : Optional.empty();
  }

  static boolean isThere(Readings readings, String path) throws ProbeFailed {
    return readings.attributes(path).known(path).isPresent();
  }

  /** Whether the state's file was left open; of a nodeos that runs, it always is. */
  boolean dirty() throws ProbeFailed {
    String file = task.state() + FILE;
    if (!isThere(readings, file)) {
      return false;
    }
    String dump =
        ChainStateReader.output(readings.run("od", header(task)))
            .orElseThrow(() -> new ProbeFailed("cannot read the header of " + file));
    try {
      return ChainbaseHeader.ofDump(dump).map(ChainbaseHeader::dirty).orElse(true);
    } catch (Refusal refusal) {
      throw new ProbeFailed(file + ": " + refusal.getMessage());
    }
  }
}
