package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Whether a service runs, and whether it starts with the host. */
@Type(
    name = "service",
    summary =
        "Whether a systemd unit runs, whether it starts with the host, and whether it is masked",
    guide =
        """
        What a task does not name stays as it is. To restart a service after a change, notify a \
        `restart` handler instead.

        A unit without an `[Install]` section (`static`), or made from other files (`generated`), \
        cannot be enabled; `enabled: false` is already so for it. A service that ends with its work \
        (`Type=oneshot`) cannot be kept `started`.
        """)
public record Service(
    @Parameter(
            value = "The unit; without a suffix it is a service.",
            example = "irqbalance",
            required = true)
        String name,
    @Parameter(value = "`started` or `stopped`, now.", example = "stopped") Optional<State> state,
    @Parameter(value = "Whether it starts with the host.", example = "false")
        Optional<Boolean> enabled,
    @Parameter(
            value = "Whether nothing at all may start it; it is stopped by `state` alone.",
            example = "true")
        Optional<Boolean> masked)
    implements Resource<ServiceState> {

  /** What is wanted now. */
  public enum State {
    STARTED,
    STOPPED
  }

  @Override
  public void validate(Problems problems) {
    Unit.validate("name", name, problems);
    if (Stream.of(state, enabled, masked).allMatch(Optional::isEmpty)) {
      problems.error("name", "service needs `state`, `enabled` or `masked`");
    }
    boolean closed = masked.equals(Optional.of(true));
    if (closed && (enabled.equals(Optional.of(true)) || state.equals(Optional.of(State.STARTED)))) {
      problems.error("masked", "a masked unit is neither started nor enabled");
    }
    if (Unit.of(name).isTemplate()) {
      problems.error("name", "`" + name + "` is a template, of which only instances run");
    }
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new TreeMap<>();
    state.ifPresent(s -> claims.put(knob("live"), s.name().toLowerCase(java.util.Locale.ROOT)));
    enabled.ifPresent(on -> claims.put(knob("persistent.enabled"), on.toString()));
    masked.ifPresent(on -> claims.put(knob("persistent.masked"), on.toString()));
    return claims;
  }

  @Override
  public Probe probe() {
    return new ServiceReader(Unit.of(name)).probe();
  }

  @Override
  public ServiceState parse(Readings readings) throws ProbeFailed {
    return new ServiceReader(Unit.of(name))
        .read(state.isPresent(), enabled.isPresent(), masked.isPresent(), readings);
  }

  @Override
  public ServiceState target(ServiceState observed, Notes notes) throws Unsupported {
    Unit unit = Unit.of(name);
    ServiceState.Around around = observed.around();
    if (!around.managed()) {
      // No task of a play brings the first process of a host.
      throw new Unsupported("systemd does not run here");
    }
    if (around.load().equals("not-found")) {
      throw new Missing("there is no unit " + unit.name());
    }
    boolean closed = masked.orElse(around.load().equals("masked"));
    if (closed && (enabled.orElse(false) || state.equals(Optional.of(State.STARTED)))) {
      throw new Unsupported(unit.name() + " is masked; `masked: false` frees it");
    }
    if (state.equals(Optional.of(State.STARTED)) && around.ends()) {
      throw new Unsupported(unit.name() + " ends with its work, and cannot be kept started");
    }
    ServiceState target =
        observed.wanted(state.map(s -> s == State.STARTED), enabled, masked, unit);
    if (!observed.live().equals(target.live())) {
      boolean starts = state.orElseThrow() == State.STARTED;
      notes.risk(Risk.LIVE, unit.name() + (starts ? " starts" : " stops"));
      if (!starts && !around.triggers().isEmpty()) {
        notes.warn(unit.name() + " may be started again by " + around.triggers());
      }
    }
    return target;
  }

  @Override
  public Script transition(ServiceState from, ServiceState to) {
    return to.after(from, Unit.of(name));
  }

  @Override
  public Map<String, Knob> knobs(ServiceState found) {
    Map<String, Knob> knobs = new TreeMap<>();
    Leaves.of(found).keySet().forEach(leaf -> knobs.put(leaf, knob(leaf)));
    return knobs;
  }

  private Knob knob(String leaf) {
    return Knob.of("unit:" + Unit.of(name).name() + ":" + leaf);
  }
}
