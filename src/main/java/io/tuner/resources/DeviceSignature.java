package io.tuner.resources;

import io.tuner.format.Signature;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.Optional;

/**
 * What a device or file holds, as blkid tells it.
 *
 * @param path of it
 */
record DeviceSignature(String path) {

  Probe probe() {
    return Probe.NOTHING.run("blkid", "-p", "-o", "export", path);
  }

  /** Whether there is a blkid that could tell. */
  boolean isTold(Readings readings) {
    return !(readings.run("blkid", "-p", "-o", "export", path) instanceof Reading.Absent);
  }

  /** With exit 2 and nothing to say, blkid found nothing; with 8, too much (blkid(8)). */
  Optional<Signature> read(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings.run("blkid", "-p", "-o", "export", path).known("the signature of " + path);
    if (output.isEmpty()) {
      return Optional.empty();
    }
    Readings.Output said = output.get();
    if (said.exit() == 0) {
      return Signature.parse(said.stdout());
    }
    if (said.exit() == 8) {
      return Optional.of(Signature.AMBIGUOUS);
    }
    if (said.exit() == 2 && said.stderr().isBlank()) {
      return Optional.empty();
    }
    throw new ProbeFailed("cannot read the signature of " + path + ": " + said.stderr().strip());
  }
}
