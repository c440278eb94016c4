package io.tuner.resources;

import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import java.util.Map;
import java.util.Optional;

/** A command of the operator's own, with a question that tells whether it is done. */
@Type(
    name = "command",
    summary = "A command of your own, run unless it is already done",
    guide =
        """
        The way out, for what no type does. tuner knows only whether it is done: by the question \
        `unless`, or by the path `creates`. Whichever is given is asked again afterwards, and where \
        the answer is still no, the task has failed.

        `unless` is run in dry runs and verifications too, and so must change nothing; plans list \
        it. Without `rollback` a plan says beforehand that the command cannot be taken back.
        """)
public record Command(
    @Parameter(
            value = "The command, for the host's `sh`; it must exit with 0.",
            example = "mkfs.xfs -q /dev/sdb1",
            required = true)
        String run,
    @Parameter(
            value =
                "A question in the host's `sh` that changes nothing: exit 0 means already done.",
            example = "blkid -t TYPE=xfs /dev/sdb1")
        Optional<String> unless,
    @Parameter(
            value = "A path that is there once the command is done.",
            example = "/data/1/clog/.made")
        Optional<String> creates,
    @Parameter(
            value = "The command that takes it back, for the host's `sh`.",
            example = "wipefs -a /dev/sdb1")
        Optional<String> rollback)
    implements Resource<Command.Done> {

  /**
   * Whether it is done.
   *
   * @param done as `unless` or `creates` tells
   * @param unanswered why `unless` could not be asked, where that is so
   */
  public record Done(boolean done, @Context Optional<String> unanswered) {}

  private static final int LONGEST_NAME = 60;

  @Override
  public String name() {
    return shortened(run);
  }

  @Override
  public void validate(Problems problems) {
    text("run", run, problems);
    unless.ifPresent(question -> text("unless", question, problems));
    rollback.ifPresent(back -> text("rollback", back, problems));
    creates.ifPresent(path -> PlacementRules.path("creates", path, problems));
    if (unless.isPresent() == creates.isPresent()) {
      problems.error(
          "run",
          "command needs either `unless` or `creates`",
          "without one nobody can tell whether it is already done");
    }
  }

  @Override
  public Probe probe() {
    return unless.map(Probe.NOTHING::ask).orElseGet(() -> Probe.NOTHING.attributes(path()));
  }

  @Override
  public Done parse(Readings readings) throws ProbeFailed {
    if (unless.isEmpty()) {
      return new Done(readings.attributes(path()).known(path()).isPresent(), Optional.empty());
    }
    Readings.Output answer =
        readings
            .ask(unless.get())
            .known("the answer to `" + shortened(unless.get()) + "`")
            .orElseThrow(() -> new ProbeFailed("the host has no shell to ask `unless`"));
    if (answer.exit() >= 128) {
      throw new ProbeFailed("`unless` was ended by signal " + (answer.exit() - 128));
    }
    // A shell ends so where it finds no such command, or may not run it (POSIX, 2.8.2).
    boolean unasked = answer.exit() == 126 || answer.exit() == 127;
    return new Done(
        answer.exit() == 0, unasked ? Optional.of(answer.stderr().strip()) : Optional.empty());
  }

  @Override
  public Done target(Done observed, Notes notes) throws Unsupported {
    if (observed.unanswered().isPresent()) {
      throw new Missing("`unless` cannot be asked: " + observed.unanswered().get());
    }
    return new Done(true, Optional.empty());
  }

  @Override
  public Script transition(Done from, Done to) {
    if (from.done() == to.done()) {
      return Script.empty();
    }
    return to.done()
        ? Script.empty().shell(run)
        : rollback
            .map(back -> Script.empty().shell(back))
            .orElseGet(() -> Script.impossible("a command without `rollback` has no way back"));
  }

  @Override
  public Map<String, Knob> knobs(Done state) {
    return Map.of("done", Knob.of("command:" + name()));
  }

  private String path() {
    return creates.orElseThrow();
  }

  /** Says where that is no command. */
  static void text(String parameter, String command, Problems problems) {
    if (command.isBlank() || command.indexOf('\0') >= 0) {
      problems.error(parameter, "`" + parameter + "` is not a command");
    }
  }

  /** A command as a name: on one line, and told apart where it is cut off. */
  static String shortened(String command) {
    String line = command.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST_NAME
        ? line
        : line.substring(0, LONGEST_NAME - 10) + "… " + Integer.toHexString(line.hashCode());
  }
}
