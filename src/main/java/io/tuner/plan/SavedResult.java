package io.tuner.plan;

import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a saved plan says of a task besides its states: so that it is shown as it was reviewed. */
final class SavedResult {

  private SavedResult() {}

  static Map<String, Object> write(TaskResult result) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("status", result.status().word());
    map.put("message", result.message().orElse(null));
    map.put("warnings", result.warnings());
    Map<String, Object> risks = new LinkedHashMap<>();
    result.risks().forEach((risk, detail) -> risks.put(risk.name(), detail));
    map.put("risks", risks);
    map.put("irreversible", result.irreversible().orElse(null));
    map.put("commands", result.commands());
    List<Object> settling = new ArrayList<>();
    for (Change change : result.changes()) {
      settling.add(
          List.of(change.aspect() + "." + change.path(), change.settles().name(), change.reason()));
    }
    map.put("settles", settling);
    return map;
  }

  @SuppressWarnings("unchecked")
  static TaskResult read(Subject subject, Record from, Record to, Map<String, Object> map) {
    Notes notes = new Notes();
    for (List<String> leaf : (List<List<String>>) map.get("settles")) {
      notes.settles(leaf.get(0), Settles.When.valueOf(leaf.get(1)), leaf.get(2));
    }
    Map<Risk, String> risks = new EnumMap<>(Risk.class);
    ((Map<String, String>) map.get("risks"))
        .forEach((risk, detail) -> risks.put(Risk.valueOf(risk), detail));
    return new TaskResult(
        subject.address(),
        subject.name(),
        subject.source(),
        Status.valueOf(((String) map.get("status")).toUpperCase(Locale.ROOT)),
        Optional.ofNullable((String) map.get("message")),
        (List<String>) map.get("warnings"),
        risks,
        Optional.ofNullable((String) map.get("irreversible")),
        Comparison.changes(from, to, notes),
        (List<String>) map.get("commands"),
        subject.ignoreErrors());
  }
}
