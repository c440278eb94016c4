package io.tuner.probe;

import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.text.Shell;
import java.util.List;

/**
 * The part of a script that answers a probe. All files are read in ONE pass of one {@code head},
 * byte exact, with a fence after each on both streams; every distinct command runs once, in a
 * subshell of its own.
 *
 * <p>The fence on standard output is {@code head}'s own environment, which holds the token and
 * nothing else; the one on standard error is the complaint about a path below {@code /dev/null}
 * that ends in the token. So no byte of a file and no error of one can be taken for another's.
 */
public final class ProbeScript {

  /** The most that is read of one file, in bytes. */
  public static final int FILE_LIMIT = Read.LIMIT;

  private static final String FUNCTIONS =
      """
      # place NAME: sets _t to where a program of the host is, without the process `command -v` takes
      place() {
        for _dir in $TOOLS; do
          _t=$_dir/$1
          [ ! -x "$_t" ] || return 0
        done
      }
      # command NUMBER TEXT: its output and exit between fences
      command_() {
        (eval "$E$2") </dev/null &
        _pid=$!
        printf '\\n%s p %s\\n' "$T" "$_pid"
        wait "$_pid"
        _exit=$?
        printf '\\n%s c %s %s\\n' "$T" "$1" "$_exit"
        printf '\\n%s c %s\\n' "$T" "$1" >&2
      }
      absent() {
        printf '\\n%s c %s -\\n' "$T" "$1"
        printf '\\n%s c %s\\n' "$T" "$1" >&2
      }
      # leads PATH: as follow, where there is something, be it a link to what is not there
      leads() {
        parent "$1" || return
        if [ -L "$R$_p" ]; then follow "$1"; else follow "$1" && [ -e "$R$_p" ]; fi
      }
      # processes KIND VALUE: sets _pids to the numbers of those that match
      processes() {
        _kind=$1 _value=$2
        for _dir in "$R"/proc/[0-9]*; do
          case $_kind in
          c) IFS= read -r _line 2>/dev/null <"$_dir/comm" || continue
            [ "$_line" = "$_value" ] || continue ;;
          u) _line=
            while IFS= read -r _group; do
              case $_group in */"$_value" | */"$_value"/*) _line=1 ;; esac
            done 2>/dev/null <"$_dir/cgroup"
            [ -n "$_line" ] || continue ;;
          p) [ "${_dir##*/}" = "$_value" ] || continue ;;
          esac
          _pids="$_pids ${_dir##*/}"
        done
      }
      """;

  private ProbeScript() {}

  /** The functions that {@link #body} calls; once in a script. */
  public static String functions() {
    return FUNCTIONS;
  }

  /** The commands that answer a probe, in the order {@link ProbeAnswer} reads. */
  public static String body(Probe probe) {
    StringBuilder out = new StringBuilder("printf '\\n%s BEGIN\\n' \"$T\"\n");
    out.append("printf '\\n%s BEGIN\\n' \"$T\" >&2\n");
    files(probe, out);
    attributes(probe, out);
    links(probe, out);
    commands(probe, out);
    out.append("printf '\\n%s END\\n' \"$T\"\n");
    out.append("printf '\\n%s END\\n' \"$T\" >&2\n");
    return HostShell.raw(out.toString());
  }

  /** What is read of one kind, in the order of the probe: scripts and answers number by it. */
  static <T extends Read> List<T> of(Probe probe, Class<T> kind) {
    return probe.reads().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The commands of a probe, in the order they run. */
  static List<Read> commandsOf(Probe probe) {
    return probe.reads().stream()
        .filter(
            read ->
                read instanceof Read.Run
                    || read instanceof Read.Ask
                    || read instanceof Read.Process process && !process.words().isEmpty())
        .toList();
  }

  /** The processes whose files are read whole, with all other files. */
  static List<Read.Process> processes(Probe probe) {
    return of(probe, Read.Process.class).stream().filter(p -> p.words().isEmpty()).toList();
  }

  /** One pass has one limit; what is too large for its own read is refused when it is here. */
  private static int limit(Probe probe) {
    return of(probe, Read.Glob.class).stream()
        .mapToInt(Read.Glob::limit)
        .reduce(FILE_LIMIT, Math::max);
  }

  private static void files(Probe probe, StringBuilder out) {
    out.append("set --");
    for (Read.File file : of(probe, Read.File.class)) {
      out.append(' ').append(HostShell.path(file.path()));
    }
    int number = 0;
    for (Read.Glob glob : of(probe, Read.Glob.class)) {
      // The pattern is made of harmless characters alone, and must be unquoted to be one.
      out.append(" /dev/null/g").append(++number).append(" \"$R\"").append(glob.pattern());
    }
    out.append(" /dev/null/s\n");
    int selector = 0;
    for (Read.Process process : processes(probe)) {
      process(process, ++selector, out);
    }
    out.append(
        """
        place xargs; _xargs=$_t; place head
        printf '%s\\0' "$@"
        printf '\\0'
        if [ -z "$R" ]; then
          printf "%s\\0/proc/self/environ\\0/dev/null/$T\\0" "$@"
        else
          for _file; do
            case $_file in
            /dev/null/*) ;;
            # A path that leads in a circle is no file: what is read in its place is refused.
            *) if follow "${_file#"$R"}" 2>/dev/null; then _file=$R$_p; else _file=$R/; fi ;;
            esac
            printf "%s\\0/proc/self/environ\\0/dev/null/$T\\0" "$_file"
          done
        fi | env -i T="$T" "$_xargs" -0 "$_t" -qc LIMIT --
        """
            .replace("LIMIT", Integer.toString(limit(probe) + 1)));
  }

  private static void process(Read.Process process, int number, StringBuilder out) {
    select(process.selector(), out);
    out.append("set -- \"$@\" /dev/null/p").append(number);
    out.append("\nfor _pid in $_pids; do set -- \"$@\"");
    for (String file : process.files()) {
      out.append(" \"$R\"/proc/$_pid/").append(file);
    }
    out.append("; done\n");
  }

  /** Sets _pids. */
  private static void select(Read.Selector selector, StringBuilder out) {
    String kind =
        switch (selector.kind()) {
          case COMMAND -> "c";
          case UNIT -> "u";
          case PID_FILE -> "p";
        };
    String value = selector.value();
    out.append("_pids=\n");
    if (kind.equals("p")) {
      out.append("_value=; IFS= read -r _value 2>/dev/null <").append(HostShell.path(value));
      out.append("\nprocesses p \"$_value\"\n");
    } else {
      out.append("processes ").append(kind).append(' ').append(Shell.quote(value)).append('\n');
    }
  }

  private static void attributes(Probe probe, StringBuilder out) {
    List<Read.Attributes> all = of(probe, Read.Attributes.class);
    if (all.isEmpty()) {
      return;
    }
    out.append("set --");
    for (Read.Attributes attributes : all) {
      out.append(attributes.followed() ? " L" : " P").append(Shell.quote(attributes.path()));
    }
    out.append(
        """

        for _file; do
          case $_file in
          L*) follow "${_file#L}" 2>/dev/null || _p=${_file#L} ;;
          *) parent "${_file#P}" 2>/dev/null || _p=${_file#P} ;;
          esac
          printf "%s\\0/./.\\0/dev/null/$T\\0" "$R$_p"
        done | xargs -0 stat -c '%f %u %g %s %h %U %G %n' --
        """);
  }

  private static void links(Probe probe, StringBuilder out) {
    for (Read.Link link : of(probe, Read.Link.class)) {
      if (!link.followed()) {
        out.append("if parent ").append(Shell.quote(link.path()));
        out.append(" && [ -L \"$R$_p\" ]; then printf 'E%s\\0' \"$(readlink \"$R$_p\")\"; ");
        out.append("else printf 'A\\0'; fi\n");
        continue;
      }
      out.append("if leads ").append(Shell.quote(link.path()));
      out.append("; then printf 'E%s\\0' \"$_p\"; ");
      out.append("else printf 'A\\0'; fi\n");
    }
  }

  private static void commands(Probe probe, StringBuilder out) {
    int number = 0;
    for (Read read : commandsOf(probe)) {
      number++;
      if (read instanceof Read.Run run) {
        out.append("if tool ").append(tools(run.tools())).append("; then command_ ");
        out.append(number).append(' ').append(Shell.quote(text(run)));
        out.append("; else absent ").append(number).append("; fi\n");
      } else if (read instanceof Read.Process process) {
        select(process.selector(), out);
        out.append("command_ ")
            .append(number)
            .append(' ')
            .append(Shell.quote(ProcessLines.command(process)));
        out.append('\n');
      } else {
        String own = "own " + Shell.quote(((Read.Ask) read).command());
        out.append("command_ ").append(number).append(' ').append(Shell.quote(own)).append('\n');
      }
    }
  }

  private static String text(Read.Run run) {
    String command = "run " + Shell.join(run.arguments());
    return run.input()
        .map(input -> "printf %s " + Shell.quote(input.reveal()) + " | (" + command + ")")
        .orElse(command);
  }

  /** Names of tools as words; a path may hold a pattern, which the shell expands. */
  public static String tools(List<String> names) {
    StringBuilder out = new StringBuilder();
    for (String name : names) {
      if (!name.matches("/?[A-Za-z0-9_+.*/-]+")) {
        throw new IllegalArgumentException("not the name of a tool: " + name);
      }
      out.append(out.isEmpty() ? "" : " ").append(name);
    }
    return out.toString();
  }
}
