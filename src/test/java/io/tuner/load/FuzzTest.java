package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever is written, reading it gives values or errors that have a place, and nothing else. */
class FuzzTest {

  private static final String PLAYBOOK =
      """
      - name: everything
        hosts: db:&all
        become: true
        serial: [1, "25%"]
        vars: {disk: sdb, list: [1, "${disk}"], map: &m {a: 1}}
        tasks:
          - name: first ${inventory_hostname}
            sysctl: {settings: {vm.swappiness: "${list?size}", a.b: ">= 3"}}
            when: disk == "sdb" and facts.architecture in ["aarch64"]
            notify: [restart it]
          - block:
              - login: {<<: *m, user: 'it''s', words: [off, "\\u00e9 ${disk}"]}
                loop: "${list}"
                loop_control: {label: "${item}"}
            tags: [t, "u, v"]
          - assert:
              that:
                - disk is defined
                - not (disk == "x")
              message: |
                several
                  lines of ${disk}
        handlers:
          - name: restart it
            restart: {service: "${map.a}"}
        environment: {A: b}
      """;

  private static final String INI =
      """
      # hosts
      db[01:02] x=1 y="a b" ansible_host=10.0.0.1
      [db]
      db1:2222
      [all:children]
      db
      [db:vars]
      z = '${x}'
      """;

  private static final List<String> PIECES =
      List.of(
          "",
          " ",
          "\n",
          "\t",
          ":",
          ": ",
          "- ",
          "-",
          "[",
          "]",
          "{",
          "}",
          "\"",
          "'",
          "|",
          ">",
          "&m ",
          "*m",
          "<<: ",
          "!vault ",
          "!!str ",
          "#",
          " #",
          "---\n",
          "...\n",
          "? ",
          "%",
          "@",
          "`",
          "${",
          "}",
          "${x",
          "<#if ",
          "<#list 1..3 as i>",
          "</#if>",
          "{{ x }}",
          "null",
          "~",
          "\u0000",
          "\u0007",
          "\u00e9",
          "\ud83d\ude00",
          "\r",
          "\u2028",
          "\ufeff",
          "0",
          "-1",
          "1e9",
          "block",
          "hosts: all\n",
          "item",
          "facts.x",
          "and",
          "not",
          "==",
          "[1:5]",
          ":vars]",
          "=",
          ",");

  private static Path directory;

  @BeforeContainer
  static void makeDirectory() throws IOException {
    directory = Files.createTempDirectory("fuzz");
  }

  @AfterContainer
  static void removeDirectory() throws IOException {
    for (String name : List.of("playbook.yml", "inventory")) {
      Files.deleteIfExists(directory.resolve(name));
    }
    Files.delete(directory);
  }

  @Property(tries = 400)
  void mutatedPlaybooksGiveValuesOrDiagnostics(@ForAll("playbooks") String playbook)
      throws IOException {
    load(playbook, "db1\n[db]\ndb1\n");
  }

  @Property(tries = 300)
  void mutatedInventoriesGiveHostsOrDiagnostics(@ForAll("inventories") String inventory)
      throws IOException {
    load("- hosts: all\n  tasks:\n    - login: {user: \"${z!}\"}\n", inventory);
  }

  @Property(tries = 1000)
  void anyTextIsYamlOrADiagnostic(@ForAll("texts") String text) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Tree> tree = YamlReader.read(Text.of("x.yml", text), diagnostics);
    assertThat(tree.isPresent()).isNotEqualTo(diagnostics.hasErrors());
    assertThat(diagnostics.sorted()).allSatisfy(ErrorGoldensTest::hasPlace);
    assertThat(diagnostics.render()).isNotNull();
  }

  @Property(tries = 1000)
  void extraVariablesAreReadOrTold(@ForAll("texts") String text) {
    Diagnostics diagnostics = new Diagnostics();
    if (!text.startsWith("@")) {
      ExtraVariables.read(List.of(text), new SourceFiles(directory), diagnostics);
      assertThat(diagnostics.sorted()).allSatisfy(ErrorGoldensTest::hasPlace);
    }
  }

  @Provide
  Arbitrary<String> playbooks() {
    return mutated(PLAYBOOK);
  }

  @Provide
  Arbitrary<String> inventories() {
    return mutated(INI);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(PIECES).list().ofMaxSize(12).map(parts -> String.join("", parts)),
        Arbitraries.strings().ofMaxLength(40),
        mutated(PLAYBOOK));
  }

  private static Arbitrary<String> mutated(String text) {
    Arbitrary<Change> change =
        Combinators.combine(
                Arbitraries.integers().between(0, text.length()),
                Arbitraries.integers().between(0, 12),
                Arbitraries.of(PIECES))
            .as(Change::new);
    return change.list().ofMinSize(1).ofMaxSize(4).map(changes -> applied(text, changes));
  }

  /** Replaces some characters by others. */
  private record Change(int at, int removed, String added) {}

  private static String applied(String text, List<Change> changes) {
    String out = text;
    for (Change change : changes) {
      int from = Math.min(change.at(), out.length());
      int to = Math.min(from + change.removed(), out.length());
      out = out.substring(0, from) + change.added() + out.substring(to);
    }
    return out;
  }

  /** Half a surrogate pair cannot be written. */
  private static String whole(String text) {
    return text.replaceAll("[\\ud800-\\udfff]", "x");
  }

  private static void load(String playbook, String inventory) throws IOException {
    Files.writeString(directory.resolve("playbook.yml"), whole(playbook));
    Files.writeString(directory.resolve("inventory"), whole(inventory));
    Loader.Options options =
        new Loader.Options(
            Path.of("playbook.yml"),
            List.of(Path.of("inventory")),
            Optional.empty(),
            Set.of(),
            Set.of(),
            List.of(),
            Map.of(),
            directory);
    Diagnostics diagnostics = new Diagnostics();
    Optional<Loaded> loaded = Loader.load(options, TestTypes::find, TestTypes::all, diagnostics);
    assertThat(loaded.isPresent()).isNotEqualTo(diagnostics.hasErrors());
    assertThat(diagnostics.sorted())
        .allSatisfy(ErrorGoldensTest::hasPlace)
        .allSatisfy(d -> assertThat(d.message()).doesNotContain("io.tuner", "Exception", "java."));
    assertThat(diagnostics.render()).isNotNull();
    loaded.ifPresent(FuzzTest::expandWithFacts);
  }

  private static void expandWithFacts(Loaded loaded) {
    Diagnostics diagnostics = new Diagnostics();
    for (Play play : loaded.plays()) {
      for (String host : play.hosts()) {
        loaded.expand(
            play, host, Optional.of(Map.of("architecture", "aarch64")), Map.of(), diagnostics);
      }
    }
    assertThat(diagnostics.sorted()).allSatisfy(ErrorGoldensTest::hasPlace);
  }
}
