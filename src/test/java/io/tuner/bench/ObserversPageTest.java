package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Goldens;
import io.tuner.resource.Described;
import io.tuner.resource.Read.Selector.Kind;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What docs/observers.md shows is understood, and tells what the page says. */
class ObserversPageTest {

  private static final Pattern BLOCK = Pattern.compile("(?s)```yaml\n(.*?)```");
  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- parameters: ([a-z_]+) -->\n.*?<!-- end -->");
  private static final Pattern NAME = Pattern.compile("`([a-z_]+(?:\\.[a-z0-9_]+)+)`");

  private static String page() throws Exception {
    return Files.readString(Path.of("docs/observers.md"));
  }

  /** The benchmarks of the page's play. */
  private static List<?> benchmarks() throws Exception {
    List<String> blocks = BLOCK.matcher(page()).results().map(block -> block.group(1)).toList();
    List<?> plays = new Yaml().load(blocks.get(blocks.size() - 1));
    return (List<?>) ((Map<?, ?>) plays.get(0)).get("benchmarks");
  }

  private static Told node(double uptime, long work) {
    return Told.at(uptime)
        .disk("nvme1n1")
        .file("/proc/diskstats", "259 0 nvme1n1 0 0 0 0 " + work + " 0 " + work + " 0 0 0 0\n")
        .file("/proc/vmstat", "pswpin 0\npswpout " + work + "\n")
        .file("/proc/self/auxv", "\6\0\0\0\0\0\0\0\0\20\0\0\0\0\0\0")
        .file("/proc/stat", "cpu " + work + " 0 0 " + work + "\n")
        .file("/proc/meminfo", "Dirty: 5 kB\n")
        .process(
            Kind.UNIT,
            "nodeos.service",
            70,
            "VmRSS: 9 kB\nRssAnon: 3 kB\nRssFile: 3 kB\nRssShmem: 3 kB\nVmSwap: 1 kB\n")
        .output(
            "curl -s http://127.0.0.1:8888/v1/prometheus/metrics",
            0,
            "# TYPE nodeos_p2p_connections gauge\n"
                + "nodeos_p2p_connections{direction=\"in\"} 120\n"
                + "nodeos_p2p_connections{direction=\"out\"} 8\n"
                + "nodeos_trxs_incoming_total "
                + work
                + "\n");
  }

  @Test
  void theWorkedExampleTellsWhatItsTableSays() throws Exception {
    Diagnostics diagnostics = new Diagnostics();
    List<Tree> entries = new ArrayList<>();
    benchmarks().forEach(entry -> entries.add(Tree.of(entry, Span.NONE)));
    List<Item> items = ItemReader.read(entries, Map.of(), diagnostics);
    assertThat(diagnostics.sorted()).as(diagnostics.render()).isEmpty();
    assertThat(items).extracting(Item::type).containsExactly("window", "start_stop");
    Map<?, ?> window = (Map<?, ?>) benchmarks().get(0);
    Object observe = window.get("observe");
    Watched watched = Watched.between(observe, node(10, 1000), node(3610, 73000));
    assertThat(watched.warnings()).isEmpty();
    assertThat(watched.value("load.transactions")).isEqualTo(20);
    assertThat(watched.value("load.peers")).isEqualTo(120);
    String example = page().substring(page().indexOf("## A blockchain node"));
    Set<String> told = new LinkedHashSet<>(watched.values().keySet());
    for (MatchResult name : NAME.matcher(example).results().toList()) {
      if (MetricName.parse(name.group(1)).isPresent()) {
        assertThat(told).contains(name.group(1));
      }
    }
    for (Object expected : ((Map<?, ?>) window.get("expect")).keySet()) {
      assertThat(told).contains(expected.toString());
    }
  }

  @Test
  void everyObserverHasItsRowAndItsParameters() throws Exception {
    Matcher table = TABLE.matcher(page());
    StringBuilder page = new StringBuilder();
    List<String> told = new ArrayList<>();
    while (table.find()) {
      told.add(table.group(1));
      table.appendReplacement(page, Matcher.quoteReplacement(parameters(table.group(1))));
    }
    Goldens.check(Path.of("docs/observers.md"), table.appendTail(page).toString());
    for (Described observer : Observers.all()) {
      assertThat(page()).contains("\n| `" + observer.name() + "` |");
      assertThat(told).contains(observer.name());
    }
    assertThat(told).contains("start_stop", "window");
  }

  private static String parameters(String type) {
    StringBuilder table = new StringBuilder("<!-- parameters: " + type + " -->\n");
    table.append("| parameter | what it is | left out | for example |\n|---|---|---|---|\n");
    Described described = Observers.find(type).or(() -> Benchmarks.find(type)).orElseThrow();
    for (Described.Named one : described.parameters()) {
      String left = one.annotation().required() ? "needed" : code(one.annotation().byDefault());
      table.append("| ").append(code(one.name())).append(" | ").append(one.annotation().value());
      table.append(" | ").append(left).append(" | ").append(code(one.annotation().example()));
      table.append(" |\n");
    }
    return table + "<!-- end -->";
  }

  private static String code(String text) {
    return text.isEmpty() ? "" : "`" + text.replace("|", "\\|") + "`";
  }
}
