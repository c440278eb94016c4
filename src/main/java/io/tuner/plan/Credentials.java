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
 * The secrets of tasks, which no journal holds: a rollback finds those of a type in the inventory,
 * in variables of their names ({@code redfish_bios_password}).
 */
public final class Credentials {

  private Credentials() {}

  /** A task as {@link Binder} binds it, with the secrets that there are variables for. */
  public static Optional<Record> bind(
      Described described,
      Map<String, Object> parameters,
      Map<String, ?> variables,
      Span span,
      Diagnostics diagnostics) {
    Tree tree = Tree.of(complete(described, parameters, variables), span);
    return Binder.bind(described, tree, diagnostics);
  }

  private static Map<String, Object> complete(
      Described described, Map<String, Object> parameters, Map<String, ?> variables) {
    Map<String, Object> complete = new LinkedHashMap<>(parameters);
    for (String name : missing(described, parameters)) {
      Object value = variables.get(variable(described, name));
      if (value != null) {
        complete.put(name, value);
      }
    }
    return complete;
  }

  /** What to do where one is missing; empty where the type has none. */
  public static String remedy(Described described, Map<String, Object> parameters) {
    List<String> missing = missing(described, parameters);
    return missing.isEmpty()
        ? ""
        : missing.stream()
            .map(name -> "`" + variable(described, name) + "`")
            .collect(
                Collectors.joining(
                    ", ", ", which no journal holds: the inventory has to set ", ""));
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
