package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The TuneD profiles of a host (tuned-profiles(7)): {@code NAME/tuned.conf} below directories of
 * which the later ones count more, and the files of variables that they include.
 *
 * @param directories of profiles, the one that counts most last
 * @param files every {@code tuned.conf} and file of variables, by path
 */
public record TunedProfiles(List<String> directories, Map<String, String> files) {

  /** Where profiles lie before TuneD 2.23. */
  public static final List<String> OLD = List.of("/usr/lib/tuned", "/etc/tuned");

  /** Where they lie from 2.23 on. */
  public static final List<String> NEW = List.of("/usr/lib/tuned/profiles", "/etc/tuned/profiles");

  private static final String FILE = "/tuned.conf";
  private static final int DEEPEST = 64;

  public TunedProfiles {
    directories = List.copyOf(directories);
    files = new TreeMap<>(files);
  }

  /** Those of a host, in the layout that it has. */
  public static TunedProfiles of(Map<String, String> files) {
    boolean isNew = files.keySet().stream().anyMatch(p -> p.startsWith(NEW.get(0) + "/"));
    return new TunedProfiles(isNew ? NEW : OLD, files);
  }

  /** Where a profile of the host's own lies. */
  public String ownDirectory() {
    return directories.get(directories.size() - 1);
  }

  /** These with another file, or without it. */
  public TunedProfiles with(String path, Optional<String> text) {
    Map<String, String> changed = new TreeMap<>(files);
    changed.remove(path);
    text.ifPresent(t -> changed.put(path, t));
    return new TunedProfiles(directories, changed);
  }

  /** The names that TuneD knows. */
  public SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    for (String directory : directories) {
      for (String path : files.keySet()) {
        String rest = path.startsWith(directory + "/") ? path.substring(directory.length()) : "";
        if (rest.endsWith(FILE) && rest.indexOf('/', 1) == rest.length() - FILE.length()) {
          names.add(rest.substring(1, rest.length() - FILE.length()));
        }
      }
    }
    return names;
  }

  /**
   * The profile that these names make together, each after those it includes; a later one counts.
   *
   * @throws Refusal where TuneD would refuse it: no such profile, a file it cannot parse
   */
  public TunedMerge merge(List<String> names) throws Refusal {
    TunedMerge merge = new TunedMerge(files);
    load(names, merge, new LinkedHashSet<>(), 0);
    return merge;
  }

  /** The file of a profile; a profile may include one of its own name from a lesser directory. */
  private Optional<String> file(String name, Set<String> read) {
    for (int i = directories.size() - 1; i >= 0; i--) {
      String path = directories.get(i) + "/" + name.substring(name.lastIndexOf('/') + 1) + FILE;
      if (files.containsKey(path) && !read.contains(path)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  private void load(List<String> names, TunedMerge merge, Set<String> read, int depth)
      throws Refusal {
    for (String name : names) {
      boolean optional = name.startsWith("-");
      String plain = optional ? name.substring(1) : name;
      Optional<String> found = file(plain, read);
      if (found.isEmpty() || depth > DEEPEST) {
        boolean known = optional || file(plain, Set.of()).isPresent();
        if (!known) {
          throw new Refusal("TuneD has no profile `" + plain + "`");
        }
        continue;
      }
      String path = found.get();
      read.add(path);
      TunedConf conf = TunedConf.parse(files.get(path));
      if (conf.unread() > 0) {
        throw new Refusal("TuneD cannot read " + path + ":" + conf.unread());
      }
      Optional<String> include = conf.get("main", "include");
      if (include.isPresent() && include.get().contains("${")) {
        merge.unknownInclude(include.get(), path);
      } else if (include.isPresent()) {
        load(List.of(include.get().strip().split("\\s*[,;]\\s*")), merge, read, depth + 1);
      }
      merge.add(conf, path);
    }
  }

  /** What a profile's own {@code tuned.conf} says it is for. */
  public Optional<String> summary(String name) {
    return file(name, Set.of()).flatMap(p -> TunedConf.parse(files.get(p)).get("main", "summary"));
  }

  /** The profiles that a list in {@code active_profile} names. */
  public static List<String> names(String active) {
    List<String> names = new ArrayList<>(List.of(active.strip().split("\\s+")));
    names.removeIf(String::isEmpty);
    return names;
  }
}
