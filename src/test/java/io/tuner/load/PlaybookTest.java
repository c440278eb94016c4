package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.text.Diagnostics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaybookTest {

  @TempDir private Path directory;
  private Written written;

  @BeforeEach
  void setUp() {
    written = new Written(directory);
  }

  @Test
  void scalarsReachAResourceAsTheyWereWritten() {
    written.tasks(
        """
        - login: {user: 0644, words: [off, on, yes, 1_000, 0x1F, 1e3, 2026-11-30, "5", 1:30, .inf]}
        """);
    assertThat(written.instances("db1").get(0).parameters())
        .isEqualTo(
            Map.of(
                "user",
                "0644",
                "words",
                List.of(
                    "off",
                    "on",
                    "yes",
                    "1_000",
                    "0x1F",
                    "1e3",
                    "2026-11-30",
                    "5",
                    "1:30",
                    ".inf")));
  }

  @Test
  void variablesWinByAnsiblesPrecedence() {
    written
        .file("hosts", "db1 a=host b=host c=host d=host e=host f=host\n")
        .file("vars.yml", "b: file\nc: file\nd: file\ne: file\nf: file\n")
        .file("more/db1.yml", "f2: from ${a}\n")
        .file("tasks.yml", "- login: {user: imported, words: ['${d}', '${e}', '${f}']}\n")
        .file(
            "site.yml",
            """
            - hosts: all
              vars: {a: play, b: play, g: "${h}", h: "${i}"}
              vars_files: [vars.yml, "more/${inventory_hostname}.yml"]
              tasks:
                - block:
                    - login: {user: "${a}-${b}-${c}-${d}-${e}-${f}-${f2}-${g}"}
                      vars: {d: task, f: task}
                    - import_tasks: tasks.yml
                      vars: {d: import}
                  vars: {c: block, d: block, i: late}
            """)
        .extra("e=extra");
    List<Instance> instances = written.instances("db1");
    assertThat(instances.get(0).address())
        .isEqualTo("login[play-file-block-task-extra-task-from play-late]");
    assertThat(instances.get(1).parameters())
        .containsEntry("words", List.of("import", "extra", "file"));
  }

  @Test
  void knowsTheMagicVariables() {
    written
        .file(
            "hosts",
            "[db]\ndb1.example.com x=1\ndb2 x=${y} y=2 ansible_host=10.0.0.2\n[prod:children]\ndb\n")
        .file(
            "site.yml",
            """
            - hosts: db
              tasks:
                - login:
                    user: "${inventory_hostname}/${inventory_hostname_short}/${ansible_host}"
                    words:
                      - "${group_names?join(',')}"
                      - "${groups.prod?join(',')}"
                      - "${hostvars.db2.x}"
                      - "${hostvars['db1.example.com'].x}"
                      - "${hostvars.db2.ansible_host}"
                      - "${play_hosts?size}"
                      - "${playbook_dir}"
            """);
    Instance instance = written.instances("db1.example.com").get(0);
    assertThat(instance.address()).isEqualTo("login[db1.example.com/db1/db1.example.com]");
    assertThat(instance.parameters().get("words"))
        .isEqualTo(
            List.of(
                "db,prod",
                "db1.example.com,db2",
                "2",
                "1",
                "10.0.0.2",
                "2",
                directory.toAbsolutePath().normalize().toString()));
    assertThat(written.instances("db2").get(0).name()).isEmpty();
  }

  @Test
  void loopsMakeAnInstanceAnItem() {
    written.tasks(
        """
        - name: user
          login: {user: "${d.name}${i}"}
          loop: ["${first}", {name: b}]
          loop_control: {loop_var: d, index_var: i, label: "disk ${d.name}"}
          when: d.name != "z"
          vars: {first: {name: a}}
        - login: {user: "${item}"}
          loop: "${names?filter(n -> n != 'y')}"
          vars: {names: [x, y, z]}
          when: item != "z"
        - login: {user: "${item}"}
          loop: "${nothing}"
          when: nothing is defined
        - login: {user: "${item}"}
          loop: "${facts.devices?keys}"
        """);
    List<Instance> instances = written.instances("db1");
    assertThat(instances)
        .extracting(Instance::address)
        .containsExactly(
            "login[a0]",
            "login[b1]",
            "login[x]",
            "login[z]",
            "login[site.yml:13:7]",
            "login[site.yml:16:7]");
    assertThat(instances)
        .extracting(Instance::name)
        .containsExactly("user (disk a)", "user (disk b)", "(x)", "(z)", "", "");
    assertThat(instances)
        .extracting(Instance::kind)
        .containsExactly(
            Instance.Kind.READY,
            Instance.Kind.READY,
            Instance.Kind.READY,
            Instance.Kind.SKIPPED,
            Instance.Kind.SKIPPED,
            Instance.Kind.NEEDS_FACTS);
  }

  @Test
  void blocksHandDownWhatTheySay() {
    written
        .file("hosts", "db1 x=1\n")
        .file(
            "site.yml",
            """
            - hosts: all
              become: true
              tasks:
                - block:
                    - login: {user: a}
                      when: x == 1
                    - login: {user: b}
                      when: x == 2
                    - login: {user: c}
                      become: false
                      ignore_errors: "${x == 1}"
                      notify: other
                  when: x is defined
                  become_user: oracle
                  notify: [topic]
              handlers:
                - {name: one, restart: {service: a}, listen: topic, become_user: oracle}
                - {name: two, restart: {service: "b${x}"}, listen: [topic], when: x == 2}
                - {name: other, restart: {service: c}, become_user: oracle}
            """);
    Expansion expansion = written.expansion("db1", Optional.empty());
    List<Instance> instances = expansion.instances();
    assertThat(instances)
        .extracting(Instance::kind)
        .containsExactly(Instance.Kind.READY, Instance.Kind.SKIPPED, Instance.Kind.READY);
    assertThat(instances.get(0).become()).isEqualTo(new Become(true, "oracle"));
    assertThat(instances.get(2).become()).isEqualTo(new Become(false, "oracle"));
    assertThat(instances.get(2).ignoreErrors()).isTrue();
    assertThat(instances.get(0).notifies()).containsExactly("one", "two");
    assertThat(instances.get(2).notifies()).containsExactly("one", "two", "other");
    assertThat(expansion.handlers())
        .extracting(HandlerInstance::kind)
        .containsExactly(Instance.Kind.READY, Instance.Kind.SKIPPED, Instance.Kind.READY);
    assertThat(expansion.handlers().get(2).become()).isEqualTo(new Become(true, "oracle"));
  }

  @Test
  void theConnectionsRightsComeBeforeKeywords() {
    written
        .file("hosts", "db1 ansible_become=yes ansible_become_user=admin\n")
        .file("site.yml", "- hosts: all\n  tasks:\n    - login: {user: a}\n");
    assertThat(written.instances("db1").get(0).become()).isEqualTo(new Become(true, "admin"));
  }

  @Test
  void tagsChooseTasks() {
    written
        .file("hosts", "db1\n")
        .file(
            "site.yml",
            """
            - hosts: all
              tasks:
                - {login: {user: plain}}
                - {login: {user: memory}, tags: memory}
                - {login: {user: both}, tags: "memory, disk"}
                - {login: {user: always}, tags: [always]}
                - {login: {user: never}, tags: [never, rare]}
            """);
    assertThat(users()).containsExactly("plain", "memory", "both", "always");
    assertThat(users(written.tags("memory"))).containsExactly("memory", "both", "always");
    assertThat(users(written.tags("rare"))).containsExactly("always", "never");
    assertThat(users(written.tags("untagged"))).containsExactly("plain", "always");
    assertThat(users(written.tags("tagged"))).containsExactly("memory", "both", "always");
    assertThat(users(written.tags().skipTags("disk"))).containsExactly("plain", "memory", "always");
    assertThat(users(written.tags("memory").skipTags("disk", "always"))).containsExactly("memory");
  }

  @Test
  void playbooksImportPlaybooks() {
    written
        .file("hosts", "[a]\ndb1\n[b]\ndb2\n")
        .file("sub/other.yml", "- hosts: b\n  tasks:\n    - import_tasks: t/x.yml\n")
        .file("sub/t/x.yml", "- template: {src: note.txt, dest: \"${v}\"}\n")
        .file("sub/files/note.txt", "hello\n")
        .file(
            "site.yml",
            """
            - hosts: a
              tasks: []
            - import_playbook: sub/other.yml
              vars: {v: /etc/x}
              tags: [t]
            """);
    Loaded loaded = written.loaded();
    assertThat(loaded.plays())
        .extracting(Play::hosts)
        .containsExactly(List.of("db1"), List.of("db2"));
    Play play = loaded.plays().get(1);
    Instance instance =
        loaded
            .expand(play, "db2", Optional.empty(), Map.of(), new Diagnostics())
            .instances()
            .get(0);
    assertThat(instance.address()).isEqualTo("template[/etc/x]");
    assertThat(instance.parameters()).containsEntry("src", "hello\n");
    assertThat(instance.span()).hasToString("sub/t/x.yml:1:3");
  }

  @Test
  void theLimitNarrowsPlays() {
    written
        .file("hosts", "db[1:4]\n")
        .file("site.yml", "- hosts: all\n  tasks: []\n- hosts: db4\n  tasks: []\n")
        .limit("db[1:2]:!db1");
    assertThat(written.loaded().plays())
        .extracting(Play::hosts)
        .containsExactly(List.of("db2"), List.of());
  }

  @Test
  void assertionsAreEvaluatedBeforeAnything() {
    written.tasks(
        """
        - assert: {that: [1 < 2, facts.memtotal_mb >= 1024], message: "too small: ${facts.memtotal_mb} MB"}
        - name: version
          assert: {that: '"a" == "b"'}
        - assert: {that: true}
        """);
    assertThat(written.instances("db1"))
        .extracting(Instance::kind)
        .containsExactly(Instance.Kind.NEEDS_FACTS, Instance.Kind.REFUTED, Instance.Kind.PASSED);
    List<Instance> instances =
        written.expansion("db1", Optional.of(Map.of("memtotal_mb", 512))).instances();
    assertThat(instances.get(0).kind()).isEqualTo(Instance.Kind.REFUTED);
    assertThat(instances.get(0).reason()).contains("too small: 512 MB");
    assertThat(instances.get(1).reason()).contains("`\"a\" == \"b\"` does not hold");
    assertThat(instances.get(1).address()).isEqualTo("assert[version]");
  }

  @Test
  void aFactOfNoKnownNameMayBeAskedForWithADefault() {
    written.tasks(
        """
        - login: {user: "${facts.rack!'none'}"}
        - login: {user: b}
          when: facts.rack is defined
        """);
    List<Instance> instances = written.instances("db1");
    assertThat(instances.get(0).address()).isEqualTo("login[none]");
    assertThat(instances.get(1).kind()).isEqualTo(Instance.Kind.SKIPPED);
  }

  @Test
  void aFactThatTheHostDoesNotTellIsAnErrorOnceFactsAreKnown() {
    written.tasks("- login: {user: \"${facts.product_name}\"}\n");
    Loaded loaded = written.loaded();
    Diagnostics diagnostics = new Diagnostics();
    loaded.expand(
        loaded.plays().get(0),
        "db1",
        Optional.of(Map.of("architecture", "x86_64")),
        Map.of(),
        diagnostics);
    assertThat(diagnostics.render())
        .contains("the host does not tell `facts.product_name`", "site.yml:3:24");
  }

  @Test
  void factsOfOtherHostsOfThePlayAreThereToo() {
    written
        .file("hosts", "db1\ndb2\n")
        .file(
            "site.yml",
            "- hosts: all\n  tasks:\n    - login: {user: \"${hostvars.db2.facts.hostname}\"}\n");
    Loaded loaded = written.loaded();
    Play play = loaded.plays().get(0);
    Map<String, Object> facts = new HashMap<>(Map.of("hostname", "one"));
    Diagnostics diagnostics = new Diagnostics();
    Expansion known =
        loaded.expand(
            play, "db1", Optional.of(facts), Map.of("db2", Map.of("hostname", "two")), diagnostics);
    assertThat(known.instances().get(0).address()).isEqualTo("login[two]");
    assertThat(diagnostics.hasErrors()).isFalse();
    assertThat(loaded.expand(play, "db1", Optional.empty(), Map.of(), diagnostics).needsFacts())
        .isTrue();
  }

  @Test
  void secretsAreLeftOutOfWhatIsKept() {
    written
        .tasks(
            "- login: {user: a, password: hunter2, words: [x, \"${ansible_become_password}\"]}\n")
        .file("hosts", "db1 ansible_become_password=hunter3\n");
    Instance instance = written.instances("db1").get(0);
    assertThat(instance.parameters()).isEqualTo(Map.of("user", "a", "words", List.of("x")));
    assertThat(((TestTypes.Login) instance.resource().orElseThrow()).words())
        .containsExactly("x", "hunter3");
  }

  @Test
  void uploadsAreKnownByTheirDigest() {
    written.file("files/fio.deb", "hello").tasks("- package: {file: fio.deb}\n");
    Instance instance = written.instances("db1").get(0);
    assertThat(instance.parameters().get("file").toString())
        .endsWith(
            "/files/fio.deb sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 5");
  }

  @Test
  void bytesThatAreNoTextCannotBeATemplateAndLargeFilesAreRefused() throws IOException {
    written.tasks("- template: {src: big, dest: /x}\n").file("big", "x".repeat(5 << 20));
    assertThat(written.errors()).contains("`big` is larger than 4 MiB");
    written = new Written(directory).tasks("- template: {src: raw, dest: /x}\n");
    Files.write(directory.resolve("raw"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(written.errors()).contains("raw:1:4: error: this byte is not UTF-8 text");
  }

  @Test
  void noLinkLeadsATemplateOutsideItsDirectory() throws IOException {
    written
        .file("secret.txt", "hunter2")
        .file("templates/x.ftl", "<#include \"link.ftl\">")
        .tasks("- template: {src: x.ftl, dest: /x}\n");
    Files.createSymbolicLink(
        directory.resolve("templates/link.ftl"), directory.resolve("secret.txt"));
    assertThat(written.errors())
        .contains("there is no template `link.ftl` to include")
        .doesNotContain("hunter2");
  }

  @Test
  void theDigestTellsWhatWasRead() {
    written.file("templates/x.ftl", "a").tasks("- template: {src: x.ftl, dest: /x}\n");
    String before = written.loaded().digest();
    assertThat(written.loaded().digest()).isEqualTo(before).hasSize(64);
    written.file("templates/x.ftl", "b");
    assertThat(written.loaded().digest()).isNotEqualTo(before);
  }

  @Test
  void environmentAndBenchmarksAreRenderedForEachHost() {
    written
        .file("hosts", "db1 disk=sdb\n")
        .file(
            "site.yml",
            """
            - hosts: all
              environment: {LC_ALL: C, DISK: "${disk}"}
              benchmarks:
                - fio: {filename: "/dev/${disk}", numjobs: [1, 2]}
                - fio: {filename: "${facts.hostname}"}
            """);
    Expansion expansion = written.expansion("db1", Optional.empty());
    assertThat(expansion.environment()).isEqualTo(Map.of("LC_ALL", "C", "DISK", "sdb"));
    assertThat(expansion.benchmarks()).hasSize(1);
    assertThat(expansion.needsFacts()).isTrue();
    assertThat(written.expansion("db1", Optional.of(Map.of("hostname", "h"))).benchmarks())
        .hasSize(2);
  }

  @Test
  void mergeKeysAreUnderstood() {
    written
        .file("hosts", "db1\n")
        .file(
            "site.yml",
            """
            - hosts: all
              vars:
                base: &base {user: a, words: [x]}
              tasks:
                - login: {<<: *base, user: b}
            """);
    assertThat(written.instances("db1").get(0).parameters())
        .isEqualTo(Map.of("user", "b", "words", List.of("x")));
  }

  private List<String> users() {
    return users(written);
  }

  private static List<String> users(Written written) {
    return written.instances("db1").stream()
        .map(i -> String.valueOf(i.parameters().get("user")))
        .toList();
  }
}
