package io.tuner.report;

import io.tuner.text.Printable;
import java.util.List;

/** Names of hosts on a line: of a large fleet the first ones, and how many more there are. */
final class HostNames {

  /** As much as three lines of a terminal hold. */
  private static final int MOST = 240;

  private HostNames() {}

  /**
   * The names; whoever is told everything is told all of them.
   *
   * @param whole true: none is left out
   */
  static String of(List<String> hosts, boolean whole) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < hosts.size(); i++) {
      String name = Printable.of(hosts.get(i));
      int length = names.length() + name.length();
      if (!whole && i > 0 && length > MOST && hosts.size() - i > 1) {
        return names + ", … and " + (hosts.size() - i) + " more";
      }
      names.append(i == 0 ? "" : ", ").append(name);
    }
    return names.toString();
  }
}
