package io.tuner.resources.sketch;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.Secret;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tries the contract on firmware: two aspects, one of which a boot settles, behind HTTP. */
@Type(name = "redfish_bios", summary = "Firmware settings through the management controller")
public record RedfishBios(
    @Parameter(value = "the controller", example = "bmc1", required = true) String bmc,
    @Parameter(value = "its user", required = true) String user,
    @Parameter(value = "the password", required = true) Secret password,
    @Parameter(value = "settings by name", required = true) Map<String, String> attributes,
    @Parameter(value = "whether certificates are checked", byDefault = "true") boolean verify_tls)
    implements Resource<RedfishBios.State> {

  /**
   * The settings wanted.
   *
   * @param pending what the firmware is told to take over; the current value where it is told
   *     nothing
   * @param boot what it runs with
   * @param settings where the pending ones are, and how
   */
  public record State(
      Map<String, String> pending,
      @Settles(Settles.When.BOOT) Map<String, String> boot,
      @Context Settings settings) {}

  /** The resource to change: its place, its version, the JSON type of each value. */
  public record Settings(
      String url, Optional<String> etag, boolean onReset, Map<String, String> types) {}

  private static final List<String> BIOS = List.of("/Members/0/@odata.id", "/Bios/@odata.id");
  private static final List<String> SETTINGS =
      List.of(
          "/Members/0/@odata.id", "/Bios/@odata.id", "/@Redfish.Settings/SettingsObject/@odata.id");

  @Override
  public String name() {
    return bmc;
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING.and(get(BIOS)).and(get(SETTINGS));
  }

  private Read.Http get(List<String> follow) {
    String url = "https://" + bmc + "/redfish/v1/Systems";
    return new Read.Http(
        "GET", url, user, password, verify_tls, Map.of(), Optional.empty(), follow);
  }

  @Override
  public State parse(Readings readings) throws ProbeFailed {
    Readings.Answer answer = answered(readings, SETTINGS);
    Map<String, Object> bios = json(answered(readings, BIOS).body());
    Map<String, Object> told = json(answer.body());
    Map<String, String> pending = new LinkedHashMap<>();
    Map<String, String> boot = new LinkedHashMap<>();
    Map<String, String> types = new LinkedHashMap<>();
    for (String name : attributes.keySet()) {
      Object current = map(bios.get("Attributes")).get(name);
      Object next = map(told.get("Attributes")).getOrDefault(name, current);
      if (current != null && next != null) {
        boot.put(name, current.toString());
        pending.put(name, next.toString());
        types.put(name, current.getClass().getSimpleName());
      }
    }
    boolean onReset = String.valueOf(bios.get("@Redfish.Settings")).contains("OnReset");
    Optional<String> etag = Optional.ofNullable(answer.headers().get("etag"));
    return new State(pending, boot, new Settings(answer.url(), etag, onReset, types));
  }

  private Readings.Answer answered(Readings readings, List<String> follow) throws ProbeFailed {
    Readings.Answer answer =
        readings.answer(get(follow)).known(bmc).orElseThrow(() -> new ProbeFailed("no answer"));
    if (answer.status() != 200) {
      throw new ProbeFailed(answer.url() + " answers with status " + answer.status());
    }
    return answer;
  }

  private static Map<String, Object> json(String body) throws ProbeFailed {
    try {
      return JSON.std.mapFrom(body);
    } catch (IOException e) {
      throw new ProbeFailed("the controller's answer is no JSON object");
    }
  }

  private static Map<?, ?> asMap(Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static Map<String, Object> map(Object value) {
    Map<String, Object> out = new LinkedHashMap<>();
    asMap(value).forEach((key, inner) -> out.put(key.toString(), inner));
    return out;
  }

  @Override
  public State target(State observed, Notes notes) throws Unsupported {
    for (String name : attributes.keySet()) {
      if (!observed.boot().containsKey(name)) {
        throw new Unsupported("the firmware has no setting `" + name + "`");
      }
    }
    State target = new State(attributes, attributes, observed.settings());
    if (!target.equals(observed)) {
      notes.risk(Risk.REBOOT, "the firmware takes it over when the host boots");
    }
    return target;
  }

  @Override
  public Script transition(State from, State to) {
    Map<String, Object> changed = new LinkedHashMap<>();
    to.pending()
        .forEach(
            (name, value) -> {
              if (!value.equals(from.pending().get(name))) {
                changed.put(name, typed(from.settings().types().get(name), value));
              }
            });
    if (changed.isEmpty()) {
      return Script.empty();
    }
    Map<String, Object> body = new LinkedHashMap<>();
    if (from.settings().onReset()) {
      body.put("@Redfish.SettingsApplyTime", Map.of("ApplyTime", "OnReset"));
    }
    body.put("Attributes", changed);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    from.settings().etag().ifPresent(etag -> headers.put("If-Match", etag));
    try {
      return Script.empty()
          .http(
              new Read.Http(
                  "PATCH",
                  from.settings().url(),
                  user,
                  password,
                  verify_tls,
                  headers,
                  Optional.of(JSON.std.asString(body)),
                  List.of()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object typed(String type, String value) {
    if ("Boolean".equals(type)) {
      return Boolean.valueOf(value);
    }
    return "Integer".equals(type) && value.matches("-?[0-9]{1,9}") ? Integer.valueOf(value) : value;
  }

  @Override
  public Map<String, Knob> knobs(State state) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    String prefix = "redfish:" + bmc + "/";
    state.pending().keySet().forEach(n -> knobs.put("pending." + n, Knob.of(prefix + n)));
    state.boot().keySet().forEach(n -> knobs.put("boot." + n, Knob.of(prefix + "current/" + n)));
    return knobs;
  }
}
