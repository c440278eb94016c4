package io.tuner.resources;

import io.tuner.format.IniFile;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Problems;
import io.tuner.resource.Script;
import io.tuner.text.Printable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One option of one file, for the types that own such.
 *
 * @param path of the file
 * @param section without brackets; empty for options before any section
 * @param option as the file spells it
 * @param style how the file is written
 */
record IniOption(String path, String section, String option, IniFile.Style style) {

  /** What neither begins a comment or a header nor has what ends a name. */
  private static final Pattern NAME = Pattern.compile("[^#;\\[=\\p{Cntrl}][^=\\p{Cntrl}]*");

  /** What a header's brackets can hold. */
  private static final Pattern SECTION = Pattern.compile("[^\\]\\p{Cntrl}]*");

  /**
   * What the file sets.
   *
   * @param persistent the option's values; empty where it is not set
   * @param text the whole file; empty where there is none
   */
  record Setting(Optional<Values> persistent, @Context Optional<Content> text) {}

  /** Says where a file could not hold such names. */
  static void names(String section, String option, Problems problems) {
    if (!NAME.matcher(option).matches() || !option.equals(option.strip())) {
      String name = Printable.of(option);
      problems.error("option", "`" + name + "` is not the name of an option");
    }
    if (!SECTION.matcher(section).matches() || !section.equals(section.strip())) {
      String name = Printable.of(section);
      problems.error("section", "`" + name + "` is not the name of a section");
    }
  }

  /** The file and the option: {@code /etc/my.cnf:mysqld.port}. */
  String name() {
    return path + ":" + within();
  }

  /** What the line would set, where the file is read for that. */
  Map<Knob, String> needs(List<String> values) {
    String between = path.contains("/security/") ? " " : "=";
    return section.isEmpty() && values.size() == 1
        ? FileKnobs.of(path, option + between + values.get(0) + "\n")
        : Map.of();
  }

  private String within() {
    return (section.isEmpty() ? "" : section + ".") + option;
  }

  Knob knob() {
    return Knob.of("config", path, within());
  }

  Setting read(Optional<Content> content) {
    EditedFile.Text text = EditedFile.text(content);
    List<String> values = ini(text).values(text.form(section), text.form(option));
    return new Setting(Values.some(values.stream().map(text::value).toList()), content);
  }

  /**
   * The setting after an edit.
   *
   * @throws Refusal where the file cannot hold the values
   */
  Setting with(Setting observed, Optional<Values> values) throws Refusal {
    return new Setting(values, EditedFile.edited(observed.text(), edit(values)));
  }

  Script transition(Setting from, Setting to) {
    return Leaves.of(from).equals(Leaves.of(to))
        ? Script.empty()
        : new EditedFile(path, from.text())
            .to(to.text(), edit(from.persistent()), edit(to.persistent()));
  }

  private IniFile ini(EditedFile.Text text) {
    return IniFile.parse(text.all(), style);
  }

  private EditedFile.Edit edit(Optional<Values> values) {
    return text -> {
      String place = text.form(section);
      String name = text.form(option);
      List<String> forms = values.map(Values::all).orElse(List.of());
      return forms.isEmpty()
          ? ini(text).without(place, name).text()
          : ini(text).withAll(place, name, forms.stream().map(text::form).toList()).text();
    };
  }
}
