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
    boolean control = path.chars().anyMatch(c -> c < 0x20 || c == 0x7f);
    if (!path.startsWith("/") || control || (path + "/").contains("/../")) {
      throw new IllegalArgumentException("not an absolute path without `..`: " + path);
    }
    return path;
  }
}
