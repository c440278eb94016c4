package io.tuner.resources;

import io.tuner.format.LimitsConf;
import io.tuner.resource.Bound;
import io.tuner.resource.Knob;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Settles.When;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Limits that PAM sets for whoever logs in. */
@Type(
    name = "limits",
    summary = "Limits that PAM sets at a login",
    guide =
        """
        `login` is what the next login gets, from all files that PAM reads; `persistent` is what
        `/etc/security/limits.d/99-tuner.conf` says of it. A file read later that says otherwise is
        named as a conflict. Open sessions keep their limits until they log in again, and services
        of systemd never have these: `systemd_unit` sets theirs. `-1` and `infinity` are
        `unlimited`. `memlock`, `stack` and other sizes are in KiB, `cpu` in minutes.
        """)
public record Limits(
    @Parameter(
            value = "a user, `@group`, `*` for all but root, or a range such as `1000:2000`",
            example = "oracle",
            required = true)
        String domain,
    @Parameter(value = "limits that a process may raise up to the hard one", example = "{core: 0}")
        Map<String, Bound> soft,
    @Parameter(value = "limits that only root may raise", example = "{nproc: 65536}")
        Map<String, Bound> hard,
    @Parameter(
            value = "soft and hard limits; `\">= N\"` and `\"<= N\"` are bounds",
            example = "{nofile: \">= 65536\", memlock: unlimited}")
        Map<String, Bound> both)
    implements Resource<LimitsState> {

  static final OwnFile FILE =
      new OwnFile("/etc/security/limits.d/99-tuner.conf", LimitsConf::parse);

  @Override
  public String name() {
    return domain;
  }

  @Override
  public void validate(Problems problems) {
    new LimitsRules(this).check(problems);
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    wanted()
        .forEach(
            (key, bound) ->
                bound
                    .exact()
                    .ifPresent(
                        v -> claims.put(knob(key), LimitsConf.normal(LimitsState.item(key), v))));
    return claims;
  }

  private Knob knob(String key) {
    return Knob.of("limits:" + domain + " " + key);
  }

  @Override
  public Probe probe() {
    return LimitsState.PROBE;
  }

  @Override
  public LimitsState parse(Readings readings) throws ProbeFailed {
    return LimitsState.parse(readings, domain, wanted().keySet());
  }

  @Override
  public LimitsState target(LimitsState observed, Notes notes) throws Unsupported {
    Map<String, String> login = new LinkedHashMap<>(observed.login());
    Map<String, String> persistent = new LinkedHashMap<>(observed.persistent());
    for (Map.Entry<String, Bound> entry : wanted().entrySet()) {
      String key = entry.getKey();
      Optional<String> found = Optional.ofNullable(observed.login().get(key));
      String value = LimitsRules.target(LimitsState.item(key), entry.getValue(), found);
      if (!found.equals(Optional.of(value))) {
        LimitsRules.allowed(key, value, observed.around().openFiles());
        login.put(key, value);
        persistent.put(key, value);
        Optional.ofNullable(observed.around().later().get(key))
            .ifPresent(
                place -> notes.settles("login." + key, When.NEVER, place + " is read later"));
      }
    }
    if (observed.around().services().isEmpty()) {
      throw new Missing("there is no /etc/pam.d: nobody logs in by way of PAM");
    }
    LimitsRules.warn(domain, observed, login, notes);
    Optional<String> text =
        FILE.edited(
            observed.around().file(),
            LimitsState.ours(domain, observed.persistent()),
            LimitsState.ours(domain, persistent));
    return new LimitsState(login, persistent, observed.around().with(text));
  }

  @Override
  public Script transition(LimitsState from, LimitsState to) {
    return FILE.transition(
        from.around().file(),
        LimitsState.ours(domain, from.persistent()),
        to.around().file(),
        LimitsState.ours(domain, to.persistent()));
  }

  @Override
  public Map<String, Knob> knobs(LimitsState state) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    state.login().keySet().forEach(key -> knobs.put("login." + key, knob(key)));
    state
        .persistent()
        .keySet()
        .forEach(k -> knobs.put("persistent." + k, Knob.of("limits.d:" + domain + " " + k)));
    return knobs;
  }

  /** The limits wanted by type and item, {@code soft nofile}. */
  Map<String, Bound> wanted() {
    Map<String, Bound> wanted = new LinkedHashMap<>();
    both.forEach((item, bound) -> wanted.put("soft " + item, bound));
    both.forEach((item, bound) -> wanted.put("hard " + item, bound));
    soft.forEach((item, bound) -> wanted.put("soft " + item, bound));
    hard.forEach((item, bound) -> wanted.put("hard " + item, bound));
    return wanted;
  }
}
