package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Leaves;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is at a path. A component that the task does not speak of is absent, but for what is needed
 * to bring back what the task removes.
 *
 * @param kind what sort of thing
 * @param content of a file
 * @param target the words of a symbolic link
 * @param mode four octal digits
 * @param owner a name, or the number where the task gives a number or the host has no name for it
 * @param group likewise
 * @param around what a target is decided by
 */
record FileState(
    Kind kind,
    Optional<Content> content,
    Optional<String> target,
    Optional<String> mode,
    Optional<String> owner,
    Optional<String> group,
    @Context Around around) {

  /** The kinds of path that are told apart. */
  enum Kind {
    ABSENT,
    FILE,
    DIRECTORY,
    LINK,
    /** A device, a socket, a pipe. */
    SPECIAL;

    /** As plans have it. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What is read only to decide.
   *
   * @param leadsTo where the link at the path leads, where there is one
   * @param parentMissing true where the directory above is not there
   * @param large true where a content is too large to be read
   * @param unknownNames the owner or group asked for that the host does not know
   */
  record Around(
      Optional<String> leadsTo, boolean parentMissing, boolean large, List<String> unknownNames) {}

  FileState absent() {
    return new FileState(
        Kind.ABSENT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        around);
  }

  boolean same(FileState other) {
    return Leaves.of(this).equals(Leaves.of(other));
  }

  /** The commands that make {@code path} so where it was {@code from}. */
  Script after(FileState from, String path, Optional<Step.Check> check) {
    if (same(from)) {
      return Script.empty();
    }
    return switch (kind) {
      case ABSENT ->
          from.kind == Kind.DIRECTORY
              ? Script.empty().removeDirectory(path)
              : Script.empty().removeFile(file(from, path));
      case LINK -> Script.empty().link(path, target.orElseThrow());
      case DIRECTORY ->
          from.kind == Kind.ABSENT
              ? Script.empty().makeDirectory(path, new Step.Ownership(mode, owner, group))
              : ownership(from, path);
      case FILE -> file(from, path, check);
      case SPECIAL -> Script.impossible(path + " was no file, and is not made again");
    };
  }

  /** A file that was found through a link is where that leads; the link itself stays. */
  private static String file(FileState from, String path) {
    return from.kind == Kind.FILE
        ? from.around.leadsTo().filter(end -> end.startsWith("/")).orElse(path)
        : path;
  }

  private Script file(FileState from, String path, Optional<Step.Check> check) {
    if (from.kind == Kind.FILE && from.content.equals(content)) {
      return ownership(from, path);
    }
    if (content.isEmpty()) {
      return Script.impossible("what " + path + " held is larger than 1 MiB and was not kept");
    }
    // Replacing a file goes through a link, which a rollback must not.
    Script first = from.kind == Kind.LINK ? Script.empty().removeFile(path) : Script.empty();
    return first.replaceFile(path, content.get(), new Step.Ownership(mode, owner, group), check);
  }

  private Script ownership(FileState from, String path) {
    boolean owners = !from.owner.equals(owner) || !from.group.equals(group);
    // A new owner takes the set-user-ID bits away (chown(2)), so the mode is set with it.
    Optional<String> modeToo = owners || !from.mode.equals(mode) ? mode : Optional.empty();
    return Script.empty()
        .setOwnership(
            path,
            new Step.Ownership(
                modeToo,
                from.owner.equals(owner) ? Optional.empty() : owner,
                from.group.equals(group) ? Optional.empty() : group));
  }
}
