package io.tuner.apply;

/**
 * The host's half of a change that must be confirmed: a process of its own, which outlives the
 * connection, takes the run back unless somebody confirms it in time.
 *
 * <p>In {@code runs/RUN/}: {@code guard} (its script), {@code deadline} (in seconds since the boot,
 * uptime of proc(5), which no change of the clock moves), {@code shell} (the shell that holds the
 * run's conversation and when it started), {@code NNNN.back} (what takes change NNNN back) and
 * {@code NNNN.back.out} (what that printed), and {@code decided}, a directory: whoever makes it,
 * the guard or who confirms, has the say.
 */
final class GuardShell {

  /** For the conversation, and for the guard itself. */
  private static final String FUNCTIONS =
      """
      # vigil SECONDS: the guard holds still until so long from now
      vigil() {
        IFS=' .' read -r _up _rest </proc/uptime &&
          printf '%s\\n' "$((_up + $1))" >"$J/deadline.new" && mv -f -- "$J/deadline.new" "$J/deadline"
      }
      # began PID: when a process started, in ticks since the boot
      began() {
        IFS= read -r _line 2>/dev/null <"/proc/$1/stat" || return
        set -- ${_line##*) }
        shift 19
        echo "$1"
      }
      # guard SCRIPT: starts the run's guard, where it has none
      guard() {
        [ ! -e "$J/guard" ] || return 0
        (umask 077 && durable "$J/guard" "$1") || return
        rm -rf -- "$J/decided"
        echo "$$ $(began $$)" >"$J/shell"
        # systemd ends what a session leaves behind where it is told to (logind.conf(5), KillUserProcesses)
        if [ -z "$R" ] && [ -d /run/systemd/system ] && command -v systemd-run >/dev/null &&
          systemd-run --quiet --unit "tuner-guard-${J##*/}" /bin/sh "$J/guard" 2>/dev/null; then
          return
        fi
        _apart=
        command -v setsid >/dev/null && _apart=setsid
        ($_apart /bin/sh "$J/guard" </dev/null >/dev/null 2>&1 3>&- 8<&- 9>&- &)
      }
      # guarded INDEX SECONDS COMMANDS: before a change that may take so long, and what takes it back
      guarded() {
        _said=$({ vigil "$2" && guard "$_guard" && (umask 077 && durable "$J/$1.back" "$3"); } 2>&1) || {
          say UNJOURNALLED "$1"
          printf '%s' "$_said" | head -c 4096
          say OUT
          return 1
        }
      }
      """;

  /** The guard, once it has everything that a conversation has. */
  private static final String MAIN =
      """
      exec 3>/dev/null
      cd /
      while :; do
        [ ! -d "$J/decided" ] || exit 0
        IFS=' .' read -r _up _rest </proc/uptime
        IFS= read -r _deadline <"$J/deadline" || exit 0
        [ "$_up" -lt "$_deadline" ] || break
        sleep 1
      done
      # The conversation may hang on a connection that is cut, with the lock.
      IFS=' ' read -r _shell _when <"$J/shell"
      if [ "$(began "$_shell")" = "$_when" ]; then
        victims "$_shell"
        kill -9 $_victims
      fi
      until take_lock "${J##*/} takes itself back, for nobody confirmed it"; do sleep 1; done
      mkdir "$J/decided" 2>/dev/null || exit 0
      # A later run has come to the host, which can be reached then, and goes on from how this one left it.
      IFS= read -r _mine <"$J/sequence" && IFS= read -r _last <"$S/sequence"
      if [ "$_mine" != "$_last" ]; then
        rm -f -- "$J"/*.back "$J/guard" "$J/shell" "$J/deadline"
        exit
      fi
      _died=${J##*/}
      tidy
      set --
      for _back in "$J"/[0-9]*.back; do
        [ -e "${_back%.back}.json" ] && set -- "$_back" "$@"
      done
      _left=
      for _back; do
        OLD=${_back%.back}
        if (. "$_back") </dev/null >"$OLD.back.out" 2>&1; then
          unmake "${J##*/}/${OLD##*/}"
        else
          _left=1
        fi
      done
      # Whatever it changed before it had a guard is left, as is what only the control machine can take back.
      for _entry in "$J"/[0-9]*.json; do
        [ -e "${_entry%.json}.back" ] || _left=1
      done
      rm -f -- "$J"/*.back "$J/guard" "$J/shell" "$J/deadline"
      if [ -z "$_left" ]; then
        unmake_run "${J##*/}"
        durable "$J/rolled-back" "${J##*/}"
      fi
      durable "$J/ended" unconfirmed
      """;

  /** What confirms: prints a line that says who had the say. */
  static final String CONFIRM =
      """
      if mkdir "$J/decided" 2>/dev/null; then
        rm -f -- "$J"/*.back "$J/guard" "$J/shell" "$J/deadline"
        echo CONFIRMED
      else
        echo LATE
      fi
      """;

  /** What has the guard act now; answers with how the run ended, or with nothing while it works. */
  static final String GIVE_UP =
      """
      IFS= read -r _ended 2>/dev/null <"$J/ended"
      case $_ended in
        unconfirmed)
          [ -e "$J/rolled-back" ] && echo WHOLE && exit
          echo PART
          for _out in "$J"/*.back.out; do [ ! -e "$_out" ] || head -c 4096 "$_out"; done
          ;;
        *) [ ! -e "$J/deadline" ] || echo 0 >"$J/deadline" ;;
      esac
      """;

  private GuardShell() {}

  /** The functions; once in a script, after {@link ConversationShell}'s. */
  static String functions() {
    return FUNCTIONS + Cancellation.FUNCTIONS;
  }

  /**
   * The guard of a run.
   *
   * @param functions all that a conversation begins with
   * @param journal the run's directory, as a word of a script
   */
  static String script(String functions, String journal) {
    return functions + "J=" + journal + "\n" + MAIN;
  }
}
