package io.tuner.probe;

import io.tuner.text.Shell;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The shell functions that every script sent to a host begins with, for any POSIX shell with
 * coreutils or busybox. {@code $R} stands before every path: empty on a real host, else a directory
 * that nothing may leave, links included.
 */
public final class HostShell {

  /** The directories a tool is looked for in, in this order. */
  private static final String TOOL_PATH =
      "/usr/local/sbin /usr/local/bin /usr/sbin /usr/bin /sbin /bin";

  private static final String FUNCTIONS =
      """
      # follow PATH: sets _p to where a host path leads, every link followed inside $R
      follow() {
        _rest=$1 _p= _links=0
        while [ -n "$_rest" ]; do
          _rest=${_rest#/}
          _part=${_rest%%/*}
          case $_rest in
          */*) _rest=${_rest#*/} ;;
          *) _rest= ;;
          esac
          case $_part in
          '' | .) ;;
          ..) _p=${_p%/*} ;;
          *)
            if [ -L "$R$_p/$_part" ]; then
              _links=$((_links + 1))
              [ $_links -le 40 ] || { echo "$1: Too many levels of symbolic links" >&2; return 1; }
              _link=$(readlink "$R$_p/$_part") || return 1
              case $_link in
              /*) _p= ;;
              esac
              _rest=$_link/$_rest
            else
              _p=$_p/$_part
            fi
            ;;
          esac
        done
      }
      # parent PATH: as follow, but the last part itself is not followed
      parent() {
        if [ -z "$R" ]; then _p=$1; return; fi
        follow "${1%/*}" || return 1
        _p=$_p/${1##*/}
      }
      # tool NAME...: sets _t to the first that is installed
      tool() {
        for _name; do
          case $_name in
          */*) set --; for _t in "$R"$_name; do set -- "$@" "${_t#"$R"}"; done ;;
          *) set --; for _dir in $TOOLS; do set -- "$@" "$_dir/$_name"; done ;;
          esac
          for _t; do
            if [ -n "$R" ]; then follow "$_t" || continue; else _p=$_t; fi
            [ -f "$R$_p" ] && [ -x "$R$_p" ] && return 0
          done
        done
        return 1
      }
      # run ARGUMENT...: becomes the tool found last
      run() {
        if [ -z "$R" ]; then exec "$_t" "$@"; fi
        if [ -x "$R/bin/sh" ]; then exec chroot "$R" "$_t" "$@"; fi
        export R
        exec "$R$_p" "$@"
      }
      # own COMMAND: becomes a shell with an operator's own command
      own() {
        if [ -z "$R" ]; then exec sh -c "$1"; fi
        if [ -x "$R/bin/sh" ]; then exec chroot "$R" sh -c "$1"; fi
        export R
        _own=
        for _name in cat chmod cp cut date df echo env expr find grep head id ln ls mkdir mv printf \\
          readlink rm rmdir sed sh sleep sort stat tail tee test touch tr true uname wc; do
          _found=$(command -v "$_name") || continue
          case $_found in
          /*) _own="$_own$_name() { $_found \\"\\$@\\"; }; " ;;
          esac
        done
        _path=
        for _dir in $TOOLS; do _path=$_path:$R$_dir; done
        exec /bin/sh -c "PATH='${_path#:}'; $_own$1"
      }
      """;

  private HostShell() {}

  /**
   * The beginning of a script.
   *
   * @param root {@code $R}
   * @param token the random word of this request's fences
   * @param environment what tools and operators' commands find set
   */
  public static String preamble(String root, String token, Map<String, String> environment) {
    StringBuilder exports = new StringBuilder();
    environment.forEach(
        (name, value) ->
            exports
                .append(name)
                .append('=')
                .append(Shell.quote(value))
                .append("; export ")
                .append(name)
                .append("; "));
    return "LC_ALL=C; export LC_ALL\n"
        + "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin; export PATH\n"
        + "TOOLS='"
        + TOOL_PATH
        + "'\nR="
        + Shell.quote(root)
        + "\nT="
        + Shell.quote(token)
        + "\nE="
        + Shell.quote(exports.toString())
        + "\n"
        + FUNCTIONS;
  }

  /** A host path as one word of a script, {@code $R} before it. */
  public static String path(String path) {
    return "\"$R\"" + Shell.quote(path);
  }

  /** A script as the bytes that go to a host: text in UTF-8, {@link #raw} bytes as they are. */
  public static byte[] bytes(String script) {
    return script.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Text as one word of a script, {@link #raw}. */
  public static String word(String text) {
    return raw(Shell.quote(text));
  }

  /** Text in the form scripts are put together in: one character a byte. */
  public static String raw(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
