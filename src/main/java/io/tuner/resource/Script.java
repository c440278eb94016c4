package io.tuner.resource;

import io.tuner.text.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The commands of a transition, in order; immutable. Each word is quoted by the engine, files are
 * replaced whole and atomically, and the first step that fails ends the script.
 */
public final class Script {

  private static final Script EMPTY = new Script(List.of(), Optional.empty());

  private final List<Step> steps;
  private final Optional<String> impossible;

  private Script(List<Step> steps, Optional<String> impossible) {
    this.steps = List.copyOf(steps);
    this.impossible = impossible;
  }

  public static Script empty() {
    return EMPTY;
  }

  /** These steps. */
  public static Script of(List<Step> steps) {
    return new Script(steps, Optional.empty());
  }

  /** There is no way from the one state to the other; the plan says why beforehand. */
  public static Script impossible(String because) {
    return new Script(List.of(), Optional.of(because));
  }

  /** Writes a value and a line end into a kernel attribute. */
  public Script write(String path, String value) {
    return and(new Step.Write(path, value));
  }

  /** Replaces a file, or makes it with mode 0644; owner, mode and labels of the old one stay. */
  public Script replaceFile(String path, Content content) {
    return and(new Step.ReplaceFile(path, content, Step.Ownership.KEEP, Optional.empty()));
  }

  /** Replaces a file with this mode and owner, after {@code check} accepts the new one. */
  public Script replaceFile(
      String path, Content content, Step.Ownership ownership, Optional<Step.Check> check) {
    return and(new Step.ReplaceFile(path, content, ownership, check));
  }

  /** Removes a file or a link; nothing where there is none. */
  public Script removeFile(String path) {
    return and(new Step.RemoveFile(path));
  }

  /** Makes a directory and those above it. */
  public Script makeDirectory(String path, Step.Ownership ownership) {
    return and(new Step.MakeDirectory(path, ownership));
  }

  /** Removes a directory, which must be empty. */
  public Script removeDirectory(String path) {
    return and(new Step.RemoveDirectory(path));
  }

  /**
   * Copies a directory with all that is in it; {@code to}, a copy of tuner's own, is there whole or
   * as it was, and an older one is replaced.
   */
  public Script copyTree(String from, String to) {
    return and(new Step.CopyTree(from, to));
  }

  /** Moves all that is in a directory into another one of its file system, and removes it. */
  public Script moveContents(String from, String to) {
    return and(new Step.MoveContents(from, to));
  }

  /** Removes a directory of tuner's own with all that is in it. */
  public Script removeTree(String path) {
    return and(new Step.RemoveTree(path));
  }

  /** Does the steps of {@code body}, each of which may take so long, beyond what a command may. */
  public Script within(Duration most, Script body) {
    List<Step> steps = new ArrayList<>();
    body.steps.forEach(step -> steps.add(new Step.Long(step, most)));
    return then(new Script(steps, body.impossible));
  }

  /** What its steps may take beyond what a command may. */
  public Duration patience() {
    return steps.stream()
        .map(step -> step instanceof Step.Long patient ? patient.most() : Duration.ZERO)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Gives a file or directory another name on its file system, which nothing may have yet. */
  public Script rename(String from, String to) {
    return and(new Step.Rename(from, to));
  }

  /** Makes or replaces a symbolic link. */
  public Script link(String path, String target) {
    return and(new Step.MakeLink(path, target));
  }

  /** Changes mode and owner of what is there. */
  public Script setOwnership(String path, Step.Ownership ownership) {
    return and(new Step.SetOwnership(path, ownership));
  }

  /** Runs a tool, which must exit with 0. */
  public Script run(String tool, String... arguments) {
    return run(List.of(tool), List.of(arguments), Optional.empty(), Set.of(0));
  }

  /** Runs the first of these tools that is installed; the exits given are successes. */
  public Script run(
      List<String> tools, List<String> arguments, Optional<Secret> input, Set<Integer> successes) {
    return and(new Step.Run(tools, arguments, input, successes, Optional.empty()));
  }

  /**
   * Runs the first of these tools that is installed; it must exit with 0, and a word in its output
   * says that it refused all the same.
   */
  public Script runUnless(String refusal, List<String> tools, List<String> arguments) {
    return and(new Step.Run(tools, arguments, Optional.empty(), Set.of(0), Optional.of(refusal)));
  }

  /** Runs a command of the operator's own in the host's shell. */
  public Script shell(String command) {
    return and(new Step.Command(command));
  }

  /** Sends a file of the control machine; its digest is checked on the host. */
  public Script send(Upload file, String path) {
    return and(new Step.Send(file, path));
  }

  /**
   * Sends a request to a management controller from the control machine, once the host has written
   * the change down; an answer other than 2xx is a failure.
   */
  public Script http(Read.Http request, Optional<Step.Otherwise> otherwise, Step.Busy busy) {
    return and(new Step.Request(request, otherwise, busy));
  }

  /** Does these steps; where one fails, does the others and fails then. */
  public Script attempt(Script body, Script undo) {
    return and(new Step.Attempt(body.steps, undo.steps));
  }

  /** Does every step of these, even where one fails; fails then, with what each of them said. */
  public Script each(Script steps) {
    return steps.steps.size() < 2 ? then(steps) : and(new Step.Each(steps.steps));
  }

  public Script then(Script next) {
    if (impossible.isPresent()) {
      return this;
    }
    if (next.impossible.isPresent()) {
      return next;
    }
    List<Step> all = new ArrayList<>(steps);
    all.addAll(next.steps);
    return new Script(all, Optional.empty());
  }

  public List<Step> steps() {
    return steps;
  }

  public Optional<String> impossible() {
    return impossible;
  }

  /** True where there is nothing to do. */
  public boolean isEmpty() {
    return steps.isEmpty() && impossible.isEmpty();
  }

  /** The paths whose content or attributes it may change: what must be kept beforehand. */
  public Set<String> paths() {
    Set<String> paths = new LinkedHashSet<>();
    for (Step step : flat()) {
      if (step instanceof Step.ReplaceFile replace) {
        paths.add(replace.path());
      } else if (step instanceof Step.RemoveFile remove) {
        paths.add(remove.path());
      } else if (step instanceof Step.RemoveDirectory directory) {
        paths.add(directory.path());
      } else if (step instanceof Step.MakeLink link) {
        paths.add(link.path());
      } else if (step instanceof Step.Send send) {
        paths.add(send.path());
      } else if (step instanceof Step.MakeDirectory directory) {
        paths.add(directory.path() + "/.");
      }
    }
    return paths;
  }

  /** The files that a new one takes the place of, or that are made. */
  public Set<String> replaced() {
    Set<String> paths = new LinkedHashSet<>();
    for (Step step : flat()) {
      if (step instanceof Step.ReplaceFile replace) {
        paths.add(replace.path());
      } else if (step instanceof Step.Send send) {
        paths.add(send.path());
      }
    }
    return paths;
  }

  /** The steps, with those that others hold in place of these. */
  public List<Step> flat() {
    return flat(steps);
  }

  private static List<Step> flat(List<Step> steps) {
    List<Step> flat = new ArrayList<>();
    for (Step step : steps) {
      if (step instanceof Step.Attempt attempt) {
        flat.addAll(flat(attempt.body()));
        flat.addAll(flat(attempt.undo()));
      } else if (step instanceof Step.Each each) {
        flat.addAll(flat(each.steps()));
      } else if (step instanceof Step.Long patient) {
        flat.addAll(flat(List.of(patient.step())));
      } else {
        flat.add(step);
      }
    }
    return flat;
  }

  private Script and(Step step) {
    return then(new Script(List.of(step), Optional.empty()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Script that
        && steps.equals(that.steps)
        && impossible.equals(that.impossible);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  @Override
  public String toString() {
    return impossible.orElseGet(() -> String.join("\n", steps.stream().map(Step::show).toList()));
  }
}
