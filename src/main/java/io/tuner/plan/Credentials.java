package io.tuner.plan;

import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.text.Diagnostics;
import io.tuner.text.Secret;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The secrets of tasks, which no journal and no saved plan holds: those of a type are found in the
 * inventory, in variables of their names ({@code redfish_bios_password}).
 */
public final class Credentials {

  /** The variables of a host. */
  @FunctionalInterface
  public interface Variables {

    /** There are none. */
    Variables NONE = name -> Optional.empty();

    /**
     * One of them, rendered; empty where there is none.
     *
     * @throws IllegalArgumentException where it cannot be rendered
     */
    Optional<?> of(String name);
  }

  private Credentials() {}

  /**
   * A task as {@link Binder} binds it, with the secrets that there are variables for.
   *
   * @param holder what the parameters were read from and has no secrets: {@code journal}
   * @throws IllegalArgumentException where it cannot be bound; the message names the variable that
   *     lacks
   */
  public static Record bind(
      Described described,
      Map<String, Object> parameters,
      Variables variables,
      Span span,
      String holder) {
    Map<String, Object> complete = new LinkedHashMap<>(parameters);
    for (String name : missing(described, parameters)) {
      variables.of(variable(described, name)).ifPresent(value -> complete.put(name, value));
    }
    Diagnostics diagnostics = new Diagnostics();
    return Binder.bind(described, Tree.of(complete, span), diagnostics)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    diagnostics.sorted().get(0).message() + remedy(described, complete, holder)));
  }

  /** What to do where one is missing; empty where none is. */
  private static String remedy(Described described, Map<String, Object> parameters, String holder) {
    List<String> missing = missing(described, parameters);
    return missing.isEmpty()
        ? ""
        : missing.stream()
            .map(name -> "`" + variable(described, name) + "`")
            .collect(
                Collectors.joining(
                    ", ", ", which no " + holder + " holds: the inventory has to set ", ""));
  }

  private static List<String> missing(Described described, Map<String, Object> parameters) {
    return described.parameters().stream()
        .filter(parameter -> parameter.inner() == Secret.class)
        .map(Described.Named::name)
        .filter(name -> !parameters.containsKey(name))
        .toList();
  }

  private static String variable(Described described, String parameter) {
    return described.name() + "_" + parameter;
  }
}
