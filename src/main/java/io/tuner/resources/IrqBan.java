package io.tuner.resources;

import io.tuner.format.IrqbalanceBans;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.resource.Unsupported;
import java.util.Optional;

/**
 * What irqbalance is told to leave alone.
 *
 * @param configured the ban in its file of variables
 * @param running the ban that the running one was started with
 * @param policy the script that it asks
 * @param around what a target is decided by
 */
record IrqBan(
    Optional<String> configured,
    Optional<String> running,
    Optional<Content> policy,
    @Context Around around) {

  /**
   * What is read only to decide.
   *
   * @param ban the one that is wanted
   * @param path the file of variables that its unit reads last; empty where irqbalance is not here
   * @param content of that file
   * @param variable in it that holds the options
   * @param inherited the options it has where that file has none
   * @param runs whether irqbalance runs
   * @param fault why it cannot be told
   */
  record Around(
      String ban,
      String path,
      Optional<Content> content,
      String variable,
      String inherited,
      boolean runs,
      Optional<String> fault) {

    private EditedFile.Edit edit(Optional<String> wanted) {
      String key = IrqbalanceBans.key(ban);
      return text -> new IrqbalanceBans(variable).with(text.all(), inherited, key, wanted);
    }

    private Around with(Optional<Content> newContent) {
      return new Around(ban, path, newContent, variable, inherited, runs, fault);
    }
  }

  /** The state in which irqbalance leaves them alone; the same where there is no irqbalance. */
  IrqBan wanted() throws Unsupported {
    if (around.fault.isPresent()) {
      throw new Unsupported(around.fault.get());
    }
    if (around.path.isEmpty()) {
      return this;
    }
    Optional<String> wanted = Optional.of(around.ban);
    try {
      Optional<Content> content = EditedFile.edited(around.content, around.edit(wanted));
      return new IrqBan(
          wanted,
          around.runs ? wanted : running,
          Optional.of(Content.of(IrqbalanceBans.TEXT)),
          around.with(content));
    } catch (Refusal refusal) {
      throw new Unsupported(around.path + ": " + refusal.getMessage());
    }
  }

  /** The commands that make this so where it was {@code from}. */
  Script after(IrqBan from) {
    Script script = Script.empty();
    boolean asked = policy.isPresent() && !policy.equals(from.policy);
    if (asked) {
      Step.Ownership program = Step.Ownership.mode("0755");
      script = script.replaceFile(IrqbalanceBans.SCRIPT, policy.get(), program, Optional.empty());
    }
    if (!configured.equals(from.configured)) {
      script =
          script.then(
              new EditedFile(from.around.path, from.around.content)
                  .to(
                      around.content,
                      from.around.edit(from.configured),
                      from.around.edit(configured)));
    }
    if (!running.equals(from.running) || asked && from.around.runs) {
      script = script.run("systemctl", "restart", IrqAffinityState.IRQBALANCE.name());
    }
    return policy.isEmpty() && from.policy.isPresent()
        ? script.removeFile(IrqbalanceBans.SCRIPT)
        : script;
  }
}
