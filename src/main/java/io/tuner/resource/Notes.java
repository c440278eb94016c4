package io.tuner.resource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a resource has to say about the target it decided on, beside the target itself. */
public final class Notes {

  /**
   * When some leaf of the state settles, where that differs from its aspect's default.
   *
   * @param when the moment
   * @param reason why, for {@link Settles.When#NEVER}
   */
  public record Settling(Settles.When when, String reason) {}

  private final List<String> warnings = new ArrayList<>();
  private final Map<Risk, String> risks = new EnumMap<>(Risk.class);
  private final Map<String, Settling> settling = new LinkedHashMap<>();

  /** Something the operator should know; nothing stops. */
  public void warn(String text) {
    if (!warnings.contains(text)) {
      warnings.add(text);
    }
  }

  /** A risk of the change, with what it is in this case. */
  public void risk(Risk risk, String detail) {
    risks.putIfAbsent(risk, detail);
  }

  /** The leaves at or below {@code path} (aspect first) settle at that moment. */
  public void settles(String path, Settles.When when, String reason) {
    settling.put(path, new Settling(when, reason));
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  public Map<Risk, String> risks() {
    return Map.copyOf(risks);
  }

  /** The longest matching statement about a leaf. */
  public Optional<Settling> settling(String path) {
    for (String prefix = path; ; prefix = prefix.substring(0, prefix.lastIndexOf('.'))) {
      if (settling.containsKey(prefix)) {
        return Optional.of(settling.get(prefix));
      }
      if (prefix.indexOf('.') < 0) {
        return Optional.empty();
      }
    }
  }
}
