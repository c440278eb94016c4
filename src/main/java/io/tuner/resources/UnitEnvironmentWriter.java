package io.tuner.resources;

import io.tuner.format.Preload;
import io.tuner.format.UnitFile;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What units say themselves of their environment and their CPUs, behind tuner's drop-ins: drop-ins
 * that are read later, and environment files, which beat every {@code Environment=}
 * (systemd.exec(5)).
 */
final class UnitEnvironmentWriter implements Writer {

  private static final List<String> UNITS =
      List.of(
          "/etc/systemd/system/*.service",
          "/run/systemd/system/*.service",
          "/usr/lib/systemd/system/*.service",
          "/lib/systemd/system/*.service");
  private static final List<String> DROP_INS =
      List.of(
          "/etc/systemd/system/*.service.d/*.conf",
          "/run/systemd/system/*.service.d/*.conf",
          "/usr/lib/systemd/system/*.service.d/*.conf");
  private static final List<String> ENVIRONMENT = List.of("/etc/default/*", "/etc/sysconfig/*");

  @Override
  public String name() {
    return "unit environments";
  }

  @Override
  public Set<String> types() {
    return Set.of("ld_preload", "process_affinity");
  }

  @Override
  public Probe probe() {
    Probe probe = Probe.NOTHING;
    for (List<String> patterns : List.of(UNITS, DROP_INS, ENVIRONMENT)) {
      for (String pattern : patterns) {
        probe = probe.glob(pattern);
      }
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    Map<String, String> units = texts(readings, UNITS);
    Map<String, String> dropIns = texts(readings, DROP_INS);
    Map<String, String> environment = texts(readings, ENVIRONMENT);
    Set<String> names = new TreeSet<>();
    units.keySet().forEach(path -> names.add(path.substring(path.lastIndexOf('/') + 1)));
    dropIns.keySet().forEach(path -> names.add(path.replaceFirst(".*/([^/]+)\\.d/[^/]+$", "$1")));
    List<Claim> claims = new ArrayList<>();
    for (String name : names) {
      List<String> order = UnitFile.dropIns(dropIns.keySet(), name);
      List<UnitFile> files = new ArrayList<>();
      UNITS.stream()
          .map(pattern -> units.get(pattern.replace("*.service", name)))
          .filter(text -> text != null)
          .findFirst()
          .ifPresent(text -> files.add(UnitFile.parse(text)));
      for (String path : order) {
        UnitFile file = UnitFile.parse(dropIns.get(path));
        files.add(file);
        String own = path.substring(path.lastIndexOf('/') + 1);
        if (own.compareTo("zz-tuner-preload.conf") > 0) {
          Preload.effective(file.values("Service", "Environment"), List.of())
              .ifPresent(value -> claims.add(new Claim(preload(name), value, path)));
        }
        Optional<String> cpus = file.get("Service", "CPUAffinity");
        if (own.compareTo("tuner-affinity.conf") > 0 && cpus.isPresent()) {
          claims.add(new Claim(AffinityDropIn.knob(name), cpus.get(), path));
        }
      }
      for (String value : UnitFile.effective(files, "Service", "EnvironmentFile")) {
        String path = value.replaceFirst("^-", "").replace("%n", name);
        Optional.ofNullable(environment.get(path))
            .flatMap(Preload::inEnvironmentFile)
            .ifPresent(libraries -> claims.add(new Claim(preload(name), libraries, path)));
      }
    }
    return claims;
  }

  static Knob preload(String unit) {
    return Knob.of("unit:" + unit + ":environment." + Preload.VARIABLE);
  }

  private static Map<String, String> texts(Readings readings, List<String> patterns)
      throws ProbeFailed {
    Map<String, String> texts = new TreeMap<>();
    for (String pattern : patterns) {
      texts.putAll(SysctlWriter.texts(readings, pattern));
    }
    return texts;
  }
}
