package io.tuner.resources;

import io.tuner.resource.Problems;
import io.tuner.resource.Upload;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which package, in the words of its task or as the name of its file tells it.
 *
 * @param name as the package manager has it
 * @param version wanted, in the task's form; empty for any
 */
record PackageName(String name, Optional<String> version) {

  private static final Pattern DEB = Pattern.compile("([^_/]+)_([^_/]+)_[^_/]+\\.deb");
  private static final Pattern RPM =
      Pattern.compile("([^/]+)-([^-/]+-[^-/]+)\\.[A-Za-z0-9_]+\\.rpm");

  static PackageName of(Package task) {
    String file = task.member().or(() -> task.file().map(Upload::path)).orElse("");
    file = file.replaceFirst(".*/", "");
    Matcher known = DEB.matcher(file);
    if (!known.matches()) {
      known = RPM.matcher(file);
    }
    boolean learnt = known.matches();
    Optional<String> version = learnt ? Optional.of(known.group(2)) : Optional.empty();
    return new PackageName(
        task.written().isEmpty() && learnt ? known.group(1) : task.written(),
        task.version().or(() -> version));
  }

  static void validate(Package task, Problems problems) {
    PackageName named = of(task);
    if (named.name.isEmpty() && task.file().isEmpty()) {
      problems.error("name", "package needs `name` or `file`");
    } else if (!named.name.matches("[A-Za-z0-9][A-Za-z0-9+._-]*[A-Za-z0-9+.](:[a-z0-9]+)?")) {
      problems.error("name", "`" + named.name + "` is not the name of a package");
    }
    if (task.state() == Package.State.LATEST) {
      problems.error(
          "state",
          "`latest` is another package tomorrow, so that nothing could be verified",
          "give the `version` that is wanted");
    }
    if (task.state() == Package.State.ABSENT
        && (task.version().isPresent() || task.file().isPresent())) {
      problems.error("state", "what is absent has neither `version` nor `file`");
    }
    named
        .version
        .filter(text -> !text.matches("[A-Za-z0-9][A-Za-z0-9.+~^:_-]*"))
        .ifPresent(text -> problems.error("version", "`" + text + "` is not a version"));
    task.file().ifPresent(file -> validate(task, file, problems));
    if (task.member().isPresent() && task.file().isEmpty()) {
      problems.error("member", "`member` goes with a .zip as `file`");
    }
  }

  private static void validate(Package task, Upload file, Problems problems) {
    boolean archive = file.path().endsWith(".zip");
    Optional<String> odd = task.member().filter(m -> !m.matches("[A-Za-z0-9._+~/-]+\\.(deb|rpm)"));
    if (archive != task.member().isPresent() || odd.isPresent()) {
      problems.error("member", "`member` names the .deb or .rpm in a .zip, and goes with one");
    } else if (!archive && !file.path().matches(".*\\.(deb|rpm)")) {
      problems.error("file", "`" + file.path() + "` is neither a .deb nor a .rpm, nor a .zip");
    } else if (of(task).version.isEmpty()) {
      problems.error("file", "the file's name does not tell its version", "give `version` as well");
    }
    task.sha256()
        .filter(digest -> !digest.equalsIgnoreCase(file.sha256()))
        .ifPresent(
            digest -> problems.error("sha256", "the file's SHA-256 is " + file.sha256() + " here"));
  }

  String bare() {
    return name.replaceFirst(":.*", "");
  }

  /** Whether a version found is the one wanted: the epoch may be left out, and rpm's release. */
  static boolean isThat(String wanted, String found, boolean apt) {
    String same = wanted.contains(":") ? found : found.replaceFirst("^[0-9]+:", "");
    return same.equals(wanted) || !apt && same.startsWith(wanted + "-");
  }
}
