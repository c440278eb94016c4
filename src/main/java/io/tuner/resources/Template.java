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

/** A file made from a template of the control machine. */
@Type(
    name = "template",
    summary = "A file made from a template of the control machine, rendered for each host",
    guide =
        """
        The template is FreeMarker; variables, magic variables and `facts` are those of the task. \
        Otherwise as `file`: a symbolic link at `dest` is followed, directories above it are made, \
        and what was there comes back with a rollback.
        """)
public record Template(
    @LocalFile(rendered = true)
        @Parameter(
            value = "The template, relative to the playbook or to `templates/` beside it.",
            example = "limits.conf.ftl",
            required = true)
        Content src,
    @Parameter(
            value = "The path on the host.",
            example = "/etc/security/limits.d/observer.conf",
            required = true)
        String dest,
    @Parameter(
            value = "Permissions in octal; a new file has 0644 where this is left out.",
            example = "0640")
        Optional<String> mode,
    @Parameter(value = "The owner, by name or number.", example = "admin") Optional<String> owner,
    @Parameter(value = "The group, by name or number.", example = "admin") Optional<String> group,
    @Parameter(
            value =
                "A command that must accept the new file, which stands for `%s`, before that takes"
                    + " the old one's place.",
            example = "sshd -t -f %s")
        Optional<String> validate)
    implements Resource<FileState> {

  @Override
  public String name() {
    return dest;
  }

  @Override
  public void validate(Problems problems) {
    PlacementRules.path("dest", dest, problems);
    PlacementRules.ownership(mode, owner, group, problems);
    PlacementRules.validator(validate, problems);
    PlacementRules.size("src", Optional.of(src), problems);
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
    return to.after(from, dest, PlacementRules.check(validate, Optional.of(src), to));
  }

  @Override
  public Map<String, Knob> knobs(FileState found) {
    return placement().knobs(found);
  }

  private Placement placement() {
    return new Placement(
        dest,
        FileState.Kind.FILE,
        Optional.of(src),
        Optional.empty(),
        PlacementRules.digits(mode),
        owner,
        group);
  }
}
