package io.tuner.resources;

import io.tuner.resource.Knob;
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
import io.tuner.text.Durations;
import io.tuner.text.Secret;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Settings of a host's firmware, through its management controller. */
@Type(
    name = "redfish_bios",
    summary = "Firmware (BIOS) settings through the management controller, by Redfish",
    guide =
        """
        It is this machine that asks the controller (iBMC, iDRAC, iLO, OpenBMC), not the host. \
        `pending` is what the firmware is told to take over, `boot` what it runs with: they are two, \
        and the second follows when the host boots (some firmware boots twice for it).

        Names and values are the firmware's own and differ by server: a name may be negated \
        (`ProcessorHyperThreadingDisable`) or mean nothing to people (`ACPI002`). They are checked \
        against the controller's attribute registry before anything is sent. All go in one request. \
        While a job of the controller holds the settings, it is asked again for as long as \
        `busy_timeout` says; what it answers then is the error. The password is in no output, plan \
        or journal: a rollback and a saved plan take it from the inventory's variable \
        `redfish_bios_password`.
        """)
public record RedfishBios(
    @Parameter(
            value = "The controller's name or address, with a port where it has one of its own.",
            example = "bmc-db1.example.com",
            required = true)
        String bmc,
    @Parameter(value = "A user who may configure.", example = "tuner", required = true) String user,
    @Parameter(value = "The user's password.", example = "secret", required = true) Secret password,
    @Parameter(
            value = "Settings by the firmware's own names.",
            example = "{CustomPowerPolicy: Performance, NUMAEn: Enabled}",
            required = true)
        Map<String, String> attributes,
    @Parameter(value = "Whether its certificate is checked.", byDefault = "true")
        boolean verify_tls,
    @Parameter(value = "The computer system's id, where the controller has several.", example = "1")
        Optional<String> system,
    @Parameter(
            value = "For how long a controller that is busy is asked again.",
            example = "5m",
            byDefault = "60s")
        String busy_timeout)
    implements Resource<RedfishBiosState> {

  @Override
  public String name() {
    return bmc + system.map(id -> "/" + id).orElse("");
  }

  @Override
  public void validate(Problems problems) {
    if (!bmc.matches("(https?://)?([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?")) {
      problems.error("bmc", "`" + bmc + "` is not the name or address of a controller");
    }
    if (bmc.startsWith("http://") && !bmc.matches("http://(localhost|127[0-9.]+|\\[::1])(:.*)?")) {
      problems.error("bmc", "the password would travel in the clear", "write https://");
    }
    if (user.isEmpty() || user.contains(":")) {
      problems.error("user", "`" + user + "` cannot be the user of a basic authentication");
    }
    if (!system.orElse("1").matches("[A-Za-z0-9_.-]+")) {
      problems.error("system", "`" + system.get() + "` is not the id of a computer system");
    }
    attributes.keySet().stream()
        .filter(name -> !name.matches("[A-Za-z0-9_-]{1,200}"))
        .forEach(name -> problems.error("attributes." + name, "not the name of a setting"));
    try {
      if (patience().compareTo(Duration.ofHours(1)) > 0) {
        problems.error("busy_timeout", "nothing is asked again for more than an hour");
      }
    } catch (IllegalArgumentException e) {
      problems.error("busy_timeout", e.getMessage());
    }
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new TreeMap<>();
    attributes.forEach((name, value) -> claims.put(knob(name), value));
    return claims;
  }

  @Override
  public Probe probe() {
    return controller().probe();
  }

  @Override
  public RedfishBiosState parse(Readings readings) throws ProbeFailed {
    return controller().parse(readings, attributes);
  }

  @Override
  public RedfishBiosState target(RedfishBiosState observed, Notes notes) throws Unsupported {
    RedfishBiosState.Found found = observed.found();
    if (!found.problems().isEmpty()) {
      throw new Unsupported(bmc + ": " + String.join("; ", found.problems()));
    }
    found.warnings().forEach(notes::warn);
    RedfishBiosState target = observed.wanting();
    if (!target.equals(observed)) {
      notes.risk(Risk.REBOOT, "the firmware takes it over when the host boots");
    }
    return target;
  }

  @Override
  public Script transition(RedfishBiosState from, RedfishBiosState to) {
    return new BiosPatch(controller(), from, to).script(patience());
  }

  @Override
  public Map<String, Knob> knobs(RedfishBiosState state) {
    Map<String, Knob> knobs = new TreeMap<>();
    state.pending().keySet().forEach(name -> knobs.put("pending." + name, knob(name)));
    state.boot().keySet().forEach(n -> knobs.put("boot." + n, knob("current/" + n)));
    return knobs;
  }

  private Knob knob(String name) {
    return Knob.of("redfish:" + name() + "/" + name);
  }

  private Duration patience() {
    return Durations.parse(busy_timeout);
  }

  private RedfishController controller() {
    return new RedfishController(bmc, user, password, verify_tls, system);
  }
}
