package io.tuner.resource;

/** What may stand for a path on a host. */
final class Paths {

  private Paths() {}

  /**
   * The path, which is absolute, has no {@code ..} in it and no control character.
   *
   * @throws IllegalArgumentException otherwise
   */
  static String absolute(String path) {
    if (!path.startsWith("/") || hasControl(path) || path.contains("/../") || path.endsWith("/..")) {
      throw new IllegalArgumentException("not an absolute path without `..`: " + path);
    }
    return path;
  }

  private static boolean hasControl(String path) {
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) < 0x20 || path.charAt(i) == 0x7f) {
        return true;
      }
    }
    return false;
  }
}
