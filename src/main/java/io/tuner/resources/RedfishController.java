package io.tuner.resources;

import io.tuner.format.BiosRegistry;
import io.tuner.format.BiosResource;
import io.tuner.format.JsonText;
import io.tuner.format.Refusal;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The firmware settings behind one management controller, and where they are read (DMTF DSP0266).
 */
record RedfishController(
    String bmc, String user, Secret password, boolean verifyTls, Optional<String> system) {

  private static final String BIOS = "/Bios/@odata.id";
  private static final String SETTINGS = "/@Redfish.Settings/SettingsObject/@odata.id";
  private static final List<String> REGISTRY =
      List.of("/Members/*BiosAttributeRegistry/@odata.id", "/Location/0/Uri");

  Probe probe() {
    return Probe.NOTHING
        .and(get("Systems", List.of()))
        .and(onSystem())
        .and(onSystem(BIOS))
        .and(onSystem(BIOS, SETTINGS))
        .and(get("Registries", REGISTRY));
  }

  private Read.Http onSystem(String... follow) {
    List<String> way = new ArrayList<>();
    if (system.isEmpty()) {
      way.add("/Members/0/@odata.id");
    }
    way.addAll(List.of(follow));
    return get("Systems" + system.map(id -> "/" + id).orElse(""), way);
  }

  private Read.Http get(String path, List<String> follow) {
    String start = bmc.contains("://") ? bmc : "https://" + bmc;
    String url = start + "/redfish/v1/" + path;
    return new Read.Http("GET", url, user, password, verifyTls, Map.of(), Optional.empty(), follow);
  }

  RedfishBiosState parse(Readings readings, Map<String, String> wanted) throws ProbeFailed {
    Map<?, ?> systems = object(answered(readings, get("Systems", List.of())));
    List<?> members = JsonText.list(systems.get("Members"));
    if (system.isEmpty() && members.size() != 1) {
      List<String> ids = new ArrayList<>();
      members.forEach(
          m -> ids.add(JsonText.text(JsonText.at(m, "@odata.id")).replaceFirst(".*/(?=.)", "")));
      return without(
          "it has " + members.size() + " computer systems: set `system` to one of " + ids);
    }
    Map<?, ?> computer = object(answered(readings, onSystem()));
    if (JsonText.text(JsonText.at(computer, "Bios", "@odata.id")).isEmpty()) {
      return without("it tells of no firmware settings (no Bios) of this system");
    }
    BiosResource bios = bios(answered(readings, onSystem(BIOS)));
    if (!bios.hasSettings()) {
      return without("its firmware settings cannot be staged (no SettingsObject)");
    }
    Readings.Answer staged = answered(readings, onSystem(BIOS, SETTINGS));
    BiosResource settings = bios(staged);
    BiosWishes wishes = new BiosWishes(wanted, bios, settings, registry(readings));
    Optional<String> etag = Optional.ofNullable(staged.headers().get("etag"));
    return new RedfishBiosState(
        wishes.pending(),
        wishes.boot(),
        new RedfishBiosState.Found(
            staged.url(),
            etag.or(settings::etag),
            bios.applyTimes().contains("OnReset") || settings.applyTimes().contains("OnReset"),
            wishes.types(),
            wishes.wanted(),
            wishes.problems(),
            new BiosWarnings(wishes).all()));
  }

  private static RedfishBiosState without(String why) {
    return new RedfishBiosState(Map.of(), Map.of(), RedfishBiosState.Found.problem(why));
  }

  /**
   * Names and values go unchecked where there is none, and the controller refuses what is wrong.
   */
  private Optional<BiosRegistry> registry(Readings readings) {
    Reading<Readings.Answer> reading = readings.answer(get("Registries", REGISTRY));
    if (reading instanceof Reading.Present<Readings.Answer> present
        && present.value().status() == 200) {
      try {
        return Optional.of(BiosRegistry.parse(present.value().body()));
      } catch (Refusal none) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Readings.Answer answered(Readings readings, Read.Http request) throws ProbeFailed {
    Readings.Answer answer =
        readings
            .answer(request)
            .known(bmc)
            .orElseThrow(() -> new ProbeFailed(bmc + " gives no answer"));
    if (answer.status() == 401 || answer.status() == 403) {
      throw new ProbeFailed(
          "%s refuses `user` and `password` (status %d)".formatted(answer.url(), answer.status()));
    }
    if (answer.status() != 200) {
      throw new ProbeFailed(answer.url() + " answers with status " + answer.status());
    }
    return answer;
  }

  private static Map<?, ?> object(Readings.Answer answer) throws ProbeFailed {
    try {
      return JsonText.object(answer.body());
    } catch (Refusal malformed) {
      throw new ProbeFailed(answer.url() + ": " + malformed.getMessage());
    }
  }

  private static BiosResource bios(Readings.Answer answer) throws ProbeFailed {
    try {
      return BiosResource.parse(answer.body());
    } catch (Refusal malformed) {
      throw new ProbeFailed(answer.url() + ": " + malformed.getMessage());
    }
  }
}
