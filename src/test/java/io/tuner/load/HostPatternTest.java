package io.tuner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.text.Span;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPatternTest {

  private static final Inventory INVENTORY = inventory();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          all              | web1 web2 db01 db02 db03
          *                | web1 web2 db01 db02 db03
          web              | web1 web2
          db:web           | web1 web2 db01 db02 db03
          db02,web1        | web1 db02
          db02, web1       | web1 db02
          all:!db          | web1 web2
          all,!db,!web1    | web2
          !db              | web1 web2
          db:&old          | db01 db03
          old:!web1        | db01 db03
          db:&old:!db01    | db03
          db*              | db01 db02 db03
          db0?             | db01 db02 db03
          *1               | web1 db01
          db0[12]          | db01 db02
          db0[!1]          | db02 db03
          db[01:02]        | db01 db02
          db[02:20]        | db02 db03
          ~db0[13]         | db01 db03
          '~(web|db0)1'    | web1 db01
          db[0]            | db01
          db[-1]           | db03
          db[1:]           | db02 db03
          db[0:1]          | db01 db02
          localhost        | localhost
          web1:localhost   | web1 localhost
          """)
  void chooses(String pattern, String hosts) throws Exception {
    assertThat(HostPattern.hosts(pattern, INVENTORY, Span.NONE)).containsExactly(hosts.split(" "));
  }

  @Property(tries = 1000)
  void anyTextGivesHostsOrADiagnostic(
      @ForAll
          @StringLength(max = 12)
          @Chars({'[', ']', ':', ',', '!', '&', '~', '*', '?', '-', '\\', '(', '{'})
          @CharRange(from = 'a', to = 'e')
          @CharRange(from = '0', to = '3')
          String pattern) {
    try {
      List<String> hosts = HostPattern.hosts(pattern, INVENTORY, Span.NONE);
      assertThat(hosts).isNotEmpty();
    } catch (Unrendered e) {
      assertThat(e.diagnostic().message()).isNotBlank();
    }
  }

  private static Inventory inventory() {
    io.tuner.text.Diagnostics diagnostics = new io.tuner.text.Diagnostics();
    InventoryBuilder builder = new InventoryBuilder(diagnostics);
    IniInventory.read(
        Text.of("hosts", "[web]\nweb[1:2]\n[db]\ndb[01:03]\n[old]\nweb1\ndb01\ndb03\n"), builder);
    SourceFiles files = new SourceFiles(Path.of(""));
    return new Inventory(
        builder.finish(),
        builder.hosts(),
        new VariableFiles(files, diagnostics),
        java.util.Map.of(),
        new Templates(new TemplateDirectory(Path.of(""), files)),
        false);
  }
}
