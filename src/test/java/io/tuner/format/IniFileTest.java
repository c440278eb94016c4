package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import io.tuner.format.IniFile.Style;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class IniFileTest {
  private static final String NODEOS =
      """
      # size of the state
      # chain-state-db-size-mb = 1024
      agent-name = node 01   # 节点
      signature-provider = EOS6=KEY:5K=
      plugin = eosio::chain_plugin
      plugin = eosio::http_plugin

      # read-mode = head
      # the end
      """;
  private static final String MYSQL =
      """
      [client]
      port=3306

      [mysqld]
      port=3306
      skip-name-resolve
      ; a comment
        datadir=/data

      # about dumps
      [mysqldump]
      quick
      """;

  private static IniFile nodeos() {
    return IniFile.parse(NODEOS, Style.INLINE_COMMENTS);
  }

  @Test
  @Trap(types = "config_option", value = "for nodeos a # behind a value begins a comment")
  void inlineCommentsAreNotPartOfValues() throws Refusal {
    assertThat(nodeos().get("", "agent-name")).contains("node 01");
    assertThat(IniFile.parse(NODEOS).get("", "agent-name")).contains("node 01   # 节点");
    assertThat(nodeos().with("", "agent-name", "x").text())
        .isEqualTo(NODEOS.replace("node 01   # 节点", "x   # 节点"));
    assertThat(IniFile.parse("a = 'x # y' # z\n", Style.INLINE_COMMENTS).get("", "a"))
        .contains("'x # y'");
  }

  @Test
  @Trap(types = "config_option", value = "a commented default is taken for a value")
  void commentedDefaultsAreNoValuesButPlaces() throws Refusal {
    assertThat(nodeos().get("", "chain-state-db-size-mb")).isEmpty();
    assertThat(nodeos().with("", "chain-state-db-size-mb", "65536").text())
        .isEqualTo(NODEOS.replace("= 1024\n", "= 1024\nchain-state-db-size-mb = 65536\n"));
    assertThat(nodeos().with("", "new", "1").text()).isEqualTo(NODEOS + "new = 1\n");
  }

  @Test
  @Trap(types = "config_option", value = "a key repeats")
  void repeatedKeysKeepAllTheirValues() throws Refusal {
    assertThat(nodeos().values("", "plugin"))
        .containsExactly("eosio::chain_plugin", "eosio::http_plugin");
    assertThat(nodeos().with("", "plugin", "p").values("", "plugin"))
        .containsExactly("eosio::chain_plugin", "p");
    assertThat(nodeos().withAdded("", "plugin", "p").text())
        .isEqualTo(NODEOS.replace("http_plugin\n", "http_plugin\nplugin = p\n"));
    assertThat(nodeos().withAdded("", "plugin", "eosio::chain_plugin").text()).isEqualTo(NODEOS);
    assertThat(nodeos().withAll("", "plugin", List.of("p")).values("", "plugin"))
        .containsExactly("p");
    assertThat(nodeos().withAll("", "plugin", List.of()).text())
        .isEqualTo(nodeos().without("", "plugin").text());
  }

  @Test
  void valuesMayHoldTheSeparator() throws Refusal {
    assertThat(nodeos().get("", "signature-provider")).contains("EOS6=KEY:5K=");
    assertThat(nodeos().with("", "signature-provider", "a = b").get("", "signature-provider"))
        .contains("a = b");
  }

  @Test
  void sectionsAreKeptApart() throws Refusal {
    IniFile file = IniFile.parse(MYSQL);
    assertThat(file.sections()).containsExactly("client", "mysqld", "mysqldump");
    assertThat(file.get("", "port")).isEmpty();
    assertThat(file.with("mysqld", "port", "3307").text())
        .isEqualTo(MYSQL.replace("[mysqld]\nport=3306", "[mysqld]\nport=3307"));
    assertThat(file.with("mysqld", "new", "1").text())
        .isEqualTo(MYSQL.replace("/data\n", "/data\nnew=1\n"));
    assertThat(file.with("client", "new", "1").text())
        .isEqualTo(MYSQL.replace("[client]\nport=3306\n", "[client]\nport=3306\nnew=1\n"));
    assertThat(file.with("other", "a", "1").text()).isEqualTo(MYSQL + "\n[other]\na=1\n");
    assertThat(file.without("mysqld", "datadir").text())
        .isEqualTo(MYSQL.replace("  datadir=/data\n", ""));
  }

  @Test
  void keysMayHaveNoValue() throws Refusal {
    IniFile file = IniFile.parse(MYSQL);
    assertThat(file.get("mysqld", "skip-name-resolve")).contains("");
    assertThat(file.with("mysqld", "skip-name-resolve", "0").text())
        .isEqualTo(MYSQL.replace("skip-name-resolve", "skip-name-resolve=0"));
    assertThat(IniFile.parse("a = 1\nb =\n").with("", "b", "2").text()).isEqualTo("a = 1\nb = 2\n");
  }

  @Test
  void separatorsAreLearntOrGiven() throws Refusal {
    assertThat(IniFile.parse("save 900 1\nmaxmemory 2gb\n").with("", "maxmemory", "4gb").text())
        .isEqualTo("save 900 1\nmaxmemory 4gb\n");
    assertThat(IniFile.parse("save 900 1\nsave 60 10\n").values("", "save"))
        .containsExactly("900 1", "60 10");
    assertThat(IniFile.parse("a: x=1\nb:\ty\n").with("", "c", "z").text())
        .isEqualTo("a: x=1\nb:\ty\nc: z\n");
    assertThat(IniFile.parse("#a = 1\n").with("", "b", "2").text()).isEqualTo("#a = 1\nb = 2\n");
    Style colon = new Style(Optional.of(" : "), false);
    assertThat(IniFile.parse("", colon).with("", "a", "1").text()).isEqualTo("a : 1\n");
    assertThat(IniFile.parse("").with("", "a", "1").text()).isEqualTo("a=1\n");
  }

  @Test
  @Trap(types = "config_option", value = "format, order and comments are lost")
  void lineEndsAreThoseOfTheFile() throws Refusal {
    assertThat(IniFile.parse("a=1\r\n").with("", "b", "2").text()).isEqualTo("a=1\r\nb=2\r\n");
    assertThat(IniFile.parse("a=1\r\n").get("", "a")).contains("1");
    assertThat(IniFile.parse("a=1").with("", "b", "2").text()).isEqualTo("a=1\nb=2");
    assertThat(IniFile.parse("a=1").with("", "a", "2").text()).isEqualTo("a=2");
    assertThat(IniFile.parse("a=1\nb=2").without("", "b").text()).isEqualTo("a=1");
  }

  @Test
  void valuesThatWouldReadOtherwiseAreRefused() {
    for (String value : List.of("a\nb", " a", "a ", "a # b")) {
      assertThatThrownBy(() -> nodeos().with("", "agent-name", value)).isInstanceOf(Refusal.class);
      assertThatThrownBy(() -> nodeos().with("", "new", value)).isInstanceOf(Refusal.class);
    }
    assertThatThrownBy(() -> nodeos().with("", "a=b", "1")).isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> nodeos().with("", "#a", "1")).isInstanceOf(Refusal.class);
  }

  @Property
  void garbageSurvives(@ForAll("garbage") String text) throws Refusal {
    for (Style style : List.of(Style.LEARNT, Style.INLINE_COMMENTS)) {
      IniFile file = IniFile.parse(text, style);
      assertThat(file.text()).isEqualTo(text);
      IniFile once = file.with("s", "key", "value");
      assertThat(once.get("s", "key")).contains("value");
      assertThat(once.with("s", "key", "value").text()).isEqualTo(once.text());
    }
  }

  @Property
  void addedThenRemovedIsTheOriginal(@ForAll("garbage") String text) throws Refusal {
    IniFile file = IniFile.parse(text);
    if (file.values("", "key").isEmpty()) {
      assertThat(file.with("", "key", "v").without("", "key").text()).isEqualTo(text);
    }
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "a", "key", "=", ":", " ", "#", ";", "[s]", "[", "\n", "\r\n", "'", "\"", "节", "\uFEFF")
        .list()
        .ofMaxSize(30)
        .map(parts -> String.join("", parts));
  }
}
