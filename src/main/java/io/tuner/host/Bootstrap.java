package io.tuner.host;

import io.tuner.text.Shell;

/**
 * The commands that start a shell on a host. They hold no backslash, exclamation mark or line end
 * within quotes, so that bash, dash, fish, csh, tcsh and zsh pass them on unchanged when they are
 * somebody's login shell.
 */
final class Bootstrap {

  /** Reads the length and then the whole script, which leaves the rest of the input to it. */
  static final String READ = "IFS= read -r n && eval \"$(head -c \"$n\")\"";

  private Bootstrap() {}

  /** As the user who logged in. */
  static String plain() {
    return "exec sh -c '" + READ + "'";
  }

  /**
   * Through sudo, which is told not to ask.
   *
   * @param sudo the command
   */
  static String withoutPassword(String sudo, String user) {
    return "exec env LC_ALL=C " + sudo + " -n -H -u " + word(user) + " sh -c '" + READ + "'";
  }

  /**
   * Through sudo, which asks with {@code mark} and reads the answer from standard input; {@code
   * ready} on a line of its own on standard output says that the script may come.
   */
  static String withPassword(String sudo, String user, String mark, String ready) {
    return "exec env LC_ALL=C "
        + sudo
        + " -S -H -p "
        + mark
        + " -u "
        + word(user)
        + " sh -c 'echo "
        + ready
        + "; "
        + READ
        + "'";
  }

  private static String word(String user) {
    return Shell.quote(user);
  }
}
