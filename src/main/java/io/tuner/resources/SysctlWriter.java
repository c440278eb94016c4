package io.tuner.resources;

import io.tuner.format.ConfigurationOrder;
import io.tuner.format.Glob;
import io.tuner.format.SysctlConf;
import io.tuner.format.SysctlValue;
import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Files of sysctl.d that are read after ours, and /etc/sysctl.conf, which {@code sysctl --system}
 * reads last (sysctl(8)). What they name beats our value at the next boot.
 */
final class SysctlWriter implements Writer {

  private static final String LAST = "/etc/sysctl.conf";
  private static final List<String> DIRECTORIES =
      List.of(
          "/etc/sysctl.d",
          "/run/sysctl.d",
          "/usr/local/lib/sysctl.d",
          "/usr/lib/sysctl.d",
          "/lib/sysctl.d");

  @Override
  public String name() {
    return "sysctl files";
  }

  @Override
  public Set<String> types() {
    return Set.of("huge_pages", "sysctl");
  }

  @Override
  public Probe probe() {
    Probe probe = Probe.NOTHING.file(LAST);
    for (String directory : DIRECTORIES) {
      probe = probe.glob(directory + "/*.conf");
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>();
    for (String directory : DIRECTORIES) {
      files.putAll(texts(readings, directory + "/*.conf"));
    }
    List<String> later = new ArrayList<>();
    for (String path : ConfigurationOrder.of(files.keySet(), "sysctl.d", ".conf")) {
      boolean ours = path.endsWith("/99-tuner.conf");
      if (!ours && path.substring(path.lastIndexOf('/') + 1).compareTo("99-tuner.conf") > 0) {
        later.add(path);
      }
    }
    readings.text(LAST).ifPresent(text -> files.put(LAST, text));
    later.add(LAST);
    Map<Knob, Claim> claims = new LinkedHashMap<>();
    for (String path : later) {
      for (SysctlConf.Setting setting : SysctlConf.parse(files.getOrDefault(path, "")).settings()) {
        if (setting.value().isPresent() && !Glob.hasWildcard(setting.path())) {
          Knob knob = Knob.of("/proc/sys/" + setting.path());
          String value = SysctlValue.normal(setting.value().get());
          claims.put(knob, new Claim(knob, value, path + ":" + setting.line()));
        }
      }
    }
    return List.copyOf(claims.values());
  }

  /** The file that sets each parameter in the end, by the parameter's path below /proc/sys. */
  static Map<String, String> all(Readings readings) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>();
    for (String directory : DIRECTORIES) {
      files.putAll(texts(readings, directory + "/*.conf"));
    }
    List<String> order = ConfigurationOrder.of(files.keySet(), "sysctl.d", ".conf");
    readings.text(LAST).ifPresent(text -> files.put(LAST, text));
    Map<String, String> all = new TreeMap<>();
    for (String path : Stream.concat(order.stream(), Stream.of(LAST)).toList()) {
      for (SysctlConf.Setting setting : SysctlConf.parse(files.getOrDefault(path, "")).settings()) {
        if (setting.value().isPresent()) {
          all.put(setting.path(), path + ":" + setting.line());
        }
      }
    }
    return all;
  }

  /** The texts of the files that a pattern finds. */
  static Map<String, String> texts(Readings readings, String pattern) throws ProbeFailed {
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, Reading<Content>> file : readings.glob(pattern).entrySet()) {
      file.getValue()
          .known(file.getKey())
          .ifPresent(content -> texts.put(file.getKey(), Readings.decode(content)));
    }
    return texts;
  }
}
