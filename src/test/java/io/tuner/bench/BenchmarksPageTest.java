package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Goldens;
import io.tuner.resource.Described;
import io.tuner.resources.YamlTree;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/benchmarks.md has every parameter, and what it and the shipped matrix show is understood.
 */
class BenchmarksPageTest {

  private static final Path PAGE = Path.of("docs/benchmarks.md");

  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- parameters: ([a-z]+) -->\n.*?<!-- end -->");

  private static final Pattern BLOCK = Pattern.compile("(?s)```yaml\n(.*?)```");

  private static List<Item> items(Tree play) {
    Tree.Sequence entries = (Tree.Sequence) ((Tree.Mapping) play).get("benchmarks").orElseThrow();
    Diagnostics diagnostics = new Diagnostics();
    List<Item> items = ItemReader.read(entries.items(), Map.of(), diagnostics);
    assertThat(diagnostics.sorted()).as(diagnostics.render()).isEmpty();
    return items;
  }

  @Test
  void theTablesAreThoseOfTheTypes() throws Exception {
    StringBuilder page = new StringBuilder();
    Matcher table = TABLE.matcher(Files.readString(PAGE));
    while (table.find()) {
      String type = table.group(1);
      table.appendReplacement(page, Matcher.quoteReplacement(parameters(type)));
    }
    Goldens.check(PAGE, table.appendTail(page).toString());
    for (String type : List.of("fio", "dd", "pgbench", "benchmarksql", "command")) {
      assertThat(page).contains("\n## " + type + "\n").contains("parameters: " + type + " ");
    }
  }

  private static String parameters(String type) {
    StringBuilder table = new StringBuilder("<!-- parameters: " + type + " -->\n");
    table.append("| parameter | what it is | left out | for example |\n|---|---|---|---|\n");
    for (Described.Named one : Benchmarks.find(type).orElseThrow().parameters()) {
      String left =
          one.annotation().required()
              ? "needed"
              : one.annotation().byDefault().isEmpty() ? "" : code(one.annotation().byDefault());
      table.append("| ").append(code(one.name())).append(" | ").append(one.annotation().value());
      table.append(" | ").append(left).append(" | ").append(code(one.annotation().example()));
      table.append(" |\n");
    }
    return table + "<!-- end -->";
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  @Test
  void whatThePageShowsIsUnderstood() throws Exception {
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    int shown = 0;
    while (block.find()) {
      shown += items(YamlTree.parse("page", block.group(1))).size();
    }
    assertThat(shown).isGreaterThanOrEqualTo(6);
  }

  @Test
  void theReferenceMatrixHasItsCellsAndKeepsItsBudget() throws Exception {
    String text =
        Files.readString(Path.of("playbooks/benchmarks/fio-matrix.yml"))
            .replace("${directory}", "/data/1");
    List<Item> items =
        items(((Tree.Sequence) YamlTree.parse("fio-matrix.yml", text)).items().get(0));
    assertThat(items).hasSize(2).allMatch(item -> item.benchmark().cells().size() == 14);
    for (Item item : items) {
      assertThat(item.benchmark().warnings()).isEmpty();
      assertThat(item.benchmark().overBudget(2 * item.runs())).isEmpty();
      assertThat(item.benchmark().overBudget(3 * item.runs())).isPresent();
    }
    assertThat(items.get(0).cost().bytesWritten()).isEqualTo(168L << 30);
    assertThat(items.get(1).cost().bytesWritten()).isEqualTo(84L << 30);
  }
}
