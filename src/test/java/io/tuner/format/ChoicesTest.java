package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChoicesTest {

  @Test
  @Trap(types = "block_queue", value = "the active scheduler stands anywhere in the list")
  @Trap(types = "transparent_huge_pages", value = "the active choice stands in brackets anywhere")
  void theActiveOneMayStandAnywhere() {
    assertThat(Choices.parse("none [mq-deadline] kyber\n"))
        .isEqualTo(
            new Choices(
                List.of("none", "mq-deadline", "kyber"), Optional.of("mq-deadline"), false));
    assertThat(Choices.parse("[none] mq-deadline").active()).contains("none");
    assertThat(Choices.parse("\nalways madvise [never]\n\n").active()).contains("never");
  }

  @Test
  @Trap(types = "block_queue", value = "a lone none cannot be changed")
  void aLoneValueIsFixed() {
    Choices none = Choices.parse("none\n");
    assertThat(none.active()).contains("none");
    assertThat(none.fixed()).isTrue();
    assertThat(none.offers("mq-deadline")).isFalse();
    assertThat(Choices.parse("[none]\n").fixed()).isFalse();
  }

  @Test
  void nothingMayBeActive() {
    Choices shmem = Choices.parse("always within_size advise [ ] deny force");
    assertThat(shmem.active()).isEmpty();
    assertThat(shmem.fixed()).isFalse();
    assertThat(shmem.offered()).containsExactly("always", "within_size", "advise", "deny", "force");
    assertThat(Choices.parse("always [] never").active()).isEmpty();
    assertThat(Choices.parse("").active()).isEmpty();
    assertThat(Choices.parse("a b").active()).isEmpty();
  }

  @Property
  void garbageIsRead(@ForAll String text) {
    Choices choices = Choices.parse(text);
    assertThat(choices.active().stream()).allMatch(choices::offers);
  }

  @Property
  void whatIsMarkedIsActive(@ForAll @IntRange(min = 0, max = 4) int active) {
    List<String> names = List.of("none", "mq-deadline", "kyber", "bfq", "cfq");
    String name = names.get(active);
    String text = String.join(" ", names).replaceFirst("\\b" + name + "(?= |$)", "[" + name + "]");
    assertThat(Choices.parse(text).offered()).isEqualTo(names);
    assertThat(Choices.parse(text).active()).contains(name);
  }
}
