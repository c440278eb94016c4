package io.tuner.resources;

import io.tuner.format.AptSimulation;
import io.tuner.format.PackageVersions;
import io.tuner.format.Refusal;
import io.tuner.resource.Notes;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Risk;
import io.tuner.resource.Upload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which package, and how a host is asked about it.
 *
 * @param name as the package manager has it
 * @param version wanted, in the task's form; empty for any
 */
record PackageName(String name, Optional<String> version) {

  private static final Pattern DEB = Pattern.compile("([^_/]+)_([^_/]+)_[^_/]+\\.deb");
  private static final Pattern RPM =
      Pattern.compile("([^/]+)-([^-/]+-[^-/]+)\\.[A-Za-z0-9_]+\\.rpm");

  private static final String DPKG_FORMAT = "-f=${db:Status-Status}\\t${Version}\\n";
  private static final String RPM_FORMAT = "%{EPOCHNUM}:%{VERSION}-%{RELEASE}\\n";

  private static final String UNZIP = "/usr/bin/unzip";

  /**
   * Asks apt-get only where something would change: that takes it seconds. The words come as
   * arguments and are no part of the program.
   */
  private static final String SIMULATE =
      "has=$(dpkg-query -W -f='${db:Status-Status} ${Version}\\n' \"$2\" 2>/dev/null);"
          + " case $1,$has in install,\"installed $3\"*) ;; install,*|remove,\"installed \"*)"
          + " exec apt-get -s -q -o Debug::NoLocking=1 -o Dir::Cache::pkgcache="
          + " -o Dir::Cache::srcpkgcache= -o Dir::Log::Planner="
          + " \"$1\" \"$2${3:+=}$3\" 2>&1 ;; esac";

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

  Probe probe(boolean removal, boolean repository) {
    Probe probe =
        Probe.NOTHING
            .run("dpkg-query", "-W", DPKG_FORMAT, name)
            .run("rpm", "-q", "--qf", RPM_FORMAT, name);
    for (PackageTool tool : PackageTool.values()) {
      probe = probe.attributes(tool.path());
    }
    probe = repository ? probe.run("sh", simulation(removal)) : probe.attributes(UNZIP);
    return removal ? probe.run("rpm", "-e", "--test", name) : probe;
  }

  private String[] simulation(boolean removal) {
    String verb = removal ? "remove" : "install";
    return new String[] {"-c", SIMULATE, "sh", verb, name, version.orElse("")};
  }

  PackageState read(boolean removal, boolean repository, Readings readings) throws ProbeFailed {
    String tool = "";
    for (PackageTool known : PackageTool.values()) {
      boolean there = readings.attributes(known.path()).known(known.path()).isPresent();
      tool = tool.isEmpty() && there ? known.tool : tool;
    }
    boolean apt = tool.equals(PackageTool.APT_GET.tool);
    Optional<String> found = Optional.empty();
    Optional<String> interrupted = Optional.empty();
    try {
      found = apt ? dpkg(readings) : tool.isEmpty() ? Optional.empty() : rpm(readings);
    } catch (Refusal refusal) {
      interrupted = Optional.of(refusal.getMessage());
    }
    Optional<String> simulation =
        apt && repository
            ? readings
                .run("sh", simulation(removal))
                .known("what apt-get would do")
                .map(Readings.Output::stdout)
            : Optional.empty();
    Optional<String> shown = removal || version.isPresent() ? found : Optional.empty();
    return new PackageState(
        found.isPresent(),
        shown.map(text -> version.filter(wanted -> isThat(wanted, text, apt)).orElse(text)),
        new PackageState.Around(
            tool,
            found,
            interrupted,
            simulation,
            !apt && removal ? needed(readings) : Optional.empty(),
            !repository && readings.attributes(UNZIP).known(UNZIP).isPresent()));
  }

  /** What rpm has against removing it; nothing is removed by asking. */
  private Optional<String> needed(Readings readings) throws ProbeFailed {
    return readings
        .run("rpm", "-e", "--test", name)
        .known("whether rpm would remove " + name)
        .filter(output -> output.exit() != 0)
        .map(output -> output.stderr().strip().replaceAll("\\s+", " "));
  }

  /** Why a removal would not be one of this package alone. */
  Optional<String> needed(PackageState.Around around, AptSimulation simulation) {
    List<String> others =
        simulation.removals().stream().filter(other -> !other.equals(bare())).toList();
    return others.isEmpty()
        ? around.needed()
        : Optional.of(String.join(", ", others) + " would go as well");
  }

  private String bare() {
    return name.replaceFirst(":.*", "");
  }

  private Optional<String> dpkg(Readings readings) throws ProbeFailed, Refusal {
    Optional<Readings.Output> output =
        readings.run("dpkg-query", "-W", DPKG_FORMAT, name).known("dpkg's list");
    if (output.filter(o -> o.exit() > 1).isPresent()) {
      throw new ProbeFailed("dpkg-query failed: " + output.get().stderr().strip());
    }
    return PackageVersions.dpkg(output.map(Readings.Output::stdout).orElse(""));
  }

  private Optional<String> rpm(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings.run("rpm", "-q", "--qf", RPM_FORMAT, name).known("rpm's list");
    if (output.filter(o -> o.exit() != 0 && o.stderr().contains("error:")).isPresent()) {
      throw new ProbeFailed("rpm failed: " + output.get().stderr().strip());
    }
    List<String> versions =
        PackageVersions.rpm(
            output.filter(o -> o.exit() == 0).map(Readings.Output::stdout).orElse(""));
    return versions.stream()
        .filter(found -> version.filter(wanted -> isThat(wanted, found, false)).isPresent())
        .findFirst()
        .or(() -> versions.stream().max(PackageVersions::compareRpm))
        .map(found -> found.replaceFirst("^0:", ""));
  }

  /** Whether a version found is the one wanted: the epoch may be left out, and rpm's release. */
  private static boolean isThat(String wanted, String found, boolean apt) {
    String same = wanted.contains(":") ? found : found.replaceFirst("^[0-9]+:", "");
    return same.equals(wanted) || !apt && same.startsWith(wanted + "-");
  }

  /** What of the change does not come back, as far as it can be known before. */
  void warn(PackageState observed, boolean install, AptSimulation simulation, Notes notes) {
    List<String> lost = new ArrayList<>();
    List<String> along =
        simulation.installs().stream()
            .filter(other -> !other.name().equals(bare()))
            .map(AptSimulation.Installation::toString)
            .toList();
    if (!along.isEmpty()) {
      lost.add("also installs " + String.join(", ", along));
    } else if (install && observed.around().simulation().isEmpty()) {
      lost.add("may install others with it");
    }
    if (!install || observed.installed()) {
      lost.add("a rollback needs version " + observed.around().found().orElse("?") + " on offer");
    }
    lost.add("what its scripts do is not taken back");
    notes.risk(Risk.IRREVERSIBLE, String.join("; ", lost));
  }
}
