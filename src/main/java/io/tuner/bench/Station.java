package io.tuner.bench;

import io.tuner.host.Unreachable;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.time.Duration;
import java.util.function.Consumer;

/** A host as a benchmark sees it. */
public interface Station {

  /** Its inventory name. */
  String host();

  /** Reads, in one request. */
  Readings read(Probe probe) throws Unreachable, InterruptedException;

  /**
   * Runs one program and waits for its end.
   *
   * @param limit how long it may take
   * @param lastLine is told the last line of its output
   */
  Finished run(String command, Duration limit, Consumer<String> lastLine)
      throws Unreachable, InterruptedException;
}
