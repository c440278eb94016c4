package io.tuner.resources;

import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Unsupported;
import io.tuner.resources.FileState.Kind;

/**
 * What a path is to be on a host where something was found there.
 *
 * @param task what is wanted
 */
record PlacementTarget(Placement task) {

  FileState state(FileState observed, Notes notes) throws Unsupported {
    FileState target = wanted(observed);
    if (target.same(observed)) {
      return target;
    }
    refuse(observed);
    observed
        .around()
        .leadsTo()
        .filter(end -> task.throughLinks())
        .ifPresent(end -> notes.warn(task.path() + " is a symbolic link: " + end + " is changed"));
    if (task.kind() != Kind.ABSENT && observed.around().parentMissing()) {
      notes.warn("the directory " + task.parent() + " is not there and is made");
    }
    if (observed.around().large()) {
      notes.risk(
          Risk.IRREVERSIBLE, "what " + task.path() + " holds is larger than 1 MiB and is not kept");
    }
    if (task.kind() == Kind.ABSENT && observed.kind() == Kind.DIRECTORY) {
      notes.warn("the directory " + task.path() + " is removed only where it is empty");
    }
    return target;
  }

  private FileState wanted(FileState observed) {
    if (task.kind() == Kind.ABSENT) {
      return observed.absent();
    }
    return new FileState(
        task.kind(),
        task.content(),
        task.target(),
        task.mode(),
        task.owner(),
        task.group(),
        observed.around());
  }

  private void refuse(FileState observed) throws Unsupported {
    if (task.kind() != Kind.ABSENT && !observed.around().unknownNames().isEmpty()) {
      throw new Missing(String.join(" and ", observed.around().unknownNames()));
    }
    if (observed.kind() == Kind.ABSENT && task.kind() == Kind.FILE && task.content().isEmpty()) {
      throw new Missing("there is no " + task.path() + "; `content` or `src` would make it");
    }
    boolean fits =
        observed.kind() == Kind.ABSENT
            || observed.kind() == task.kind()
            || task.kind() == Kind.ABSENT && observed.kind() != Kind.SPECIAL
            || task.kind() == Kind.LINK && observed.kind() == Kind.FILE;
    if (!fits) {
      throw new Unsupported(
          task.path() + " is " + noun(observed) + " here, and is not replaced or removed");
    }
  }

  private static String noun(FileState observed) {
    return observed.kind() == Kind.SPECIAL
        ? "a device, socket or pipe"
        : "a " + observed.kind().word();
  }
}
