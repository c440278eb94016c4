package io.tuner.plan;

import io.tuner.format.Glob;
import io.tuner.resource.Content;
import io.tuner.resource.Leaves;
import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds tasks of which one sets a file whole (or removes it) and another one's part in it
 * otherwise: each would undo the other at every apply. It is tried out: where the file holds what
 * the one wants, the other must find nothing to do in it.
 */
final class WholeFiles {

  /** What one task makes of a file; no content where it removes it. */
  private record Whole(TaskPlan by, Optional<Content> content) {}

  private static final Content EMPTY = Content.of("");

  private final Readings readings;
  private final RealPaths real;

  WholeFiles(Readings readings) {
    this.readings = readings;
    this.real = new RealPaths(readings);
  }

  /** The same tasks in a list of their own, those failed that contradict another one. */
  List<TaskPlan> checked(List<TaskPlan> tasks) {
    Map<String, Whole> wholes = new LinkedHashMap<>();
    tasks.forEach(task -> wholes(task, wholes));
    List<TaskPlan> checked = new ArrayList<>();
    for (TaskPlan task : tasks) {
      checked.add(
          wholes.isEmpty() || task.about().isEmpty() || task.result().status() == Status.FAILED
              ? task
              : checked(task, wholes));
    }
    return checked;
  }

  /**
   * The readings of a host on which every file is as the tasks that set it whole want it; a file
   * that is removed is empty, which says as little.
   *
   * @param probe what is read of them
   */
  Readings afterwards(List<TaskPlan> tasks, Probe probe) {
    Map<String, Content> contents = new LinkedHashMap<>();
    owners(tasks).forEach((path, whole) -> contents.put(path, whole.content().orElse(EMPTY)));
    if (contents.isEmpty()) {
      return readings;
    }
    Readings.Builder then = new Readings.Builder().addAll(readings);
    for (Read read : probe.reads()) {
      if (read instanceof Read.File file && contents.containsKey(file.path())) {
        then.file(file, new Reading.Present<>(contents.get(file.path())));
      } else if (read instanceof Read.Glob glob) {
        SortedMap<String, Reading<Content>> files = new TreeMap<>(readings.glob(glob.pattern()));
        Glob named = Glob.ofPath(glob.pattern());
        contents.forEach(
            (path, content) -> {
              if (named.matches(path)) {
                files.put(path, new Reading.Present<>(content));
              }
            });
        then.glob(glob, files);
      }
    }
    return then.build();
  }

  /** The tasks that set whole files, by the files' paths as they name them. */
  static Map<String, String> addresses(List<TaskPlan> tasks) {
    Map<String, String> addresses = new LinkedHashMap<>();
    owners(tasks).forEach((path, whole) -> addresses.put(path, whole.by().result().address()));
    return addresses;
  }

  private static Map<String, Whole> owners(List<TaskPlan> tasks) {
    Map<String, Whole> owners = new LinkedHashMap<>();
    WholeFiles files = new WholeFiles(new Readings.Builder().build());
    tasks.forEach(task -> files.wholes(task, owners));
    return owners;
  }

  private void wholes(TaskPlan task, Map<String, Whole> wholes) {
    if (task.about().isEmpty() || task.to().isEmpty()) {
      return;
    }
    Map<String, Object> leaves = Leaves.of(task.to().get());
    Conflicts.knobs(task.subject().resource(), task.to().get())
        .forEach(
            (path, knob) -> {
              Object value = leaves.get(path);
              if (knob.isOf("content") && value instanceof Content content) {
                wholes.putIfAbsent(real.of(knob.file()), new Whole(task, Optional.of(content)));
              } else if (knob.isOf("file") && "absent".equals(value)) {
                wholes.putIfAbsent(real.ofEntry(knob.file()), new Whole(task, Optional.empty()));
              }
            });
  }

  private TaskPlan checked(TaskPlan task, Map<String, Whole> wholes) {
    for (Read read : task.subject().resource().probe().reads()) {
      Whole whole = read instanceof Read.File file ? wholes.get(real.of(file.path())) : null;
      if (whole == null || whole.by() == task || ownsWhole(task, (Read.File) read)) {
        continue;
      }
      String path = real.of(((Read.File) read).path());
      TaskPlan then = Planner.plan(task.subject(), with(task, path, whole), false);
      boolean changes =
          then.changes() && then.script().paths().stream().map(real::of).anyMatch(path::equals);
      if (changes || then.result().status() == Status.FAILED) {
        String message =
            "changes %s, of which %s %s: let one of the two have the file"
                .formatted(
                    path,
                    whole.by().result().address(),
                    whole.content().isPresent() ? "sets all" : "wants that it is not there");
        return task.with(task.result().with(Status.FAILED, Optional.of(message)));
      }
    }
    return task;
  }

  /** What is said of such a task is a conflict of knobs already. */
  private boolean ownsWhole(TaskPlan task, Read.File file) {
    return task.to().stream()
        .flatMap(to -> Conflicts.knobs(task.subject().resource(), to).values().stream())
        .anyMatch(knob -> knob.isOf("file") && real.of(knob.file()).equals(real.of(file.path())));
  }

  /** The readings of a task on a host where the file is as the other one wants it. */
  private Readings with(TaskPlan task, String path, Whole whole) {
    Readings.Builder then = new Readings.Builder().addAll(readings);
    for (Read read : task.subject().resource().probe().reads()) {
      if (read instanceof Read.File file && real.of(file.path()).equals(path)) {
        then.file(
            file,
            whole
                .content()
                .<Reading<Content>>map(Reading.Present::new)
                .orElseGet(Reading.Absent::new));
      } else if (read instanceof Read.Attributes one && real.of(one.path()).equals(path)) {
        attributes(one, whole, then);
      }
    }
    return then.build();
  }

  private void attributes(Read.Attributes read, Whole whole, Readings.Builder then) {
    Reading<Readings.Attributes> now =
        read.followed()
            ? readings.followedAttributes(read.path())
            : readings.attributes(read.path());
    if (whole.content().isEmpty()) {
      then.attributes(read, new Reading.Absent<>());
    } else if (now instanceof Reading.Absent<Readings.Attributes>) {
      long size = whole.content().get().bytes().length;
      then.attributes(
          read,
          new Reading.Present<>(
              new Readings.Attributes(
                  Readings.Attributes.Kind.FILE, "0644", "root", "root", 0, 0, size)));
    }
  }
}
