package io.tuner.resources;

import io.tuner.format.UnitFile;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All files that a unit is made of, in the order systemd reads them (systemd.unit(5)), and the
 * environment files that a start of it reads, as far as they lie where distributions keep them.
 *
 * @param drop a drop-in of tuner's own among them
 */
record UnitSources(DropIn drop) {

  private static final List<String> ROOTS =
      List.of("/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib");
  private static final List<String> ENVIRONMENT_FILES =
      List.of("/etc/default/*", "/etc/sysconfig/*");

  /**
   * What was read.
   *
   * @param files text by path, the unit itself first
   * @param environment text of the environment files by path, in the order of the unit
   * @param unread environment files that lie elsewhere, and were not read
   */
  record Found(Map<String, UnitFile> files, Map<String, String> environment, List<String> unread) {

    /** The values of a setting of the service in effect; without those of one file. */
    List<String> settings(String key, String without) {
      List<UnitFile> all = new ArrayList<>();
      files.forEach(
          (path, file) -> {
            if (!path.equals(without)) {
              all.add(file);
            }
          });
      return UnitFile.effective(all, "Service", key);
    }
  }

  Probe probe() {
    Probe probe = Probe.NOTHING;
    for (String pattern : drop.patterns()) {
      probe = probe.glob(pattern);
    }
    for (String pattern : ENVIRONMENT_FILES) {
      probe = probe.glob(pattern);
    }
    for (String path : fragments()) {
      probe = probe.file(path);
    }
    return probe.file(drop.path());
  }

  private List<String> fragments() {
    String name = drop.unit().name();
    List<String> names = new ArrayList<>(List.of(name));
    if (name.matches(".+@.+\\..+")) {
      names.add(name.replaceFirst("@.*\\.", "@."));
    }
    return names.stream()
        .flatMap(one -> ROOTS.stream().map(root -> root + "/systemd/system/" + one))
        .toList();
  }

  Found read(Readings readings) throws ProbeFailed {
    Map<String, UnitFile> files = new LinkedHashMap<>();
    for (String path : fragments()) {
      Optional<String> text = readings.text(path);
      if (text.isPresent() && files.isEmpty()) {
        files.put(path, UnitFile.parse(text.get()));
      }
    }
    Map<String, Reading<Content>> dropIns = new TreeMap<>();
    drop.patterns().forEach(pattern -> dropIns.putAll(readings.glob(pattern)));
    Reading<Content> own = readings.file(drop.path());
    if (own instanceof Reading.Present<Content>) {
      dropIns.put(drop.path(), own);
    }
    for (String path : UnitFile.dropIns(dropIns.keySet(), drop.unit().name())) {
      Optional<Content> content = dropIns.get(path).known(path);
      files.put(path, UnitFile.parse(content.map(Readings::decode).orElse("")));
    }
    Map<String, String> environment = new LinkedHashMap<>();
    List<String> unread = new ArrayList<>();
    for (String value : new Found(files, Map.of(), List.of()).settings("EnvironmentFile", "")) {
      String path = value.replaceFirst("^-", "").replace("%n", drop.unit().name());
      Optional<String> text = text(path, readings);
      if (text.isPresent()) {
        environment.put(path, text.get());
      } else if (ENVIRONMENT_FILES.stream().noneMatch(p -> path.startsWith(p.replace("*", "")))) {
        unread.add(path);
      }
    }
    return new Found(files, environment, unread);
  }

  private static Optional<String> text(String path, Readings readings) throws ProbeFailed {
    for (String pattern : ENVIRONMENT_FILES) {
      Reading<Content> reading = readings.glob(pattern).get(path);
      if (reading != null) {
        return reading.known(path).map(Readings::decode);
      }
    }
    return Optional.empty();
  }
}
