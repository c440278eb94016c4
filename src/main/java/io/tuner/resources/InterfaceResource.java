package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Map;

/** A type that sets network interfaces: they differ in what they set, and in nothing else. */
interface InterfaceResource extends Resource<InterfaceState> {

  /** Names and patterns. */
  List<String> interfaces();

  /** What is to be set. */
  InterfaceTask task();

  @Override
  default String name() {
    return String.join(",", interfaces());
  }

  @Override
  default void validate(Problems problems) {
    task().validate(problems);
  }

  @Override
  default Map<Knob, String> claims() {
    return task().claims();
  }

  @Override
  default Probe probe() {
    return task().reader().probe();
  }

  @Override
  default InterfaceState parse(Readings readings) throws ProbeFailed {
    return task().reader().parse(readings);
  }

  @Override
  default InterfaceState target(InterfaceState observed, Notes notes) throws Unsupported {
    return new InterfaceTarget(task(), observed, notes).state();
  }

  @Override
  default Script transition(InterfaceState from, InterfaceState to) {
    return new InterfaceScript(task().option(), from, to).script();
  }

  @Override
  default Map<String, Knob> knobs(InterfaceState state) {
    return task().knobs(state);
  }
}
