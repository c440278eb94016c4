package io.tuner.format;

import java.util.List;

/** What tools and files of modprobe tell of modules, a line each. */
public final class ModuleNames {

  private ModuleNames() {}

  /**
   * The modules of {@code modules.builtin}, which has their paths
   * (Documentation/kbuild/kbuild.rst).
   */
  public static List<String> builtIn(String text) {
    return text.lines()
        .map(line -> line.substring(line.lastIndexOf('/') + 1).strip())
        .map(file -> ModuleLines.name(file.replaceFirst("\\.ko.*$", "")))
        .toList();
  }

  /** The options that a module takes, of {@code modinfo -F parm}, which has {@code NAME:WORDS}. */
  public static List<String> options(String text) {
    return text.lines()
        .filter(line -> line.matches("[A-Za-z0-9_-]+:.*"))
        .map(line -> line.substring(0, line.indexOf(':')))
        .toList();
  }
}
