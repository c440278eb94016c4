package io.tuner.resources;

import io.tuner.format.PackageVersions;
import io.tuner.resource.Script;
import io.tuner.text.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The package managers, in the order of preference where a host has several. */
enum PackageTool {
  APT_GET("apt-get"),
  ZYPPER("zypper"),
  DNF("dnf"),
  YUM("yum");

  final String tool;

  PackageTool(String tool) {
    this.tool = tool;
  }

  String path() {
    return "/usr/bin/" + tool;
  }

  /**
   * Installs from the repositories; another version, older or newer, takes the place of that found.
   *
   * @param found the version installed
   */
  Script install(String name, Optional<String> version, Optional<String> found) {
    boolean pinned = version.isPresent();
    return switch (this) {
      case APT_GET -> apt(pinned, name + version.map(v -> "=" + v).orElse(""));
      case ZYPPER ->
          run(
              List.of("--non-interactive", "install"),
              pinned ? List.of("--oldpackage") : List.of(),
              List.of(name + version.map(v -> "=" + v).orElse("")));
      case DNF -> run(List.of("-y", "-q", "install", name + version.map(v -> "-" + v).orElse("")));
      case YUM -> {
        String verb = older(version, found) ? "downgrade" : "install";
        yield run(List.of("-y", "-q", verb, name + version.map(v -> "-" + v).orElse("")));
      }
    };
  }

  /** Installs a file of the host's, whose version takes the place of that found. */
  Script installFile(String path, Optional<String> version, Optional<String> found) {
    return switch (this) {
      case APT_GET -> apt(true, path);
      case ZYPPER ->
          run(
              List.of("--non-interactive", "--no-gpg-checks", "install", "--oldpackage"),
              List.of("--allow-unsigned-rpm", path));
      case DNF -> run(List.of("-y", "-q", "install", path));
      case YUM -> run(List.of("-y", "-q", older(version, found) ? "downgrade" : "install", path));
    };
  }

  /**
   * Removes it alone, which dpkg and rpm refuse where another needs it; configuration and what came
   * along with it stay.
   */
  Script remove(String name) {
    return this == APT_GET
        ? Script.empty().shell("DEBIAN_FRONTEND=noninteractive dpkg --remove " + Shell.quote(name))
        : Script.empty().run("rpm", "-e", name);
  }

  /**
   * Without questions: configuration files that were changed stay, services are not restarted by
   * needrestart, and an installation that would remove something else is refused (apt-get(8),
   * debconf(7), dpkg(1)).
   */
  private static Script apt(boolean anyVersion, String what) {
    List<String> words = new ArrayList<>(List.of("apt-get", "-y", "-q"));
    words.addAll(List.of("-o", "DPkg::Lock::Timeout=120"));
    words.addAll(List.of("-o", "Dpkg::Options::=--force-confdef"));
    words.addAll(List.of("-o", "Dpkg::Options::=--force-confold"));
    words.addAll(anyVersion ? List.of("--allow-downgrades") : List.of());
    words.addAll(List.of("--no-remove", "install", what));
    return Script.empty()
        .shell("DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 " + Shell.join(words));
  }

  @SafeVarargs
  private Script run(List<String>... words) {
    List<String> arguments = new ArrayList<>();
    for (List<String> some : words) {
      arguments.addAll(some);
    }
    return Script.empty().run(List.of(tool), arguments, Optional.empty(), Set.of(0));
  }

  /** For yum an older version is nothing to install, and has a word of its own (yum(8)). */
  private static boolean older(Optional<String> wanted, Optional<String> found) {
    return wanted.isPresent()
        && found.isPresent()
        && PackageVersions.compareRpm(wanted.get(), found.get()) < 0;
  }
}
