package io.tuner.resources;

import io.tuner.format.UnitStatus;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What restart and reload have in common.
 *
 * @param verb of systemctl and of an init script
 * @param service as the operator names it
 */
record ServiceAction(String verb, String service) {

  private static final Duration PATIENCE = Duration.ofHours(2);

  Script script() {
    String name = Shell.quote(service);
    // How long a unit may take to stop and to start is the unit's own; systemd ends what takes
    // longer.
    return Script.empty().within(PATIENCE, command(name));
  }

  private Script command(String name) {
    return Script.empty()
        .shell(
            "if command -v systemctl >/dev/null; then systemctl %s %s; else service %s %s; fi"
                .formatted(verb, Shell.quote(Unit.of(service).name()), name, verb));
  }

  Probe probe() {
    return Unit.of(service).probe().run("service", service, "status");
  }

  Optional<String> failure(Readings after) throws ProbeFailed {
    Optional<Map<String, String>> properties = Unit.of(service).properties(after);
    if (properties.isPresent()) {
      return failure(properties.get());
    }
    Optional<Readings.Output> status =
        after.run("service", service, "status").known("the status of " + service);
    return status
        .filter(output -> output.exit() != 0)
        .map(
            output ->
                "service %s status ends with %d: %s"
                    .formatted(service, output.exit(), output.stdout().strip()));
  }

  private Optional<String> failure(Map<String, String> properties) {
    Unit unit = Unit.of(service);
    UnitStatus status = new UnitStatus(properties);
    boolean done = status.endsWithItsWork() && "success".equals(properties.get("Result"));
    return status.isUp() || done
        ? Optional.empty()
        : Optional.of(status.of(unit.name()) + "; `journalctl -u " + unit.name() + "` says more");
  }
}
