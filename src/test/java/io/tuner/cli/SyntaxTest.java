package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a command line is read, with the options of apply, which has every kind. */
class SyntaxTest {

  private final ApplyCommand apply = new ApplyCommand(null);

  @Test
  void optionsMayStandBeforeAndAfterTheArgument() throws Stop {
    read("-i", "a", "site.yml", "--inventory=b", "--limit", "db*", "--dry-run", "-t", "x,y");
    assertThat(apply.playbook).isEqualTo(Path.of("site.yml"));
    assertThat(apply.hosts.inventories).containsExactly("a", "b");
    assertThat(apply.hosts.limit).contains("db*");
    assertThat(apply.dryRun).isTrue();
    assertThat(apply.yes).isFalse();
    assertThat(apply.tasks.tags).containsExactly("x", "y");
  }

  @Test
  void shortFlagsGoSideBySideAndTheLastMayHaveAValue() throws Stop {
    read("site.yml", "-kKf5");
    assertThat(apply.hosts.askPass).isTrue();
    assertThat(apply.hosts.askBecomePass).isTrue();
    assertThat(apply.hosts.forks).isEqualTo(5);
  }

  @Test
  void extraVariablesKeepEveryCharacter() throws Stop {
    read("site.yml", "-e", "a=b=c", "-e", "@vars.yml", "-e", "-x=${y} '\"", "--extra-vars==");
    assertThat(apply.hosts.extraVars).containsExactly("a=b=c", "@vars.yml", "-x=${y} '\"", "=");
  }

  @Test
  void checkIsDryRun() throws Stop {
    read("site.yml", "--check");
    assertThat(apply.dryRun).isTrue();
  }

  @Test
  void afterTwoDashesAllIsArgument() throws Stop {
    read("--", "-odd.yml");
    assertThat(apply.playbook).isEqualTo(Path.of("-odd.yml"));
  }

  @Test
  void helpNeedsNoArgument() throws Stop {
    Syntax syntax = read("--help");
    assertThat(syntax.helpAsked()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          '';                    tuner apply needs PLAYBOOK|PLAN.json
          a.yml b.yml;           `b.yml` is one argument too many for tuner apply
          a.yml --dry_run;       unknown option `--dry_run` of tuner apply
          a.yml --limt=x;        unknown option `--limt` of tuner apply
          a.yml -kx;             unknown option `-x` of tuner apply
          a.yml -l;              `-l` needs PATTERN
          a.yml --limit --yes;   `--limit` needs PATTERN
          a.yml -l a -l b;       `-l` was given twice
          a.yml --yes=no;        `--yes` takes no value
          a.yml -f many;         `-f` takes N, not `many`
          a.yml --forks=0;       `--forks` takes a number of at least 1, not `0`
          a.yml --output=xml;    `--output` takes text|json, not `xml`
          """)
  void whatCannotBeReadIsNamed(String line, String message) {
    List<String> words = line.isEmpty() ? List.of() : List.of(line.split(" "));
    assertThatThrownBy(() -> read(words.toArray(String[]::new)))
        .isInstanceOfSatisfying(
            Stop.class, stop -> assertThat(stop.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessageStartingWith("error: " + message + "\nhint: ");
  }

  @Test
  void aMisspeltOptionIsSuggested() {
    assertThatThrownBy(() -> read("a.yml", "--dry_run"))
        .hasMessageContaining("did you mean `--dry-run`?");
  }

  private Syntax read(String... words) throws Stop {
    Syntax syntax = new Syntax("apply");
    apply.declare(syntax);
    syntax.read(List.of(words));
    return syntax;
  }
}
