package io.tuner.report;

import io.tuner.bench.Settings;
import io.tuner.resource.Described;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON Schema (draft 2020-12) of playbooks, with every parameter of every type, so that editors
 * complete and check them. It is looser than tuner itself: templates stand where values will be.
 */
public final class PlaybookSchema {

  private static final String TYPE_PREFIX = "type_";

  private static final String BENCHMARK_PREFIX = "benchmark_";

  private static final String OBSERVER_PREFIX = "observer_";

  private static final String OBSERVE = "observe";

  private final Collection<Described> types;
  private final Collection<Described> benchmarks;
  private final Collection<Described> observers;

  private PlaybookSchema(
      Collection<Described> types,
      Collection<Described> benchmarks,
      Collection<Described> observers) {
    this.types = types;
    this.benchmarks = benchmarks;
    this.observers = observers;
  }

  /** The schema as a JSON document. */
  public static String of(
      Collection<Described> types,
      Collection<Described> benchmarks,
      Collection<Described> observers) {
    return Json.write(new PlaybookSchema(types, benchmarks, observers).document());
  }

  private Map<String, Object> document() {
    Map<String, Object> definitions = new LinkedHashMap<>();
    definitions.put("play", play());
    definitions.put("imported_playbook", importedPlaybook());
    definitions.put("task", task(false));
    definitions.put("handler", task(true));
    types.forEach(type -> definitions.put(TYPE_PREFIX + type.name(), type(type)));
    definitions.put("benchmark", benchmark());
    benchmarks.forEach(type -> definitions.put(BENCHMARK_PREFIX + type.name(), type(type)));
    observers.forEach(type -> definitions.put(OBSERVER_PREFIX + type.name(), type(type)));
    Map<String, Object> imports = map("required", List.of("import_playbook"));
    return map(
        "$schema",
        "https://json-schema.org/draft/2020-12/schema",
        "title",
        "tuner playbook",
        "type",
        "array",
        "items",
        map("if", imports, "then", reference("imported_playbook"), "else", reference("play")),
        "$defs",
        definitions);
  }

  private static Map<String, Object> importedPlaybook() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("import_playbook", text("Path of a playbook whose plays stand here"));
    properties.put("name", text("What it is for"));
    properties.put("tags", strings("Tags of all its tasks"));
    properties.put("vars", object("Variables of all its plays"));
    properties.put("when", strings("Conditions of all its tasks"));
    return closed(properties, List.of("import_playbook"));
  }

  private static Map<String, Object> play() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("name", text("What the play is for"));
    properties.put("hosts", strings("Host pattern: names, groups, a:b, !c, &d, globs, ~regex"));
    become(properties);
    properties.put("gather_facts", described(flag(), "false: facts are not read"));
    properties.put("vars", object("Variables of the play"));
    properties.put("vars_files", strings("YAML files of variables"));
    properties.put("environment", object("Environment of every command"));
    properties.put("serial", any("How many hosts at a time: 1, \"25%\", or a list of these"));
    properties.put("max_fail_percentage", any("Per cents of a batch that may fail"));
    properties.put("any_errors_fatal", described(flag(), "true: one failed host stops the play"));
    properties.put("tags", strings("Tags of all tasks"));
    properties.put("tasks", described(list(reference("task")), "What is wanted, in order"));
    properties.put("handlers", described(list(reference("handler")), "What notified tasks run"));
    properties.put("benchmarks", described(list(reference("benchmark")), "What is measured"));
    properties.put("reboot", choice("Whether hosts may be rebooted", "never", "if_needed"));
    properties.put(
        "on_regression", choice("What a missed gate does", "report", "stop", "rollback"));
    properties.put("confirm_timeout", any("How long a change waits for its confirmation: 60s"));
    return closed(properties, List.of("hosts"));
  }

  private Map<String, Object> task(boolean handler) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<Map<String, Object>> kinds = new ArrayList<>();
    properties.put("name", text("What the task is for"));
    for (Described type : types) {
      if (handler || !type.isAction()) {
        Map<String, Object> reference = reference(TYPE_PREFIX + type.name());
        properties.put(type.name(), described(reference, type.type().summary()));
        kinds.add(map("required", List.of(type.name())));
      }
    }
    String itself = handler ? "handler" : "task";
    properties.put("assert", assertion());
    properties.put(
        "block", described(list(reference(itself)), "Tasks that share what stands here"));
    properties.put("import_tasks", text("Path of a file of tasks that stand here"));
    List.of("assert", "block", "import_tasks").forEach(k -> kinds.add(map("required", List.of(k))));
    properties.put("when", strings("Conditions that must all hold"));
    properties.put("loop", any("A list, or a template that gives one: once for each `item`"));
    properties.put("loop_control", loopControl());
    properties.put("notify", strings("Handlers that run where this changed something"));
    if (handler) {
      properties.put("listen", strings("Topics this handler runs for, besides its name"));
    }
    properties.put("tags", strings("For --tags and --skip-tags"));
    properties.put("vars", object("Variables of the task"));
    become(properties);
    properties.put("ignore_errors", described(flag(), "true: go on where this failed"));
    Map<String, Object> schema = closed(properties, List.of());
    schema.put("oneOf", kinds);
    return schema;
  }

  private Map<String, Object> benchmark() {
    Map<String, Object> properties = parameters(Described.of(Settings.class));
    properties.computeIfPresent(OBSERVE, (name, any) -> observe((Map<?, ?>) any));
    List<Map<String, Object>> kinds = new ArrayList<>();
    for (Described type : benchmarks) {
      Map<String, Object> reference = reference(BENCHMARK_PREFIX + type.name());
      properties.put(type.name(), described(reference, type.type().summary()));
      kinds.add(map("required", List.of(type.name())));
    }
    Map<String, Object> schema = closed(properties, List.of());
    schema.put("oneOf", kinds);
    return schema;
  }

  /** Observers by name, or with their parameters; one, or a list. */
  private Map<String, Object> observe(Map<?, ?> any) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Described type : observers) {
      Map<String, Object> reference = reference(OBSERVER_PREFIX + type.name());
      properties.put(type.name(), described(reference, type.type().summary()));
    }
    Map<String, Object> names = map("enum", observers.stream().map(Described::name).toList());
    Map<String, Object> one = map("anyOf", List.of(names, closed(properties, List.of())));
    Map<String, Object> schema = map("anyOf", List.of(one, list(one)));
    any.forEach((key, value) -> schema.put(key.toString(), value));
    return schema;
  }

  private static Map<String, Object> assertion() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("that", strings("Conditions that must all hold"));
    properties.put("message", text("What to say where one does not"));
    return closed(properties, List.of("that"));
  }

  private static Map<String, Object> loopControl() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("label", text("What is shown of an item"));
    properties.put("loop_var", text("Name of the item, instead of `item`"));
    properties.put("index_var", text("Name of the position, counted from 0"));
    return closed(properties, List.of());
  }

  private static void become(Map<String, Object> properties) {
    properties.put("become", described(flag(), "Through sudo"));
    properties.put("become_user", text("As this user instead of root"));
  }

  private static Map<String, Object> type(Described type) {
    List<String> required =
        type.parameters().stream()
            .filter(parameter -> parameter.annotation().required())
            .map(Described.Named::name)
            .toList();
    return described(closed(parameters(type), required), type.type().summary());
  }

  private static Map<String, Object> parameters(Described type) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Described.Named parameter : type.parameters()) {
      Map<String, Object> schema =
          described(ParameterForm.of(parameter).schema(), parameter.annotation().value());
      if (!parameter.annotation().byDefault().isEmpty()) {
        schema.put("default", parameter.annotation().byDefault());
      }
      if (!parameter.annotation().example().isEmpty()) {
        schema.put("examples", List.of(parameter.annotation().example()));
      }
      properties.put(parameter.name(), schema);
    }
    return properties;
  }

  private static Map<String, Object> closed(Map<String, Object> properties, List<String> required) {
    Map<String, Object> schema = map("type", "object", "properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.put("additionalProperties", false);
    return schema;
  }

  private static Map<String, Object> reference(String definition) {
    return map("$ref", "#/$defs/" + definition);
  }

  private static Map<String, Object> text(String description) {
    return described(map("type", "string"), description);
  }

  private static Map<String, Object> any(String description) {
    return map("description", description);
  }

  private static Map<String, Object> object(String description) {
    return described(map("type", "object"), description);
  }

  private static Map<String, Object> choice(String description, String... words) {
    return described(map("enum", List.of(words)), description);
  }

  private static Map<String, Object> flag() {
    return ParameterForm.FLAG;
  }

  private static Map<String, Object> list(Map<String, Object> items) {
    return map("type", "array", "items", items);
  }

  /** One scalar or a list of them; a bare number or truth is text here. */
  private static Map<String, Object> strings(String description) {
    Map<String, Object> scalar = map("type", List.of("string", "number", "boolean"));
    return described(map("anyOf", List.of(scalar, list(scalar))), description);
  }

  private static Map<String, Object> described(Map<String, Object> schema, String description) {
    Map<String, Object> described = new LinkedHashMap<>(schema);
    described.put("description", description);
    return described;
  }

  private static Map<String, Object> map(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }
}
