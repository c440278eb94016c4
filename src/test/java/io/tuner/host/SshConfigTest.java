package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshConfigTest {

  @TempDir Path home;

  private Map<String, List<String>> lookup(String text, String host) throws Exception {
    Files.createDirectories(home.resolve(".ssh/conf.d"));
    Path file = Files.writeString(home.resolve(".ssh/config"), text);
    return new SshConfig(List.of(file), home).lookup(host, Map.of());
  }

  @Test
  void theFirstValueCountsAndFilesOfKeysAddUp() throws Exception {
    Map<String, List<String>> db1 =
        lookup(
            """
            IdentityFile ~/.ssh/first
            Host db* !db9
              Port = 2201
              IdentityFile "~/.ssh/with blank"
            Host *
              Port 2202
              User="bob"
            """,
            "db1");
    assertThat(db1)
        .containsEntry("port", List.of("2201"))
        .containsEntry("user", List.of("bob"))
        .containsEntry("identityfile", List.of("~/.ssh/first", "~/.ssh/with blank"));
    assertThat(lookup("Host db* !db9\n Port 1\nHost *\n Port 2\n", "db9"))
        .containsEntry("port", List.of("2"));
  }

  @Test
  void matchLooksAtTheNameAndAtWhatItBecame() throws Exception {
    String text =
        """
        Host db1
          HostName db1.example.com
        Match originalhost db1 host *.example.com
          User matched
        Match host db1
          Port 1
        Match all
          Port 2
        """;
    assertThat(lookup(text, "db1"))
        .containsEntry("user", List.of("matched"))
        .containsEntry("port", List.of("2"));
  }

  @Test
  void aMatchThatRunsCommandsIsRefused() {
    assertThatThrownBy(() -> lookup("Match exec \"true\"\n User x\n", "db1"))
        .isInstanceOfSatisfying(
            Unreachable.class,
            e ->
                assertThat(e.hint())
                    .hasValueSatisfying(h -> assertThat(h).contains("originalhost")))
        .hasMessageEndingWith("config:1: `Match exec` is not supported");
  }

  @Test
  void includedFilesCountWhereTheyStand() throws Exception {
    Files.createDirectories(home.resolve(".ssh/conf.d"));
    Files.writeString(home.resolve(".ssh/conf.d/a.conf"), "Host db1\n Port 7\n");
    Files.writeString(home.resolve(".ssh/conf.d/b.conf"), "User included\n");
    assertThat(lookup("Include conf.d/*.conf missing\nHost *\n Port 8\n", "db1"))
        .containsEntry("port", List.of("7"))
        .containsEntry("user", List.of("included"));
    assertThat(lookup("Host other\n Include conf.d/*.conf\n", "db1")).isEmpty();
  }

  @Test
  void filesThatIncludeEachOtherAreRefused() {
    assertThatThrownBy(() -> lookup("Include config\n", "db1"))
        .hasMessageContaining("too many files include each other");
  }

  @Property
  boolean aPatternOfStarsFitsWhatItIsMadeFrom(
      @ForAll @StringLength(max = 8) @CharRange(from = 'a', to = 'c') String text,
      @ForAll @StringLength(max = 8) @CharRange(from = 'a', to = 'c') String rest) {
    return SshConfig.glob(text + "*", text + rest)
        && SshConfig.glob("*" + rest, text + rest)
        && SshConfig.glob("*" + text + "*", rest + text + rest)
        && SshConfig.glob(text.replace('a', '?'), text)
        && SshConfig.glob(text, text.toUpperCase(java.util.Locale.ROOT))
        && (rest.isEmpty() || !SshConfig.glob(text, text + rest));
  }
}
