package io.tuner.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A TuneD profile with all that it includes, merged as TuneD merges it: sections of one name are
 * one, and of two values of an option the including profile's counts, in the place of the first.
 */
public final class TunedMerge {

  private static final String VARIABLES = "variables";
  private static final String DIRECTORY = "${i:PROFILE_DIR}";

  private final Map<String, String> files;
  private final List<String> chain = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final Map<String, TunedUnit.Option> variables = new LinkedHashMap<>();
  private final Map<String, TunedUnit> units = new LinkedHashMap<>();

  TunedMerge(Map<String, String> files) {
    this.files = files;
  }

  void add(TunedConf conf, String path) {
    chain.add(path);
    conf.sections()
        .forEach(
            (name, section) -> {
              if (name.equals("main")) {
                return;
              }
              TunedUnit unit = TunedUnit.of(name, here(section, path), path);
              boolean anew = TunedUnit.replaces(section);
              if (unit.type().equals(VARIABLES)) {
                if (anew) {
                  variables.clear();
                }
                variables.putAll(unit.options());
              } else {
                units.merge(name, unit, (old, child) -> anew ? child : old.with(child, section));
              }
            });
  }

  /** An include that cannot be known without running TuneD. */
  void unknownInclude(String text, String path) {
    unknown.add("`" + text + "` of " + path);
  }

  private static Map<String, TunedConf.Setting> here(
      Map<String, TunedConf.Setting> section, String path) {
    String directory = path.substring(0, path.lastIndexOf('/'));
    Map<String, TunedConf.Setting> here = new LinkedHashMap<>();
    section.forEach(
        (key, setting) ->
            here.put(
                key,
                new TunedConf.Setting(
                    setting.value().replace(DIRECTORY, directory), setting.line())));
    return here;
  }

  /** The files of the profiles, in the order they are merged; the last is the profile's own. */
  public List<String> chain() {
    return List.copyOf(chain);
  }

  /** The includes whose profiles only TuneD can name. */
  public List<String> unknown() {
    return List.copyOf(unknown);
  }

  /** The sections that set something, in their order. */
  public Collection<TunedUnit> units() {
    return units.values();
  }

  /** An option of a section that is switched on. */
  public Optional<TunedUnit.Option> option(String section, String option) {
    return Optional.ofNullable(units.get(section))
        .filter(TunedUnit::enabled)
        .map(unit -> unit.options().get(option));
  }

  /** The file that variables are to be written to; empty where the profile includes none. */
  public Optional<String> variablesFile() {
    return Optional.ofNullable(variables.get("include")).map(TunedUnit.Option::value);
  }

  /** Whether a profile of the chain has, or reads, a variable of that name. */
  public boolean speaksOf(String variable) {
    String reference = "${" + variable + "}";
    return variables.containsKey(variable)
        || variables.values().stream().anyMatch(option -> option.value().contains(reference))
        || units.values().stream()
            .flatMap(unit -> unit.options().values().stream())
            .anyMatch(option -> option.value().contains(reference));
  }

  /** What the variables are, as far as that can be known. */
  public TunedVariables variables() {
    TunedVariables known = new TunedVariables();
    variables.forEach(
        (name, option) -> {
          if (name.equals("include")) {
            String text = files.getOrDefault(option.value(), "");
            TunedConf.parse(text)
                .sections()
                .values()
                .forEach(section -> section.forEach((n, s) -> known.set(n, s.value())));
          } else {
            known.set(name, option.value());
          }
        });
    return known;
  }

  /**
   * The words that the profile adds to the kernel's command line: every option {@code cmdline…} of
   * [bootloader] in turn, one that begins with {@code -} takes words out again.
   */
  public List<TunedUnit.Option> commandLine() {
    TunedVariables variables = variables();
    List<TunedUnit.Option> words = new ArrayList<>();
    TunedUnit loader = units.get("bootloader");
    if (loader == null || !loader.enabled()) {
      return words;
    }
    loader
        .options()
        .forEach(
            (key, option) -> {
              String value = option.value();
              if (!key.startsWith("cmdline") || value.isEmpty()) {
                return;
              }
              boolean minus = value.startsWith("-");
              boolean bare = "+-\\".indexOf(value.charAt(0)) < 0;
              String text = bare ? value : value.substring(1).strip();
              for (String word : variables.words(text)) {
                if (minus) {
                  words.removeIf(w -> w.value().equals(word));
                } else {
                  words.add(new TunedUnit.Option(word, option.place()));
                }
              }
            });
    return words;
  }
}
