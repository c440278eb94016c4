package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.resource.Content;
import io.tuner.text.ByteSize;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a rollback, which plans from a fresh look at the host, must know of swap spaces. */
class SwapTest {

  private static final Swap SWAP =
      new Swap(
          Optional.of("/swapfile"),
          Optional.empty(),
          Optional.of(ByteSize.parse("16M")),
          Optional.empty(),
          Swap.State.ON,
          false);

  private static SwapState state(boolean on, boolean there, long used, Long available) {
    Optional<SwapState.Space> space =
        there
            ? Optional.of(new SwapState.Space(Optional.of("16M"), Optional.of("0600"), true))
            : Optional.empty();
    return new SwapState(
        on ? new SwapState.Live(true, Optional.empty()) : SwapState.Live.OFF,
        Optional.empty(),
        space,
        false,
        new SwapState.Around(
            Optional.of(Content.of("")),
            false,
            used,
            Optional.ofNullable(available),
            Optional.empty(),
            true,
            "ext4",
            "6.1.0",
            Optional.of(1L << 30),
            Optional.empty(),
            false));
  }

  @Test
  @Trap(types = "swap", value = "the memory does not hold what is swapped out")
  void aRollbackTakesNoSpaceOutOfUseThatTheMemoryDoesNotHold() {
    SwapState before = state(false, false, 0, 1L << 30);
    assertThat(SWAP.transition(state(true, true, 8 << 20, 9L << 20), before).steps()).hasSize(2);
    assertThat(SWAP.transition(state(true, true, 8 << 20, 7L << 20), before).impossible())
        .hasValueSatisfying(why -> assertThat(why).contains("8192 KiB", "7168 KiB available"));
  }

  @Test
  void memoryThatIsNotKnownHoldsNothing() {
    SwapState before = state(false, false, 0, null);
    assertThat(SWAP.transition(state(true, true, 1, null), before).impossible()).isPresent();
    assertThat(SWAP.transition(state(true, true, 0, null), before).impossible()).isEmpty();
  }
}
