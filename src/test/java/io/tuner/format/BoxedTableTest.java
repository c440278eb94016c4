package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BoxedTableTest {

  private static List<Optional<String>> column(String text, String name) throws Refusal {
    return BoxedTable.parse(text).rows().stream().map(row -> row.get(name)).toList();
  }

  @Test
  void boxedRowsAreReadByTheirHeading() throws Refusal {
    String table =
        """
        mysql> show parameters;
        +------+-------+-------+
        | name | value | info  |
        +------+-------+-------+
        | a    |     0 | x | y |
        | b    | NULL  |       |
        +------+-------+-------+
        2 rows in set (0.002 sec)
        """;
    assertThat(column(table, "name")).containsExactly(Optional.of("a"), Optional.of("b"));
    assertThat(column(table, "value")).containsExactly(Optional.of("0"), Optional.empty());
    assertThat(column(table, "info")).containsExactly(Optional.of("x | y"), Optional.of(""));
    assertThat(BoxedTable.parse(table).rows().get(0).has("edit_level")).isFalse();
  }

  @Test
  void wideCharactersAreTwoColumnsOrOneOrBytes() throws Refusal {
    String rows = "+------+---+\n| name | v |\n+------+---+\n%s\n+------+---+\n";
    for (String row : List.of("| 参数 | 1 |", "| 参数   | 1 |")) {
      assertThat(column(rows.formatted(row), "name")).containsExactly(Optional.of("参数"));
      assertThat(column(rows.formatted(row), "v")).containsExactly(Optional.of("1"));
    }
    String bytes = "+--------+---+\n| name   | v |\n+--------+---+\n| 参数 | 1 |\n+--------+---+\n";
    assertThat(column(bytes, "name")).containsExactly(Optional.of("参数"));
  }

  @Test
  void widthsTellSeparatorsFromText() throws Refusal {
    String rows = "+------+---+\n| name | v |\n+------+---+\n| 参|  | 1 |\n+------+---+\n";
    assertThat(column(rows, "name")).containsExactly(Optional.of("参|"));
  }

  @Test
  void valuesMayHoldLineBreaks() throws Refusal {
    String table =
        "+------+-----+\n| n    | v   |\n+------+-----+\n| a\nb  | 1   |\n+------+-----+\n";
    assertThat(column(table, "n")).containsExactly(Optional.of("a\nb"));
  }

  @Test
  void verticalRows() throws Refusal {
    String text =
        """
        *************************** 1. row ***************************
           name: memory_limit
          value: 8G
           info: Range: 0, [8G,)
        second line: more
        *************************** 2. row ***************************
           name: cpu_count
          value: NULL
           info:
        2 rows in set (0.01 sec)0
        """;
    assertThat(column(text, "name"))
        .containsExactly(Optional.of("memory_limit"), Optional.of("cpu_count"));
    assertThat(column(text, "value")).containsExactly(Optional.of("8G"), Optional.empty());
    assertThat(column(text, "info"))
        .containsExactly(Optional.of("Range: 0, [8G,)\nsecond line: more"), Optional.of(""));
  }

  @Test
  void emptySetsAndErrors() throws Refusal {
    assertThat(BoxedTable.parse("Empty set (0.00 sec)\n").rows()).isEmpty();
    assertThat(BoxedTable.parse("").rows()).isEmpty();
    assertThatThrownBy(() -> BoxedTable.parse("x\nERROR 1227 (42501): Access denied\n"))
        .hasMessage("ERROR 1227 (42501): Access denied");
    assertThatThrownBy(() -> BoxedTable.parse("+---+\n| a |\n+---+\n| b"))
        .isInstanceOf(Refusal.class);
  }

  @Test
  void batchOutput() throws Refusal {
    BoxedTable table = BoxedTable.parseBatch("name\tvalue\na\\tb\\\\\tNULL\nc\t\n");
    assertThat(table.rows().get(0).get("name")).contains("a\tb\\");
    assertThat(table.rows().get(0).get("value")).isEmpty();
    assertThat(table.rows().get(1).get("value")).contains("");
    assertThat(BoxedTable.parseBatch("").rows()).isEmpty();
    assertThatThrownBy(() -> BoxedTable.parseBatch("a\tb\n1\n")).isInstanceOf(Refusal.class);
  }

  @Property
  void garbageIsReadOrRefused(@ForAll("garbage") String text) {
    try {
      BoxedTable.parse(text);
      BoxedTable.parseBatch(text);
    } catch (Refusal refusal) {
      assertThat(refusal).hasMessageNotContaining("Exception");
    }
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "+---+---+",
            "+---+",
            "| a | b |",
            "| a |",
            "*** 1. row ***",
            " n: 1",
            "\n",
            "\n",
            "数",
            "\t",
            "\\")
        .list()
        .ofMaxSize(20)
        .map(parts -> String.join("", parts));
  }
}
