package io.tuner.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which systemd's tools read configuration directories (sysctl.d(5), udev(7),
 * tmpfiles.d(5)): a file in /etc replaces one of the same name in /run, that one in /usr/local/lib,
 * /usr/lib and /lib; what is left is read sorted by name, whatever the directory.
 */
public final class ConfigurationOrder {
  private static final List<String> ROOTS =
      List.of("/etc/", "/run/", "/usr/local/lib/", "/usr/lib/", "/lib/");

  private ConfigurationOrder() {}

  /**
   * The files that count, in the order they are read.
   *
   * @param paths absolute paths of all files there are
   * @param directory name of the directories, as {@code sysctl.d} or {@code udev/rules.d}
   * @param suffix that names must have, as {@code .conf}
   */
  public static List<String> of(Collection<String> paths, String directory, String suffix) {
    Map<String, String> byName = new TreeMap<>();
    for (String root : ROOTS) {
      String parent = root + directory + "/";
      for (String path : paths) {
        boolean inside = path.startsWith(parent) && path.indexOf('/', parent.length()) < 0;
        if (inside && path.endsWith(suffix)) {
          byName.putIfAbsent(path.substring(parent.length()), path);
        }
      }
    }
    return new ArrayList<>(byName.values());
  }
}
