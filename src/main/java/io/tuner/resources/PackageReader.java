package io.tuner.resources;

import io.tuner.format.PackageVersions;
import io.tuner.format.Refusal;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.List;
import java.util.Optional;

/**
 * How a package is read.
 *
 * @param named which
 * @param removal whether it is to go
 * @param repository whether it would come from one, and not from a file
 */
record PackageReader(PackageName named, boolean removal, boolean repository) {

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

  Probe probe() {
    Probe probe =
        Probe.NOTHING
            .run("dpkg-query", "-W", DPKG_FORMAT, named.name())
            .run("rpm", "-q", "--qf", RPM_FORMAT, named.name());
    for (PackageTool tool : PackageTool.values()) {
      probe = probe.attributes(tool.path());
    }
    probe = repository ? probe.run("sh", simulation()) : probe.attributes(UNZIP);
    return removal ? probe.run("rpm", "-e", "--test", named.name()) : probe;
  }

  private String[] simulation() {
    String verb = removal ? "remove" : "install";
    return new String[] {"-c", SIMULATE, "sh", verb, named.name(), named.version().orElse("")};
  }

  PackageState read(Readings readings) throws ProbeFailed {
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
                .run("sh", simulation())
                .known("what apt-get would do")
                .map(Readings.Output::stdout)
            : Optional.empty();
    Optional<String> shown = removal || named.version().isPresent() ? found : Optional.empty();
    return new PackageState(
        found.isPresent(),
        shown.map(
            text ->
                named
                    .version()
                    .filter(wanted -> PackageName.isThat(wanted, text, apt))
                    .orElse(text)),
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
        .run("rpm", "-e", "--test", named.name())
        .known("whether rpm would remove " + named.name())
        .filter(output -> output.exit() != 0)
        .map(output -> output.stderr().strip().replaceAll("\\s+", " "));
  }

  private Optional<String> dpkg(Readings readings) throws ProbeFailed, Refusal {
    Optional<Readings.Output> output =
        readings.run("dpkg-query", "-W", DPKG_FORMAT, named.name()).known("dpkg's list");
    if (output.filter(o -> o.exit() > 1).isPresent()) {
      throw new ProbeFailed("dpkg-query failed: " + output.get().stderr().strip());
    }
    return PackageVersions.dpkg(output.map(Readings.Output::stdout).orElse(""));
  }

  private Optional<String> rpm(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings.run("rpm", "-q", "--qf", RPM_FORMAT, named.name()).known("rpm's list");
    if (output.filter(o -> o.exit() != 0 && o.stderr().contains("error:")).isPresent()) {
      throw new ProbeFailed("rpm failed: " + output.get().stderr().strip());
    }
    List<String> versions =
        PackageVersions.rpm(
            output.filter(o -> o.exit() == 0).map(Readings.Output::stdout).orElse(""));
    return versions.stream()
        .filter(
            found ->
                named
                    .version()
                    .filter(wanted -> PackageName.isThat(wanted, found, false))
                    .isPresent())
        .findFirst()
        .or(() -> versions.stream().max(PackageVersions::compareRpm))
        .map(found -> found.replaceFirst("^0:", ""));
  }
}
