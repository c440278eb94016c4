package io.tuner.bench;

import io.tuner.resource.Problems;
import io.tuner.resource.Read;
import io.tuner.text.Printable;
import io.tuner.text.Shell;

/** A path on a host, as a benchmark's command names it. */
final class HostPath {

  private HostPath() {}

  /** Says where that is no absolute path. */
  static void check(String parameter, String path, Problems problems) {
    try {
      new Read.File(path);
      if (path.endsWith("/") && !path.equals("/")) {
        problems.error(parameter, "`" + path + "` ends with a slash");
      }
    } catch (IllegalArgumentException malformed) {
      problems.error(
          parameter,
          "`" + Printable.of(path) + "` is no path on a host",
          "write an absolute path without `..` and control characters");
    }
  }

  /** As one word of a shell command, {@code $R} before it. */
  static String word(String path) {
    return "\"$R\"" + Shell.quote(path);
  }

  /** The directory that it lies in. */
  static String parent(String path) {
    return path.substring(0, Math.max(1, path.lastIndexOf('/')));
  }

  /** True for what should be a device; a file below {@code /dev/shm} is one in memory. */
  static boolean isDevice(String path) {
    return path.startsWith("/dev/") && !path.startsWith("/dev/shm/");
  }
}
