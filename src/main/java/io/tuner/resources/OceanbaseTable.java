package io.tuner.resources;

import io.tuner.format.BoxedTable;
import io.tuner.format.KeptParameter;
import io.tuner.format.ParameterStatements;
import io.tuner.format.Refusal;
import io.tuner.format.ServerParameters;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One parameter, as a cluster's tables of parameters have it and take it.
 *
 * @param task whose
 * @param parameter its name
 * @param session with the cluster
 */
record OceanbaseTable(OceanbaseParameter task, String parameter, OceanbaseSession session) {

  private ParameterStatements statements() {
    return new ParameterStatements(parameter, task.tenant());
  }

  /** The table of a tenant's parameters is the tenant's own, which another cannot read. */
  private boolean isOfTenant() {
    return task.scope() == OceanbaseParameter.Scope.TENANT;
  }

  Probe probe() {
    Probe probe = session.ask(statements().show());
    return isOfTenant() ? probe : probe.and(session.ask(statements().kept()));
  }

  OceanbaseState parse(Readings readings) throws ProbeFailed {
    Optional<String> shown =
        session.answer(readings, statements().show(), "the parameter " + parameter);
    Map<String, String> persistent = new TreeMap<>();
    Map<String, String> restart = new TreeMap<>();
    String scope = "";
    boolean fixed = false;
    boolean late = false;
    try {
      for (ServerParameters.Row row : rows(shown)) {
        if (task.server().isPresent() && !task.server().get().equals(row.observer())) {
          continue;
        }
        boolean waits = row.isStatic() && !isOfTenant();
        persistent.put(row.observer(), spelt(waits ? kept(readings, row) : row.value()));
        if (waits) {
          restart.put(row.observer(), spelt(row.value()));
        }
        scope = row.scope();
        fixed |= row.isReadOnly();
        late |= row.isStatic() && isOfTenant();
      }
    } catch (Refusal refusal) {
      throw new ProbeFailed(refusal.getMessage());
    }
    return new OceanbaseState(
        persistent, restart, new OceanbaseState.Found(shown.isPresent(), scope, fixed, late));
  }

  /** As the task spells it, where it is that value: `true` is shown as `True`, 64G as 65536M. */
  private String spelt(String found) {
    return ServerParameters.same(found, task.value()) ? task.value() : found;
  }

  private List<ServerParameters.Row> rows(Optional<String> shown) throws Refusal {
    return shown.isEmpty()
        ? List.of()
        : ServerParameters.of(BoxedTable.parseBatch(shown.get())).named(parameter).rows();
  }

  /** What was set for an observer; else what it runs with. */
  private String kept(Readings readings, ServerParameters.Row of) throws Refusal, ProbeFailed {
    Optional<String> kept =
        session.answer(readings, statements().kept(), "what was set of " + parameter);
    return kept.isEmpty()
        ? of.value()
        : KeptParameter.value(BoxedTable.parseBatch(kept.get()).rows(), of).orElse(of.value());
  }

  /** One statement where all observers get one value, else one for each that differs. */
  Script transition(Map<String, String> from, Map<String, String> to) {
    Set<String> values = Set.copyOf(to.values());
    if (from.equals(to)) {
      return Script.empty();
    }
    boolean all = task.server().isEmpty() && to.keySet().equals(from.keySet());
    if (all && values.size() == 1) {
      return session.say(Script.empty(), statements().set(values.iterator().next()));
    }
    Script script = Script.empty();
    for (Map.Entry<String, String> wanted : to.entrySet()) {
      if (!wanted.getValue().equals(from.get(wanted.getKey()))) {
        script = session.say(script, statements().setOn(wanted.getKey(), wanted.getValue()));
      }
    }
    return script;
  }
}
