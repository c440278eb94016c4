package io.tuner.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Proves;
import io.tuner.bench.Benchmarks;
import io.tuner.bench.Observers;
import io.tuner.bench.Settings;
import io.tuner.resource.Described;
import io.tuner.resources.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** What editors are told of playbooks. */
@Proves(
    what = "the shipped playbooks and every type's example keep the JSON Schema",
    against = "the schema itself")
class PlaybookSchemaTest {

  private final Map<String, Object> schema = schema();

  static Stream<Path> playbooks() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("playbooks"))) {
      return files.filter(file -> file.toString().endsWith(".yml")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("playbooks")
  void everyPlaybookOfTheProjectKeepsIt(Path playbook) throws IOException {
    assertThat(faults(Files.readString(playbook))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("types")
  void theExampleOfEveryTypeKeepsIt(Described type) {
    String place = type.isAction() ? "handlers" : "tasks";
    String task = ReferencePage.example(type).indent(4);
    assertThat(faults("- hosts: all\n  " + place + ":\n" + task)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("benchmarks")
  void theExampleOfEveryBenchmarkKeepsIt(Described type) {
    // The reader of this test takes `on` for a truth, as YAML 1.1 has it; editors do not.
    String entry = ReferencePage.example(type).indent(4).replace(" on: ", " \"on\": ");
    assertThat(faults("- hosts: all\n  benchmarks:\n" + entry)).isEmpty();
  }

  static Stream<Described> benchmarks() {
    return Stream.concat(Benchmarks.all().stream(), Stream.of(Described.of(Settings.class)));
  }

  @ParameterizedTest
  @MethodSource("observers")
  void theExampleOfEveryObserverKeepsIt(Described type) {
    String start = "- hosts: all\n  benchmarks:\n    - window: {length: 30m}\n      observe:";
    assertThat(faults(start + "\n" + ReferencePage.example(type).indent(8))).isEmpty();
    assertThat(faults(start + " [" + type.name() + "]")).isEmpty();
  }

  static Stream<Described> observers() {
    return Observers.all().stream();
  }

  static Stream<Described> types() {
    return Resources.all().stream();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          - {tasks: []};                                                        $[0] lacks hosts
          - {hosts: a, task: []};                                               $[0].task is not allowed
          - {import_playbook: x.yml, hosts: a};                                 $[0].hosts is not allowed
          - {hosts: a, reboot: maybe};                                          $[0].reboot is none of
          - {hosts: a, tasks: [{sysctl: {}}]};                                  $[0].tasks[0].sysctl lacks settings
          - {hosts: a, tasks: [{sysctl: {settings: {a: 1}, persit: true}}]};    $[0].tasks[0].sysctl.persit is not
          - {hosts: a, tasks: [{sysctl: {settings: {a: 1}, persist: maybe}}]};  $[0].tasks[0].sysctl.persist fits
          - {hosts: a, tasks: [{name: x}]};                                     $[0].tasks[0] fits 0
          - {hosts: a, benchmarks: [{window: {length: 1m}, observe: [cpuu]}]};  $[0].benchmarks[0].observe fits
          - {hosts: a, benchmarks: [{window: {length: 1m}, observe: {cpu: {per_core: true}}}]}; $[0].benchmarks[0].observe fits
          - {hosts: a, tasks: [{restart: {service: x}}]};                       $[0].tasks[0].restart is not
          - {hosts: a, tasks: [{block: [], sysctl: {settings: {a: 1}}}]};       $[0].tasks[0] fits 2
          """)
  void whatIsWrongIsFound(String playbook, String fault) {
    assertThat(faults(playbook)).anyMatch(found -> found.startsWith(fault));
  }

  @Test
  void everyParameterHasADescription() {
    Map<?, ?> definitions = (Map<?, ?>) schema.get("$defs");
    for (Described type : Resources.all()) {
      Map<?, ?> properties =
          (Map<?, ?>) ((Map<?, ?>) definitions.get("type_" + type.name())).get("properties");
      assertThat(properties.keySet()).isEqualTo(new java.util.HashSet<>(type.parameterNames()));
      properties.forEach((name, one) -> assertThat(one.toString()).contains("description="));
    }
  }

  private List<String> faults(String playbook) {
    return new JsonSchema(schema).faults(new Yaml().load(playbook));
  }

  private static Map<String, Object> schema() {
    try {
      return JSON.std.mapFrom(
          PlaybookSchema.of(Resources.all(), Benchmarks.all(), Observers.all()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
