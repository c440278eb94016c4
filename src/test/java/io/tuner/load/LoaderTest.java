package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoaderTest {

  @TempDir private Path directory;
  private Written written;

  @BeforeEach
  void setUp() {
    written = new Written(directory);
  }

  @Test
  void loadsTheExampleOfTheManual() {
    written
        .file("hosts", "[observers]\ndb[01:03] data_disk=sdc\n")
        .file("templates/limits.conf.ftl", "* hard nofile ${nofile}\n")
        .file(
            "site.yml",
            """
            - name: OceanBase observers on Kunpeng
              hosts: observers
              become: true
              serial: [1, "25%", "100%"]
              reboot: if_needed
              on_regression: rollback
              confirm_timeout: 5m
              max_fail_percentage: 30
              vars: {nofile: 655350, swappiness: 0}
              tasks:
                - name: memory of ${inventory_hostname}
                  sysctl: {settings: {vm.swappiness: "${swappiness}"}}
                - sysctl: {settings: {kernel.numa_balancing: 0}, persist: off}
                  when: facts.architecture == "aarch64"
                - template: {src: limits.conf.ftl, dest: /etc/security/limits.d/ob.conf}
                  notify: restart observer
              handlers:
                - name: restart observer
                  restart: {service: observer}
              benchmarks:
                - fio: {filename: "/data/${data_disk}", bs: 4k}
            """);
    Loaded loaded = written.loaded();
    Play play = loaded.plays().get(0);

    assertThat(play.hosts()).containsExactly("db01", "db02", "db03");
    assertThat(play.serial())
        .containsExactly(new Batch(1, false), new Batch(25, true), new Batch(100, true));
    assertThat(play.reboot()).isEqualTo(Play.Reboot.IF_NEEDED);
    assertThat(play.onRegression()).isEqualTo(Play.OnRegression.ROLLBACK);
    assertThat(play.maxFailPercentage()).hasValue(30);

    Expansion expansion = written.expansion("db02", Optional.empty());
    List<Instance> instances = expansion.instances();
    assertThat(instances)
        .extracting(Instance::kind)
        .containsExactly(Instance.Kind.READY, Instance.Kind.NEEDS_FACTS, Instance.Kind.READY);
    assertThat(instances.get(0).address()).isEqualTo("sysctl[vm.swappiness]");
    assertThat(instances.get(0).name()).isEqualTo("memory of db02");
    assertThat(instances.get(0).become()).isEqualTo(new Become(true, "root"));
    assertThat(instances.get(0).parameters())
        .isEqualTo(Map.of("settings", Map.of("vm.swappiness", "0")));
    assertThat(instances.get(2).parameters()).containsEntry("src", "* hard nofile 655350\n");
    assertThat(instances.get(2).notifies()).containsExactly("restart observer");
    assertThat(expansion.handlers().get(0).address()).isEqualTo("restart[observer]");
    assertThat(expansion.benchmarks().get(0).toString()).contains("/data/sdc");
    assertThat(expansion.needsFacts()).isTrue();
  }

  @Test
  void factsDecideWhatTheyAreAskedFor() {
    written.tasks(
        """
        - sysctl: {settings: {vm.nr_hugepages: "${(facts.memtotal_mb * 0.5 / 2)?floor}"}}
          when: facts.architecture in ["aarch64", "x86_64"] and not facts.swaptotal_mb > 0
        - sysctl: {settings: {a.b: 1}}
          when: facts.architecture == "riscv64"
        """);
    Map<String, Object> facts =
        Map.of("architecture", "x86_64", "memtotal_mb", 24152, "swaptotal_mb", 0);

    assertThat(written.instances("db1"))
        .extracting(Instance::kind)
        .containsOnly(Instance.Kind.NEEDS_FACTS);
    List<Instance> instances = written.expansion("db1", Optional.of(facts)).instances();
    assertThat(instances.get(0).parameters().toString()).contains("vm.nr_hugepages=6038");
    assertThat(instances.get(1).kind()).isEqualTo(Instance.Kind.SKIPPED);
    assertThat(instances.get(1).reason())
        .contains("`facts.architecture == \"riscv64\"` does not hold");
  }

  @Test
  void whatTheShellWouldTakeForItsOwnPassesThroughUnharmed() {
    String evil =
        "$(reboot); `id` 'a' \"b\" \\n \t| & > < $HOME #{x} [=y] <!-- <@z/> \u00e9\n\nend";
    written
        .file("evil.txt", evil)
        .tasks(
            "- login: {user: \"${evil}\", words: [\"${evil}\", \"<${evil}>\", '$(reboot)']}\n"
                + "- template: {src: evil.txt, dest: /etc/x}\n"
                + "- template: {src: evil.ftl, dest: /etc/y}\n")
        .file("templates/evil.ftl", "${evil}<#if true>!</#if>")
        .extra("{\"evil\": " + quoted(evil) + "}");
    List<Instance> instances = written.instances("db1");

    assertThat(instances.get(0).parameters())
        .isEqualTo(Map.of("user", evil, "words", List.of(evil, "<" + evil + ">", "$(reboot)")));
    assertThat(instances.get(1).parameters()).containsEntry("src", evil);
    assertThat(instances.get(2).parameters()).containsEntry("src", evil + "!");
  }

  private static String quoted(String text) {
    return "\""
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t")
        + "\"";
  }
}
