package io.tuner.resources;

import io.tuner.resource.Context;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import java.util.Optional;

/**
 * A unit as systemd has it; what the task does not speak of is absent.
 *
 * @param live whether it runs: started, stopped, or on its way, starting or stopping
 * @param persistent what a boot makes of it
 * @param around what a target is decided by
 */
record ServiceState(Optional<Live> live, Persistent persistent, @Context Around around) {

  /** Whether it runs. */
  enum Live {
    STARTED,
    STARTING,
    STOPPING,
    STOPPED
  }

  /**
   * What a boot makes of it.
   *
   * @param enabled whether it has links: the unit file's state in systemctl's words, but {@code
   *     disabled} for every one that has none (`static`, …), for below a mask nobody can tell
   * @param masked `no`, `yes`, or `runtime` until the next boot
   */
  record Persistent(Optional<String> enabled, Optional<String> masked) {
    private boolean isMasked() {
      return masked.filter(how -> !how.equals("no")).isPresent();
    }
  }

  /**
   * What is read only to decide.
   *
   * @param managed whether systemd runs
   * @param load the manager's LoadState
   * @param file the unit file's state in systemctl's words; of a masked unit, what its links say
   * @param ends whether the service ends with its work
   * @param triggers the sockets, timers and paths that start it
   */
  record Around(boolean managed, String load, String file, boolean ends, String triggers) {}

  ServiceState wanted(
      Optional<Boolean> started, Optional<Boolean> enabled, Optional<Boolean> masked, Unit unit)
      throws Unsupported {
    Optional<String> file = persistent.enabled;
    if (enabled.isPresent()) {
      String wanted = file(enabled.get(), around.file, unit);
      if (around.load.equals("masked") && masked.isEmpty() && !wanted.equals(around.file)) {
        // systemctl(1), disable: of a masked unit it removes no link, and calls that a success.
        throw new Unsupported(
            unit.name()
                + " is masked, and systemd keeps the links of such a unit; `masked: true`"
                + " beside `enabled` takes them away all the same");
      }
      file = Optional.of(wanted);
    }
    boolean already = persistent.masked.filter(m -> !m.equals("no")).isPresent();
    return new ServiceState(
        started.map(on -> on ? Live.STARTED : Live.STOPPED),
        new Persistent(
            file, masked.map(on -> !on ? "no" : already ? persistent.masked.get() : "yes")),
        around);
  }

  private static String file(boolean on, String found, Unit unit) throws Unsupported {
    return switch (found) {
      case "enabled", "enabled-runtime", "linked", "linked-runtime", "disabled" ->
          on ? "enabled" : found.startsWith("enabled") ? "disabled" : found;
      case "static", "indirect", "generated", "transient" -> {
        if (on) {
          throw new Unsupported(
              unit.name() + " is " + found + ": it has no links of its own that enable it");
        }
        yield "disabled";
      }
      default ->
          throw new Unsupported(
              found.isEmpty()
                  ? unit.name() + " has no unit file, so it is enabled in another way"
                  : unit.name() + " is " + found + " for systemd, and is neither enabled nor not");
    };
  }

  /** The commands that make this so where it was {@code from}. */
  Script after(ServiceState from, Unit unit) {
    Script script = Script.empty();
    boolean links = !from.persistent.enabled.equals(persistent.enabled);
    boolean mask = !from.persistent.masked.equals(persistent.masked);
    boolean again = links && from.persistent.isMasked();
    if ((mask || again) && from.persistent.isMasked()) {
      boolean runtime = from.persistent.masked.equals(Optional.of("runtime"));
      script = systemctl(script, "unmask", runtime, unit);
    }
    if (links) {
      String wanted = persistent.enabled.orElse("disabled");
      if (wanted.startsWith("linked")) {
        return Script.impossible(unit.name() + " was linked from elsewhere, and would lose that");
      }
      boolean runtime = wanted.endsWith("-runtime");
      boolean fresh = from.persistent.enabled.filter(f -> f.startsWith("enabled")).isPresent();
      script =
          wanted.startsWith("enabled") && !fresh
              ? script
              : systemctl(script, "disable", false, unit);
      script = wanted.startsWith("enabled") ? systemctl(script, "enable", runtime, unit) : script;
    }
    if (!from.live.equals(live) && live.isPresent()) {
      boolean up = live.get() == Live.STARTED || live.get() == Live.STARTING;
      script = script.run("systemctl", up ? "start" : "stop", unit.name());
    }
    if ((mask || again) && persistent.isMasked()) {
      boolean runtime = persistent.masked.equals(Optional.of("runtime"));
      script = systemctl(script, "mask", runtime, unit);
    }
    return script;
  }

  private static Script systemctl(Script script, String verb, boolean runtime, Unit unit) {
    return runtime
        ? script.run("systemctl", verb, "--runtime", unit.name())
        : script.run("systemctl", verb, unit.name());
  }
}
