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
  private final Map<String, String> disturbed = new LinkedHashMap<>();

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

  /**
   * The leaves at or below {@code path} change along with what the task owns (a new scheduler
   * resets {@code nr_requests}). One that the target leaves out gets a value that only the host
   * knows: it is told in the plan, not compared with the target, and restored by a rollback like
   * any other.
   *
   * @param because why, for people
   */
  public void disturbs(String path, String because) {
    disturbed.put(path, because);
  }

  /** Why a leaf changes that the task does not own; empty where that was not said. */
  public Optional<String> disturbed(String path) {
    return longest(disturbed, path);
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  public Map<Risk, String> risks() {
    return Map.copyOf(risks);
  }

  /** The longest matching statement about a leaf. */
  public Optional<Settling> settling(String path) {
    return longest(settling, path);
  }

  private static <T> Optional<T> longest(Map<String, T> statements, String path) {
    for (String prefix = path; ; prefix = prefix.substring(0, prefix.lastIndexOf('.'))) {
      if (statements.containsKey(prefix)) {
        return Optional.of(statements.get(prefix));
      }
      if (prefix.indexOf('.') < 0) {
        return Optional.empty();
      }
    }
  }
}
