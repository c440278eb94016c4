package io.tuner.load;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A play: which hosts, and what is wanted of them.
 *
 * @param name its own, else its host pattern
 * @param span where it begins
 * @param hosts inventory names, in inventory order, within the limit
 * @param become for every task that does not say otherwise
 * @param gatherFacts false: facts are not read, and no template may use them
 * @param serial batches; the last repeats; empty where nothing was said
 * @param maxFailPercentage per cents of a batch; absent where nothing was said
 * @param anyErrorsFatal true: one failed host stops the play
 * @param reboot whether a host may be rebooted
 * @param onRegression what a missed gate does
 * @param confirmTimeout how long a change waits for its confirmation
 * @param environment of every command, as templates; rendered in {@link Expansion#environment}
 * @param vars its variables, those of {@code vars}
 * @param varsFiles paths, as templates
 * @param tasks in order
 * @param handlers in order
 * @param benchmarks as written, not validated
 * @param directory of its file
 */
public record Play(
    String name,
    Span span,
    List<String> hosts,
    Become become,
    boolean gatherFacts,
    List<Batch> serial,
    OptionalDouble maxFailPercentage,
    boolean anyErrorsFatal,
    Reboot reboot,
    OnRegression onRegression,
    Optional<Duration> confirmTimeout,
    Map<String, Tree> environment,
    Map<String, Tree> vars,
    List<Tree.Scalar> varsFiles,
    List<Task> tasks,
    List<Task> handlers,
    List<Tree> benchmarks,
    Path directory) {

  /** Whether a host may be rebooted. */
  public enum Reboot {
    NEVER,
    IF_NEEDED
  }

  /** What a missed gate does. */
  public enum OnRegression {
    REPORT,
    STOP,
    ROLLBACK
  }
}
