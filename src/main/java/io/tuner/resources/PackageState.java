package io.tuner.resources;

import io.tuner.resource.Context;
import io.tuner.resource.Missing;
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
   * @param unzip whether archives can be opened
   */
  record Around(
      String tool,
      Optional<String> found,
      Optional<String> interrupted,
      Optional<String> simulation,
      Optional<String> needed,
      boolean unzip) {

    /** Says what an earlier task may bring. */
    void lacking(boolean archive) throws Missing {
      if (manager().isEmpty()) {
        throw new Missing("there is no apt-get, zypper, dnf or yum here");
      }
      if (archive && !unzip) {
        throw new Missing("there is no unzip here, which takes a package out of its archive");
      }
    }

    Optional<PackageTool> manager() {
      return java.util.Arrays.stream(PackageTool.values())
          .filter(known -> known.tool.equals(tool))
          .findFirst();
    }
  }

  private static final String UPLOADS = "/var/lib/tuner/uploads";

  boolean same(PackageState other) {
    return installed == other.installed && version.equals(other.version);
  }

  /**
   * The commands that make this so where it was {@code from}.
   *
   * @param file what has the wanted version, where it is not in a repository
   * @param member of the file, where that is an archive
   */
  Script after(PackageState from, String name, Optional<Upload> file, Optional<String> member) {
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
    Upload sent = file.get();
    String path = UPLOADS + "/" + sent.path().replaceFirst(".*/", "");
    if (member.isEmpty()) {
      return Script.empty()
          .send(sent, path)
          .then(tool.installFile(path, version, from.around.found))
          .removeFile(path);
    }
    String out = UPLOADS + "/" + member.get().replaceFirst(".*/", "");
    return Script.empty()
        .send(sent, path)
        .run("unzip", "-o", "-q", "-j", path, member.get(), "-d", UPLOADS)
        .removeFile(path)
        .then(tool.installFile(out, version, from.around.found))
        .removeFile(out);
  }
}
