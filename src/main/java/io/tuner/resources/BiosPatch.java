package io.tuner.resources;

import io.tuner.format.JsonText;
import io.tuner.resource.Read;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The one request that stages firmware settings (DMTF DSP0266, Settings resource).
 *
 * @param controller whom it is made to
 * @param from the settings as they are
 * @param to as they are wanted
 */
record BiosPatch(RedfishController controller, RedfishBiosState from, RedfishBiosState to) {

  /**
   * What controllers say while a job holds the settings: SYS011 is iDRAC's for values that are
   * committed to a job, the others are of DMTF's base registry.
   */
  private static final Set<String> BUSY =
      Set.of("SYS011", "ResourceInUse", "ServiceTemporarilyUnavailable", "already committed");

  Script script(Duration patience) {
    Map<String, Object> changed = new TreeMap<>();
    for (Map.Entry<String, String> setting : to.pending().entrySet()) {
      String name = setting.getKey();
      if (!setting.getValue().equals(from.pending().get(name))) {
        changed.put(name, typed(from.found().types().get(name), setting.getValue()));
      }
    }
    for (String name : from.pending().keySet()) {
      if (!to.pending().containsKey(name)) {
        return Script.impossible("the controller told no value of " + name + " before");
      }
    }
    if (changed.isEmpty()) {
      return Script.empty();
    }
    Read.Http plain = patch(changed, false);
    Step.Busy busy = new Step.Busy(BUSY, patience);
    return from.found().onReset()
        ? Script.empty()
            .http(patch(changed, true), Optional.of(new Step.Otherwise("ApplyTime", plain)), busy)
        : Script.empty().http(plain, Optional.empty(), busy);
  }

  /** Without an apply time some controllers make no job and apply nothing; others refuse it. */
  private Read.Http patch(Map<String, Object> changed, boolean onReset) {
    Map<String, Object> body = new LinkedHashMap<>();
    if (onReset) {
      body.put("@Redfish.SettingsApplyTime", Map.of("ApplyTime", "OnReset"));
    }
    body.put("Attributes", changed);
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", "application/json");
    from.found().etag().ifPresent(etag -> headers.put("If-Match", etag));
    return new Read.Http(
        "PATCH",
        from.found().settings(),
        controller.user(),
        controller.password(),
        controller.verifyTls(),
        headers,
        Optional.of(JsonText.write(body)),
        List.of());
  }

  private static Object typed(String type, String value) {
    if ("Boolean".equals(type)) {
      return Boolean.valueOf(value);
    }
    return "Integer".equals(type) && value.matches("-?[0-9]{1,18}") ? Long.valueOf(value) : value;
  }
}
