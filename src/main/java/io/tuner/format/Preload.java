package io.tuner.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Libraries that the dynamic linker loads before all others, {@code LD_PRELOAD} (ld.so(8)), and the
 * places where a value of it is written. Editing keeps every other byte.
 */
public final class Preload {

  /** The variable. */
  public static final String VARIABLE = "LD_PRELOAD";

  private static final IniFile.Style STYLE = new IniFile.Style(Optional.of("="), false);
  private static final Pattern EXPORT = Pattern.compile("(?m)^[ \t]*export[ \t]+LD_PRELOAD\\b");
  private static final Pattern WRAPPER =
      Pattern.compile(
          "#!/bin/sh\n# Written by tuner: [^\n]*\nLD_PRELOAD=([^ \n]*)\n"
              + "export LD_PRELOAD\nexec ([^\n]*)\n");

  /** Where in the list the libraries of a task stand. */
  public enum Position {
    FIRST,
    LAST
  }

  private Preload() {}

  /** The libraries of a value, which blanks or colons separate. */
  public static List<String> libraries(String value) {
    List<String> libraries = new ArrayList<>();
    for (String word : value.split("[: \t\n]+")) {
      if (!word.isEmpty() && !libraries.contains(word)) {
        libraries.add(word);
      }
    }
    return libraries;
  }

  /** The value that has these libraries, each once, and keeps the others of another value. */
  public static String merged(Optional<String> value, List<String> wanted, Position position) {
    List<String> others = new ArrayList<>(libraries(value.orElse("")));
    others.removeAll(wanted);
    LinkedHashSet<String> all = new LinkedHashSet<>(position == Position.FIRST ? wanted : others);
    all.addAll(position == Position.FIRST ? others : wanted);
    return String.join(":", all);
  }

  /** The value in a drop-in of a unit. */
  public static Optional<String> inDropIn(String text) {
    return Optional.ofNullable(
        UnitEnvironment.ofSettings(IniFile.parse(text, STYLE).values("Service", "Environment"))
            .get(VARIABLE));
  }

  /**
   * A drop-in with that value, or without one; its other variables stay.
   *
   * @throws Refusal where the value cannot be written so
   */
  public static String dropIn(String text, Optional<String> value) throws Refusal {
    if (inDropIn(text).equals(value)) {
      return text;
    }
    IniFile ini = IniFile.parse(text, STYLE);
    List<String> values = new ArrayList<>();
    for (String one : ini.values("Service", "Environment")) {
      if (one.endsWith("\\")) {
        throw new Refusal("its Environment goes over lines");
      }
      Map<String, String> variables = UnitEnvironment.ofSettings(List.of(one));
      if (!variables.containsKey(VARIABLE)) {
        values.add(one);
      } else if (variables.size() > 1) {
        throw new Refusal("LD_PRELOAD stands on one line with other variables");
      }
    }
    value.ifPresent(libraries -> values.add(VARIABLE + "=" + libraries));
    String edited =
        values.isEmpty()
            ? ini.without("Service", "Environment").text()
            : ini.withAll("Service", "Environment", values).text();
    if (!inDropIn(edited).equals(value)) {
      throw new Refusal("its LD_PRELOAD cannot be written as `" + value.orElse("") + "`");
    }
    return edited;
  }

  /** The value in an environment file (systemd.exec(5), EnvironmentFile). */
  public static Optional<String> inEnvironmentFile(String text) {
    return Optional.ofNullable(UnitEnvironment.ofFile(text).get(VARIABLE));
  }

  /**
   * An environment file with that value, or without one.
   *
   * @throws Refusal where a shell makes the value, which is no business of an environment file
   */
  public static String environmentFile(String text, Optional<String> value) throws Refusal {
    if (inEnvironmentFile(text).equals(value)) {
      return text;
    }
    if (EXPORT.matcher(text).find() || inEnvironmentFile(text).orElse("").contains("$")) {
      throw new Refusal("a shell makes its LD_PRELOAD: give a `wrapper`, or take that line out");
    }
    IniFile ini = IniFile.parse(text, STYLE);
    String edited =
        value.isPresent()
            ? ini.withAll("", VARIABLE, List.of(value.get())).text()
            : ini.without("", VARIABLE).text();
    if (!inEnvironmentFile(edited).equals(value)) {
      throw new Refusal("its LD_PRELOAD goes over lines");
    }
    return edited;
  }

  /**
   * What a wrapper script does: {@code LIBRARIES exec PROGRAM}; empty where there is none.
   *
   * @throws Refusal where the text is some other script
   */
  public static Optional<String> inWrapper(String text) throws Refusal {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher wrapper = WRAPPER.matcher(text);
    if (!wrapper.matches()) {
      throw new Refusal("is another script");
    }
    return Optional.of(wrapper.group(1) + " exec " + wrapper.group(2));
  }

  /**
   * What a wrapper does that adds libraries to those its caller preloads.
   *
   * @param exec the words after exec
   */
  public static String wrapping(List<String> wanted, Position position, String exec) {
    String libraries = String.join(":", wanted);
    return (position == Position.FIRST
            ? libraries + "${LD_PRELOAD:+:$LD_PRELOAD}"
            : "${LD_PRELOAD:+$LD_PRELOAD:}" + libraries)
        + " exec "
        + exec;
  }

  /** A script that starts a program so; the text of no file where nothing is wanted. */
  public static String wrapper(Optional<String> value) {
    if (value.isEmpty()) {
      return "";
    }
    int exec = value.get().indexOf(" exec ");
    return """
        #!/bin/sh
        # Written by tuner: starts a program with libraries loaded before its own (ld.so(8)); see `tuner history`
        LD_PRELOAD=%s
        export LD_PRELOAD
        exec %s
        """
        .formatted(value.get().substring(0, exec), value.get().substring(exec + 6));
  }

  /**
   * Which of these libraries a process has mapped, by {@code /proc/PID/maps} (proc_pid_maps(5)).
   */
  public static boolean isMapped(String maps, String path) {
    for (Line line : Line.split(maps)) {
      int slash = line.text().indexOf('/');
      if (slash > 0
          && line.text().substring(slash).replaceFirst(" \\(deleted\\)$", "").equals(path)) {
        return true;
      }
    }
    return false;
  }

  /** The value that a unit's start gets, from its settings and then from its environment files. */
  public static Optional<String> effective(List<String> settings, List<String> files) {
    Map<String, String> variables = new HashMap<>(UnitEnvironment.ofSettings(settings));
    files.forEach(file -> variables.putAll(UnitEnvironment.ofFile(file)));
    return Optional.ofNullable(variables.get(VARIABLE));
  }
}
