package io.tuner.rollout;

import io.tuner.apply.HostSession;
import io.tuner.bench.Attended;
import io.tuner.bench.Finished;
import io.tuner.bench.Station;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import io.tuner.resource.Probe;
import io.tuner.resource.Readings;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A host of a run, as a benchmark sees it.
 *
 * @param host its inventory name
 * @param session with it
 * @param become with whose rights
 * @param environment what every command finds set
 */
record HostStation(String host, HostSession session, Become become, Map<String, String> environment)
    implements Station {

  @Override
  public Readings read(Probe probe) throws Unreachable, InterruptedException {
    return session.read(become, environment, probe);
  }

  @Override
  public Finished run(String command, Duration limit, Consumer<String> lastLine)
      throws Unreachable, InterruptedException {
    return Attended.run(session.connection(), become, environment, command, limit, lastLine);
  }
}
