package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A Redfish resource of the schema Bios: the current settings of the firmware, or those that it is
 * told to take over (DMTF DSP0266, "Settings resource"; schema Bios).
 *
 * @param attributes by name: String, Number or Boolean, as the controller types them; null where it
 *     tells no value
 * @param registry the name of the attribute registry, or nothing
 * @param hasSettings true where other settings can be staged
 * @param applyTimes when staged settings may be applied, as far as that is listed
 * @param failed by attribute, the messages of the last time that staged settings were applied
 * @param etag of this resource, where its text has one
 */
public record BiosResource(
    Map<String, Object> attributes,
    String registry,
    boolean hasSettings,
    Set<String> applyTimes,
    Map<String, String> failed,
    Optional<String> etag) {

  private static final String ATTRIBUTES = "#/Attributes/";

  /**
   * Reads one.
   *
   * @throws Refusal where it is no JSON object
   */
  public static BiosResource parse(String text) throws Refusal {
    Map<?, ?> document = JsonText.object(text);
    Map<String, Object> attributes = new LinkedHashMap<>();
    JsonText.map(document.get("Attributes"))
        .forEach((name, value) -> attributes.put(name.toString(), scalar(value)));
    Object settings = document.get("@Redfish.Settings");
    Set<String> times = new LinkedHashSet<>();
    texts(JsonText.at(settings, "SupportedApplyTimes"), times);
    texts(
        JsonText.at(document, "@Redfish.SettingsApplyTime", "ApplyTime@Redfish.AllowableValues"),
        times);
    String link = JsonText.text(JsonText.at(settings, "SettingsObject", "@odata.id"));
    String etag = JsonText.text(document.get("@odata.etag"));
    return new BiosResource(
        attributes,
        JsonText.text(document.get("AttributeRegistry")),
        !link.isEmpty(),
        times,
        failed(JsonText.list(JsonText.at(settings, "Messages"))),
        Optional.of(etag).filter(tag -> !tag.isEmpty()));
  }

  /** The value as text; empty where there is none. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(attributes.get(name)).map(Object::toString);
  }

  private static Object scalar(Object value) {
    boolean plain = value instanceof String || value instanceof Number || value instanceof Boolean;
    return plain ? value : null;
  }

  private static void texts(Object list, Set<String> into) {
    JsonText.list(list).stream().map(JsonText::text).filter(t -> !t.isEmpty()).forEach(into::add);
  }

  private static Map<String, String> failed(List<?> messages) {
    Map<String, String> failed = new LinkedHashMap<>();
    for (Object message : messages) {
      List<String> words = new ArrayList<>();
      for (String key : List.of("MessageId", "Message")) {
        String word = JsonText.text(JsonText.at(message, key));
        if (!word.isEmpty()) {
          words.add(word);
        }
      }
      boolean good = !words.isEmpty() && words.get(0).endsWith(".Success");
      for (Object property : JsonText.list(JsonText.at(message, "RelatedProperties"))) {
        String path = JsonText.text(property);
        if (!good && path.startsWith(ATTRIBUTES)) {
          failed.put(path.substring(ATTRIBUTES.length()), String.join(": ", words));
        }
      }
    }
    return failed;
  }
}
