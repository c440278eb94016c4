package io.tuner.apply;

import io.tuner.load.Become;
import io.tuner.load.HandlerInstance;
import io.tuner.load.Instance;
import io.tuner.resource.Action;
import io.tuner.resource.Binder;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resources.Resources;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handlers that were notified and have not run: one file each in the host's {@code
 * /var/lib/tuner/notified}, written before the change that notifies, removed when the handler is
 * done. A run that dies leaves them, and the next apply runs them.
 */
final class Notified {

  private static final String FILES = "/var/lib/tuner/notified/*";

  /** What must be read to know them. */
  static final Probe PROBE = Probe.NOTHING.glob(FILES);

  private Notified() {}

  static String fileName(HandlerInstance handler) {
    return handler.address().replaceAll("[^A-Za-z0-9_.-]", "_")
        + "-"
        + Integer.toHexString(handler.address().hashCode());
  }

  static String write(HandlerInstance handler) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", handler.name());
    map.put("address", handler.address());
    map.put("type", handler.type());
    map.put("become", handler.become().enabled() ? handler.become().user() : "");
    map.put("parameters", handler.parameters());
    return Json.write(map);
  }

  /** The handlers a host still owes, as far as they can be read. */
  static List<HandlerInstance> read(Readings readings) {
    return readings.glob(FILES).values().stream().flatMap(file -> handler(file).stream()).toList();
  }

  /**
   * What is wrong with the files of which nobody can say which handler it is that the host owes.
   */
  static Map<String, String> unreadable(Readings readings) {
    Map<String, String> faults = new LinkedHashMap<>();
    readings
        .glob(FILES)
        .forEach(
            (path, file) -> {
              if (file instanceof Reading.Refused<Content> refused) {
                faults.put(
                    path,
                    "cannot read "
                        + path
                        + ": "
                        + refused.reason()
                        + ": whether a handler is still owed is not known (is `become: true` missing?)");
              } else if (file instanceof Reading.Present<Content> && handler(file).isEmpty()) {
                faults.put(
                    path,
                    path
                        + " names a handler that a run which died still owed, and cannot be read;"
                        + " move it away to do without that handler");
              }
            });
    return faults;
  }

  private static Optional<HandlerInstance> handler(Reading<Content> file) {
    return file instanceof Reading.Present<Content> present
        ? Json.read(Readings.decode(present.value())).flatMap(Notified::handler)
        : Optional.empty();
  }

  private static Optional<HandlerInstance> handler(Map<String, Object> map) {
    String type = String.valueOf(map.get("type"));
    String user = String.valueOf(map.get("become"));
    return Resources.find(type)
        .flatMap(
            described ->
                Binder.bind(
                    described, Tree.of(map.get("parameters"), Span.NONE), new Diagnostics()))
        .filter(Action.class::isInstance)
        .map(
            action ->
                new HandlerInstance(
                    String.valueOf(map.get("name")),
                    String.valueOf(map.get("address")),
                    type,
                    Span.NONE,
                    Instance.Kind.READY,
                    Optional.of("notified by a run that died"),
                    Optional.of((Action) action),
                    parameters(map),
                    new Become(!user.isEmpty(), user.isEmpty() ? "root" : user)));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> parameters(Map<String, Object> map) {
    return map.get("parameters") instanceof Map<?, ?> parameters
        ? (Map<String, Object>) parameters
        : Map.of();
  }
}
