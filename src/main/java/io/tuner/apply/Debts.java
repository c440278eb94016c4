package io.tuner.apply;

import io.tuner.load.HandlerInstance;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.util.List;

/** The handlers that a run which died had notified, and that the next apply runs. */
public final class Debts {

  /** What must be read to know them. */
  public static final Probe PROBE = Notified.PROBE;

  private Debts() {}

  /** The handlers that are owed. */
  public static List<HandlerInstance> of(Readings readings) {
    return Notified.read(readings);
  }
}
