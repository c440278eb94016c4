package io.tuner.plan;

import io.tuner.load.Batch;
import io.tuner.load.Become;
import io.tuner.load.HandlerInstance;
import io.tuner.load.Instance;
import io.tuner.resource.Action;
import io.tuner.resource.Codec;
import io.tuner.resource.Described;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resources.Resources;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A plan that was reviewed and is applied exactly so, or refused where a host moved since. It
 * carries all it needs but secrets, and no context of a state: that may hold whole files, which are
 * not its business. When it is applied, context is read anew and the target decided anew, and where
 * that is not the target that was reviewed, nothing is changed.
 */
public final class SavedPlan {

  /** What the document says it is. */
  public static final String FORMAT = "tuner-plan/1";

  /** Where the document has the inventories that it was made with. */
  public static final String INVENTORIES = "inventories";

  private SavedPlan() {}

  /**
   * As maps, for JSON.
   *
   * @param connections by host: the variables that say how it is reached, without secrets
   * @param inventories that it was made with, as they were given
   */
  public static Map<String, Object> write(
      List<PlayPlan> plays,
      Map<String, Map<String, Object>> connections,
      List<String> inventories,
      String digest) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("format", FORMAT);
    document.put("digest", digest);
    document.put("connections", connections);
    document.put(INVENTORIES, inventories);
    document.put("plays", plays.stream().map(SavedPlan::play).toList());
    document.put(Checksum.KEY, Checksum.of(document));
    return document;
  }

  /**
   * Reads what {@link #write} gave.
   *
   * @param variables of each host in the inventory, for the secrets
   * @throws IllegalArgumentException where it is not of that form, or speaks of what this version
   *     does not know
   */
  public static List<PlayPlan> read(
      Map<String, Object> document, Function<String, Credentials.Variables> variables) {
    if (!FORMAT.equals(document.get("format"))) {
      throw new IllegalArgumentException("this is not a plan that `tuner plan -o` saved");
    }
    if (!Checksum.fits(document)) {
      throw new IllegalArgumentException("this plan was changed since it was saved: make it anew");
    }
    try {
      return list(document, "plays").stream().map(map -> play(map, variables)).toList();
    } catch (ClassCastException | NullPointerException | NumberFormatException e) {
      throw new IllegalArgumentException("this plan was damaged after it was saved");
    }
  }

  private static Map<String, Object> play(PlayPlan play) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", play.name());
    map.put("serial", play.serial().stream().map(Batch::toString).toList());
    map.put(
        "max_fail_percentage",
        play.maxFailPercentage().isPresent() ? play.maxFailPercentage().getAsDouble() : null);
    map.put("any_errors_fatal", play.anyErrorsFatal());
    map.put("hosts", play.hosts().stream().map(SavedPlan::host).toList());
    return map;
  }

  private static PlayPlan play(
      Map<String, Object> map, Function<String, Credentials.Variables> variables) {
    Object most = map.get("max_fail_percentage");
    List<Batch> serial =
        ((List<?>) map.get("serial"))
            .stream()
                .map(String::valueOf)
                .map(text -> new Batch(Integer.parseInt(text.replace("%", "")), text.endsWith("%")))
                .toList();
    return new PlayPlan(
        (String) map.get("name"),
        serial,
        most == null ? OptionalDouble.empty() : OptionalDouble.of(((Number) most).doubleValue()),
        (Boolean) map.get("any_errors_fatal"),
        list(map, "hosts").stream()
            .map(host -> host(host, variables.apply((String) host.get("host"))))
            .toList());
  }

  private static Map<String, Object> host(HostPlan host) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("host", host.host());
    map.put("environment", host.environment());
    map.put("may_reboot", host.mayReboot());
    map.put("confirm_timeout_s", host.confirmTimeout().map(Duration::toSeconds).orElse(null));
    map.put(
        "tasks",
        host.tasks().stream().filter(t -> t.about().isPresent()).map(SavedPlan::task).toList());
    map.put(
        "handlers",
        host.handlers().stream()
            .filter(h -> h.action().isPresent())
            .map(SavedPlan::handler)
            .toList());
    return map;
  }

  @SuppressWarnings("unchecked")
  private static HostPlan host(Map<String, Object> map, Credentials.Variables variables) {
    return new HostPlan(
        (String) map.get("host"),
        list(map, "tasks").stream().map(task -> task(task, variables)).toList(),
        list(map, "handlers").stream().map(one -> handler(one, variables)).toList(),
        List.of(),
        List.of(),
        (Map<String, String>) map.get("environment"),
        Boolean.TRUE.equals(map.get("may_reboot")),
        Optional.ofNullable((Number) map.get("confirm_timeout_s"))
            .map(seconds -> Duration.ofSeconds(seconds.longValue())));
  }

  private static Map<String, Object> task(TaskPlan task) {
    Subject subject = task.subject();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("address", subject.address());
    map.put("type", subject.type());
    map.put("schema", described(subject.type()).type().schema());
    map.put("name", subject.name());
    map.put("source", subject.source().toString());
    map.put("parameters", subject.parameters());
    map.put("notify", subject.notifies());
    map.put("ignore_errors", subject.ignoreErrors());
    map.put("become", subject.become().enabled() ? subject.become().user() : "");
    map.put("from", task.from().map(Codec::withoutContext).orElse(null));
    map.put("to", task.to().map(Codec::withoutContext).orElse(null));
    map.put("result", SavedResult.write(task.result()));
    return map;
  }

  @SuppressWarnings("unchecked")
  private static TaskPlan task(Map<String, Object> map, Credentials.Variables variables) {
    Described described = described((String) map.get("type"));
    if (((Number) map.get("schema")).intValue() != described.type().schema()) {
      throw new IllegalArgumentException(
          "this plan was saved by another version of tuner: plan again");
    }
    Subject subject =
        new Subject(
            (String) map.get("address"),
            described.name(),
            (String) map.get("name"),
            new Span(new Source((String) map.get("source"), ""), 0, 0, 1),
            (Resource<?>) bind(described, map, variables),
            (Map<String, Object>) map.get("parameters"),
            (List<String>) map.get("notify"),
            (Boolean) map.get("ignore_errors"),
            become(map),
            Optional.empty());
    if (map.get("from") == null || map.get("to") == null) {
      return Planner.unknown(subject, "known after an earlier task is applied");
    }
    Record from = Codec.fromMap(described.state(), (Map<String, Object>) map.get("from"));
    Record to = Codec.fromMap(described.state(), (Map<String, Object>) map.get("to"));
    TaskResult result =
        SavedResult.read(subject, from, to, (Map<String, Object>) map.get("result"));
    return new TaskPlan(
        Optional.of(subject), result, Optional.of(from), Optional.of(to), Script.empty());
  }

  private static Map<String, Object> handler(HandlerInstance handler) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", handler.name());
    map.put("address", handler.address());
    map.put("type", handler.type());
    map.put("source", handler.span().toString());
    map.put("parameters", handler.parameters());
    map.put("become", handler.become().enabled() ? handler.become().user() : "");
    return map;
  }

  @SuppressWarnings("unchecked")
  private static HandlerInstance handler(Map<String, Object> map, Credentials.Variables variables) {
    Described described = described((String) map.get("type"));
    return new HandlerInstance(
        (String) map.get("name"),
        (String) map.get("address"),
        described.name(),
        new Span(new Source((String) map.get("source"), ""), 0, 0, 1),
        Instance.Kind.READY,
        Optional.empty(),
        Optional.of((Action) bind(described, map, variables)),
        (Map<String, Object>) map.get("parameters"),
        become(map));
  }

  @SuppressWarnings("unchecked")
  private static Record bind(
      Described described, Map<String, Object> map, Credentials.Variables variables) {
    Map<String, Object> parameters = (Map<String, Object>) map.get("parameters");
    try {
      return Credentials.bind(described, parameters, variables, Span.NONE, "saved plan");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(map.get("address") + ": " + e.getMessage());
    }
  }

  private static Become become(Map<String, Object> map) {
    String user = (String) map.get("become");
    return new Become(!user.isEmpty(), user.isEmpty() ? "root" : user);
  }

  private static Described described(String type) {
    return Resources.find(type)
        .orElseThrow(
            () ->
                new IllegalArgumentException("this version of tuner knows no type `" + type + "`"));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> map, String key) {
    return new ArrayList<>((List<Map<String, Object>>) map.get(key));
  }
}
