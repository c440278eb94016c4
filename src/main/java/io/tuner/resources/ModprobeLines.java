package io.tuner.resources;

import io.tuner.format.ModuleLines;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What files of modprobe.d beside ours say of a module (modprobe.d(5)).
 *
 * @param name of the module, with underscores
 */
record ModprobeLines(String name) {

  static final List<String> DIRECTORIES =
      List.of("/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib");

  Probe probe() {
    Probe probe = Probe.NOTHING;
    for (String directory : DIRECTORIES) {
      probe = probe.glob(directory + "/modprobe.d/*.conf");
    }
    return probe;
  }

  /** By file and line. */
  List<String> others(Readings readings) throws ProbeFailed {
    List<String> others = new ArrayList<>();
    for (String directory : DIRECTORIES) {
      Map<String, String> files = SysctlWriter.texts(readings, directory + "/modprobe.d/*.conf");
      files.remove(KernelModuleState.COMMANDS.path());
      files.forEach(
          (path, text) ->
              ModuleLines.ofCommands(text).entries().stream()
                  .filter(entry -> entry.key().endsWith(" " + name))
                  .forEach(
                      entry ->
                          others.add(
                              "%s:%d: %s%s"
                                  .formatted(
                                      path,
                                      entry.number(),
                                      entry.key(),
                                      entry.value().equals(ModuleLines.SET)
                                          ? ""
                                          : " " + entry.value()))));
    }
    return others;
  }
}
