package io.tuner.resources;

import io.tuner.resource.Action;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import java.util.Optional;

/** A handler that lets a service read its configuration again. */
@Type(
    name = "reload",
    summary = "Lets a service read its configuration again",
    guide =
        """
        Runs `systemctl reload`, or `service NAME reload` where the host has no systemctl, and then asks \
        whether the service is still up. A service that is not running cannot reload: use restart.
        """)
public record Reload(
    @Parameter(
            value = "The service; a unit of another kind by its full name.",
            example = "observer",
            required = true)
        String service)
    implements Action {

  @Override
  public String name() {
    return service;
  }

  @Override
  public void validate(Problems problems) {
    Unit.validate("service", service, problems);
  }

  @Override
  public Script script() {
    return action().script();
  }

  @Override
  public Probe probe() {
    return action().probe();
  }

  @Override
  public Optional<String> failure(Readings after) throws ProbeFailed {
    return action().failure(after);
  }

  private ServiceAction action() {
    return new ServiceAction("reload", service);
  }
}
