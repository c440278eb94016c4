package io.tuner.resources;

import io.tuner.format.ConfigurationOrder;
import io.tuner.format.Glob;
import io.tuner.format.Tmpfiles;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Other files of tmpfiles.d that write what ours writes, at boot. Of several lines for one path the
 * one in the first file by name counts, but {@code w+} adds to it; a pattern is another path, and
 * what is read later is written later (tmpfiles.d(5)).
 */
final class TmpfilesWriter implements Writer {

  private static final String OURS = OwnFile.TMPFILES.path();
  private static final List<String> PATTERNS =
      List.of("/etc/tmpfiles.d/*.conf", "/run/tmpfiles.d/*.conf", "/usr/lib/tmpfiles.d/*.conf");

  @Override
  public String name() {
    return "tmpfiles";
  }

  @Override
  public Set<String> types() {
    return Set.of("huge_pages", "sysfs", "transparent_huge_pages");
  }

  @Override
  public Probe probe() {
    Probe probe = Probe.NOTHING;
    for (String pattern : PATTERNS) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    return claims(readings, List.of());
  }

  @Override
  public List<Claim> claims(Readings readings, List<Resource<?>> tasks) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>();
    for (String pattern : PATTERNS) {
      files.putAll(SysctlWriter.texts(readings, pattern));
    }
    files.putIfAbsent(OURS, "");
    Set<String> paths = paths(tasks);
    List<String> order = ConfigurationOrder.of(files.keySet(), "tmpfiles.d", ".conf");
    Map<Knob, Claim> claims = new LinkedHashMap<>();
    Set<String> first = new TreeSet<>();
    boolean behind = false;
    for (String file : order) {
      behind |= file.equals(OURS);
      for (Tmpfiles.Write write : Tmpfiles.parse(files.get(file)).writes()) {
        boolean pattern = Glob.hasWildcard(write.path());
        boolean counts = first.add(write.path()) || write.append();
        if (file.equals(OURS) || !counts || behind != (pattern || write.append())) {
          continue;
        }
        Glob glob = Glob.of(write.path());
        List<String> meant =
            pattern ? paths.stream().filter(glob::matches).toList() : List.of(write.path());
        for (String path : meant) {
          claims.put(Knob.of(path), new Claim(Knob.of(path), write.value(), file));
        }
      }
    }
    return List.copyOf(claims.values());
  }

  /** The attributes that tasks read. */
  private static Set<String> paths(List<Resource<?>> tasks) {
    List<Read> reads = new ArrayList<>();
    tasks.forEach(task -> reads.addAll(task.probe().reads()));
    Set<String> paths = new TreeSet<>();
    for (Read read : reads) {
      if (read instanceof Read.File file && file.path().startsWith("/sys/")) {
        paths.add(file.path());
      }
    }
    return paths;
  }
}
