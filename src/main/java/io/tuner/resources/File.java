package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.LocalFile;
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
import java.util.stream.Stream;

/** What is at one path. */
@Type(
    name = "file",
    summary =
        "A file, directory or symbolic link: content, mode and owner, or that it is not there",
    guide =
        """
        Without `content` and `src` only mode and owner are set, on a file that must be there.

        - A symbolic link at `dest` is followed for `state: file` and `state: directory`; the plan \
        names the file that is changed.
        - A file is never put in place of a directory, nor a directory in place of a file. A \
        directory is removed only where it is empty.
        - Directories above `dest` that are not there are made, and the plan says so.
        - What is overwritten or removed comes back with a rollback, if it is 1 MiB at most.
        """)
public record File(
    @Parameter(
            value = "The path on the host.",
            example = "/etc/security/limits.d/observer.conf",
            required = true)
        String dest,
    @Parameter(
            value = "The whole text of the file, line ends included.",
            example = "\"observer - memlock unlimited\\n\"")
        Optional<String> content,
    @LocalFile
        @Parameter(value = "A file of the control machine, at most 1 MiB, copied byte for byte.")
        Optional<Content> src,
    @Parameter(
            value = "`file`, `directory`, `link`, or `absent` where nothing may be there.",
            byDefault = "file")
        State state,
    @Parameter(
            value =
                "With `state: link`: what the link says, absolute or relative to its directory.")
        Optional<String> target,
    @Parameter(
            value = "Permissions in octal; where left out, a new file has 0644, a directory 0755.",
            example = "0644")
        Optional<String> mode,
    @Parameter(value = "The owner, by name or number.", example = "root") Optional<String> owner,
    @Parameter(value = "The group, by name or number.", example = "root") Optional<String> group,
    @Parameter(
            value =
                "A command that must accept the new file, which stands for `%s`, before that takes"
                    + " the old one's place.")
        Optional<String> validate)
    implements Resource<FileState> {

  /** What is wanted at the path. */
  public enum State {
    FILE,
    DIRECTORY,
    LINK,
    ABSENT
  }

  @Override
  public String name() {
    return dest;
  }

  @Override
  public void validate(Problems problems) {
    PlacementRules.path("dest", dest, problems);
    PlacementRules.ownership(mode, owner, group, problems);
    PlacementRules.validator(validate, problems);
    if (content.isPresent() && src.isPresent()) {
      problems.error("src", "`content` and `src` both say what the file holds");
    }
    if (state != State.FILE && (content.isPresent() || src.isPresent() || validate.isPresent())) {
      problems.error("state", "`content`, `src` and `validate` are for `state: file`");
    }
    if ((state == State.LINK) != target.isPresent()) {
      problems.error("target", "`target` and `state: link` go together");
    }
    boolean owned = Stream.of(mode, owner, group).anyMatch(Optional::isPresent);
    if (owned && state != State.FILE && state != State.DIRECTORY) {
      problems.error("state", "mode and owner are for `state: file` and `state: directory`");
    }
    if (state == State.FILE && !owned && content.isEmpty() && src.isEmpty()) {
      problems.error("dest", "file needs `content`, `src`, `mode`, `owner`, `group` or `state`");
    }
    PlacementRules.size("src", wanted(), problems);
  }

  @Override
  public Map<Knob, String> claims() {
    return placement().claims();
  }

  @Override
  public Map<Knob, String> needs() {
    return placement().needs();
  }

  @Override
  public Probe probe() {
    return new PlacementReader(placement()).probe();
  }

  @Override
  public FileState parse(Readings readings) throws ProbeFailed {
    return new PlacementReader(placement()).parse(readings);
  }

  @Override
  public FileState target(FileState observed, Notes notes) throws Unsupported {
    return placement().target(observed, notes);
  }

  @Override
  public Script transition(FileState from, FileState to) {
    return to.after(from, dest, PlacementRules.check(validate, wanted(), to));
  }

  @Override
  public Map<String, Knob> knobs(FileState found) {
    return placement().knobs(found);
  }

  private Optional<Content> wanted() {
    return src.or(() -> content.map(Content::of));
  }

  private Placement placement() {
    FileState.Kind kind = FileState.Kind.valueOf(state.name());
    return new Placement(dest, kind, wanted(), target, PlacementRules.digits(mode), owner, group);
  }
}
