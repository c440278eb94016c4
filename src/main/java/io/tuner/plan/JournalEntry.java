package io.tuner.plan;

import io.tuner.load.Become;
import io.tuner.resource.Codec;
import io.tuner.resource.Described;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One change of a run, as the host's journal holds it: written before the change starts.
 *
 * @param run the run
 * @param index its number in the run, counted from 1
 * @param address {@code block_queue[sdb]}
 * @param type {@code block_queue}
 * @param schema of the states
 * @param name the task's name, or empty
 * @param source where the task was written
 * @param parameters without secrets
 * @param become with whose rights
 * @param from the state found; empty for a handler, which has none
 * @param to the state wanted
 * @param finished true where the change came to its end, well or not
 * @param found the state that was read back, where that was another one than {@code to}
 */
public record JournalEntry(
    String run,
    int index,
    String address,
    String type,
    int schema,
    String name,
    String source,
    Map<String, Object> parameters,
    Become become,
    Map<String, Object> from,
    Map<String, Object> to,
    boolean finished,
    Optional<Map<String, Object>> found) {

  /** Of a change that is about to be made. */
  public static JournalEntry of(String run, int index, TaskPlan plan) {
    Subject subject = plan.subject();
    return new JournalEntry(
        run,
        index,
        subject.address(),
        subject.type(),
        described(subject).type().schema(),
        subject.name(),
        subject.source().toString(),
        subject.parameters(),
        subject.become(),
        plan.from().map(Codec::toMap).orElse(Map.of()),
        plan.to().map(Codec::toMap).orElse(Map.of()),
        false,
        Optional.empty());
  }

  /** The number as the journal's files are named by it. */
  public static String number(int index) {
    return String.format("%04d", index);
  }

  /** As the host names it: {@code RUN/0003}. */
  public String place() {
    return run + "/" + number(index);
  }

  /** True for a handler's action. */
  public boolean isAction() {
    return from.isEmpty() && to.isEmpty();
  }

  /** For JSON. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("index", index);
    map.put("address", address);
    map.put("type", type);
    map.put("schema", schema);
    map.put("name", name);
    map.put("source", source);
    map.put("become", become.enabled() ? become.user() : "");
    map.put("parameters", parameters);
    map.put("from", from);
    map.put("to", to);
    return map;
  }

  /**
   * From JSON; empty where it is not of that form.
   *
   * @param found empty where what was read back was what was wanted
   */
  public static Optional<JournalEntry> of(
      String run,
      Map<String, Object> map,
      boolean finished,
      Optional<Map<String, Object>> found) {
    try {
      String user = String.valueOf(map.get("become"));
      return Optional.of(
          new JournalEntry(
              run,
              ((Number) map.get("index")).intValue(),
              (String) map.get("address"),
              (String) map.get("type"),
              ((Number) map.get("schema")).intValue(),
              (String) map.get("name"),
              (String) map.get("source"),
              object(map.get("parameters")),
              new Become(!user.isEmpty(), user.isEmpty() ? "root" : user),
              object(map.get("from")),
              object(map.get("to")),
              finished,
              found));
    } catch (ClassCastException | NullPointerException notOne) {
      return Optional.empty();
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  private static Described described(Subject subject) {
    return Described.of((Class<? extends Record>) subject.resource().getClass());
  }

  /** The runs of a list of entries, in order, each once. */
  public static List<String> runs(List<JournalEntry> entries) {
    return entries.stream().map(JournalEntry::run).distinct().toList();
  }
}
