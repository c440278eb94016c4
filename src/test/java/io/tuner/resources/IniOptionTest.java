package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.IniFile;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IniOptionTest {

  private static final String BEFORE = "# head\n[a]\nport = 1\n\n[b]\nmode=slow # kept\n";

  private final IniOption port = new IniOption("/etc/x", "a", "port", IniFile.Style.LEARNT);
  private final IniOption fresh = new IniOption("/etc/x", "c", "new", IniFile.Style.LEARNT);

  /** What the file holds after a script. */
  private static Optional<Content> after(Script script, Optional<Content> before) {
    assertThat(script.impossible()).isEmpty();
    Optional<Content> content = before;
    for (Step step : script.steps()) {
      content =
          step instanceof Step.ReplaceFile file ? Optional.of(file.content()) : Optional.empty();
    }
    return content;
  }

  private static Optional<Content> set(IniOption option, String value, Optional<Content> file)
      throws Refusal {
    IniOption.Setting from = option.read(file);
    return after(option.transition(from, option.with(from, Values.some(List.of(value)))), file);
  }

  @Test
  void twoTasksShareAFileAndAreTakenBackInReverse() throws Refusal {
    Optional<Content> zero = Optional.of(Content.of(BEFORE));
    IniOption.Setting portBefore = port.read(zero);
    Optional<Content> one = set(port, "2", zero);
    IniOption.Setting freshBefore = fresh.read(one);
    Optional<Content> two = set(fresh, "x", one);
    assertThat(text(two)).contains("port = 2").contains("[c]\nnew=x");

    Optional<Content> back = after(fresh.transition(fresh.read(two), freshBefore), two);
    assertThat(back).isEqualTo(one);
    assertThat(after(port.transition(port.read(back), portBefore), back)).isEqualTo(zero);
  }

  @Test
  void theOtherTaskStaysWhereOneIsTakenBack() throws Refusal {
    Optional<Content> zero = Optional.of(Content.of(BEFORE));
    IniOption.Setting portBefore = port.read(zero);
    Optional<Content> two = set(fresh, "x", set(port, "2", zero));

    Optional<Content> back = after(port.transition(port.read(two), portBefore), two);
    assertThat(text(back)).isEqualTo(text(two).replace("port = 2", "port = 1"));
  }

  @Test
  void whatSomebodyElseWroteSinceStays() throws Refusal {
    Optional<Content> zero = Optional.empty();
    IniOption.Setting before = fresh.read(zero);
    Optional<Content> one = set(fresh, "x", zero);
    assertThat(after(fresh.transition(fresh.read(one), before), one)).isEmpty();

    Optional<Content> edited = Optional.of(Content.of(text(one) + "other=1\n"));
    Optional<Content> back = after(fresh.transition(fresh.read(edited), before), edited);
    assertThat(text(back)).contains("other=1").doesNotContain("new");
  }

  private static String text(Optional<Content> content) {
    return content.orElseThrow().text().orElseThrow();
  }
}
