package io.tuner.resources;

import io.tuner.format.IniFile;
import io.tuner.format.Refusal;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One option of a configuration file; the rest of the file is others'. */
@Type(
    name = "config_option",
    summary = "One option of an ini or key=value file; every other byte of the file stays",
    guide =
        """
        Lines that begin with `#` or `;` are comments. A new option goes below its commented-out \
        default where there is one, else to the end of its section, which is added where it lacks. \
        Comments, order, indentation and line ends stay as they are.

        An option that may repeat (`plugin` of nodeos) takes a list, and is then set exactly so \
        often. Several tasks may each own an option of the same file.

        Only the file is changed: what runs reads it when it starts again, so notify a handler.
        """)
public record ConfigOption(
    @Parameter(value = "The file on the host.", example = "/etc/my.cnf", required = true)
        String path,
    @Parameter(
            value = "The section, without brackets; left out for options before any section.",
            example = "mysqld")
        String section,
    @Parameter(
            value = "The option's name, as the file spells it.",
            example = "innodb_io_capacity",
            required = true)
        String option,
    @Parameter(
            value = "The value, or a list where the option stands several times.",
            example = "2000")
        List<String> value,
    @Parameter(value = "`present`, or `absent` for no such line.", byDefault = "present")
        State state,
    @Parameter(
            value =
                "What stands between name and value, such as `=`, `\" = \"`, `:` or a blank; learnt"
                    + " from the file where it is left out.",
            example = "\" = \"")
        Optional<String> separator,
    @Parameter(
            value = "Whether `#` begins a comment after a value too, as for nodeos and PostgreSQL.",
            byDefault = "false")
        boolean inline_comments,
    @Parameter(value = "Whether a file that is not there is made.", byDefault = "false")
        boolean create)
    implements Resource<IniOption.Setting> {

  /** Whether the option is wanted. */
  public enum State {
    PRESENT,
    ABSENT
  }

  @Override
  public String name() {
    return place().name();
  }

  @Override
  public void validate(Problems problems) {
    PlacementRules.path("path", path, problems);
    if (value.stream().anyMatch(text -> text.contains("\n"))) {
      problems.error("value", "`value` has a line end in it");
    }
    IniOption.names(section, option, problems);
    if ((state == State.PRESENT) == value.isEmpty()) {
      problems.error("value", "`value` goes with `state: present`");
    }
    separator
        .filter(text -> !text.matches("[ \\t]*[=:]?[ \\t]*") || text.isEmpty())
        .ifPresent(text -> problems.error("separator", "`" + text + "` is not =, : or a blank"));
  }

  @Override
  public Map<Knob, String> claims() {
    return Map.of(place().knob(), value.isEmpty() ? ABSENT : String.join(", ", value));
  }

  @Override
  public Map<Knob, String> needs() {
    return place().needs(value);
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING.file(path);
  }

  @Override
  public IniOption.Setting parse(Readings readings) throws ProbeFailed {
    return place().read(readings.file(path).known(path));
  }

  @Override
  public IniOption.Setting target(IniOption.Setting observed, Notes notes) throws Unsupported {
    if (observed.text().isEmpty() && state == State.PRESENT && !create) {
      throw new Missing("there is no " + path + "; `create: true` would make it");
    }
    boolean comment =
        observed
            .persistent()
            .filter(v -> v.all().stream().anyMatch(t -> t.contains(" #")))
            .isPresent();
    if (comment && !inline_comments) {
      notes.warn(
          "the value that is there has ` #` in it: where that begins a comment, as for nodeos and"
              + " PostgreSQL, set `inline_comments: true`");
    }
    try {
      return place().with(observed, Values.some(value));
    } catch (Refusal refusal) {
      throw new Unsupported(path + ": " + refusal.getMessage());
    }
  }

  @Override
  public Script transition(IniOption.Setting from, IniOption.Setting to) {
    return place().transition(from, to);
  }

  @Override
  public Map<String, Knob> knobs(IniOption.Setting setting) {
    return setting.persistent().isPresent() ? Map.of("persistent", place().knob()) : Map.of();
  }

  private IniOption place() {
    return new IniOption(path, section, option, new IniFile.Style(separator, inline_comments));
  }
}
