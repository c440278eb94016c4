package io.tuner.resources;

import io.tuner.resource.Context;
import io.tuner.resource.Script;
import io.tuner.resource.Upload;
import java.util.Optional;

/**
 * A package as the host has it.
 *
 * @param installed whether
 * @param version where the task speaks of one, in the task's own form; and what a removal takes
 *     away
 * @param around what a target is decided by
 */
record PackageState(boolean installed, Optional<String> version, @Context Around around) {

  /**
   * What is read only to decide.
   *
   * @param tool the package manager's name; empty where none is known
   * @param found the installed version, whole
   * @param interrupted why the package is neither installed nor not
   * @param simulation what apt-get says it would do
   * @param needed why rpm would not remove it
   */
  record Around(
      String tool,
      Optional<String> found,
      Optional<String> interrupted,
      Optional<String> simulation,
      Optional<String> needed) {

    Optional<PackageTool> manager() {
      return java.util.Arrays.stream(PackageTool.values())
          .filter(known -> known.tool.equals(tool))
          .findFirst();
    }
  }

  boolean same(PackageState other) {
    return installed == other.installed && version.equals(other.version);
  }

  /**
   * The commands that make this so where it was {@code from}.
   *
   * @param file what has the wanted version, where it is not in a repository
   */
  Script after(PackageState from, String name, Optional<Upload> file) {
    if (same(from)) {
      return Script.empty();
    }
    PackageTool tool = from.around.manager().orElse(null);
    if (tool == null) {
      return Script.impossible("no package manager is known here");
    }
    if (!installed) {
      return tool.remove(name);
    }
    if (file.isEmpty()) {
      return tool.install(name, version, from.around.found);
    }
    String path = "/var/lib/tuner/uploads/" + file.get().path().replaceFirst(".*/", "");
    return Script.empty().send(file.get(), path).then(tool.installFile(path)).removeFile(path);
  }
}
