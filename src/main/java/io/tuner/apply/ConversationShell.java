package io.tuner.apply;

/**
 * The host's half of an apply: it takes the lock, opens the run's journal, and then reads frames
 * from its standard input and does what each says, until there are no more. Where the connection
 * ends, it finishes the step it is in and stops: nothing is cut off in the middle by a lost
 * network.
 *
 * <p>Under {@code $R/var/lib/tuner}: {@code lock}, {@code holder} (who has it), {@code notified/}
 * (handlers that are still to run), {@code notified-by/} (the changes that notified them) and
 * {@code runs/RUN/} with {@code run.json}, per change {@code NNNN.json} (states before and after),
 * {@code NNNN.paths} and {@code NNNN.K.old} (old files, whole), {@code NNNN.dirs} (directories that
 * had to be made), {@code NNNN.result}, and {@code ended}, {@code interrupted}, {@code continues},
 * {@code undoes}, {@code rolled-back}.
 */
final class ConversationShell {

  private static final String FUNCTIONS =
      """
      say() { printf '\\n%s %s\\n' "$T" "$*"; }
      durable() { # PATH CONTENT: written, flushed, and renamed into place
        # dash calls every error of its printf an I/O error; cat(1) tells which one it was
        { printf '%s\\n' "$2" 2>/dev/null >"$1.new" || printf '%s\\n' "$2" | cat >"$1.new"; } &&
          flush "$1.new" && mv -f -- "$1.new" "$1"
      }
      take_lock() { # WHO
        (mkdir -p -- "${S%/*}" && umask 077 && mkdir -p -- "$S/runs" "$S/notified") 2>/dev/null
        [ -w "$S/runs" ] || { say DENIED "$S"; return 1; }
        if command -v flock >/dev/null; then
          exec 9>>"$S/lock"
          flock -w 3 9 || { say HELD "$(cat "$S/holder" 2>/dev/null)"; return 1; }
        else
          IFS= read -r _boot </proc/sys/kernel/random/boot_id
          if ! mkdir "$S/lock.d" 2>/dev/null; then
            _owner=
            IFS= read -r _owner 2>/dev/null <"$S/lock.d/owner"
            if [ "${_owner% *}" = "$_boot" ] && [ -d "/proc/${_owner#* }" ]; then
              say HELD "$(cat "$S/holder" 2>/dev/null)"
              return 1
            fi
          fi
          printf '%s %s\\n' "$_boot" $$ >"$S/lock.d/owner"
          trap 'rm -rf -- "$S/lock.d"' EXIT
        fi
        printf '%s\\n' "$1" >"$S/holder"
      }
      # died: sets _died to the runs that began to change something and did not end
      died() {
        _died=
        for _run in "$S"/runs/*/; do
          [ -e "${_run}ended" ] || [ -e "${_run}rolled-back" ] && continue
          for _entry in "$_run"[0-9]*.json; do
            [ -e "$_entry" ] || break
            _run=${_run%/}
            _died="$_died ${_run##*/}"
            break
          done
        done
      }
      # as_read RUN COUNT: fails where the run has changes that were not there when it was read
      as_read() {
        _run=$1 _count=$2
        set -- "$S/runs/$_run"/[0-9]*.json
        [ -e "$1" ] || shift
        [ $# = "$_count" ] || { say GROWN "$_run"; return 1; }
      }
      # tidy: removes the new files that a run which died had not put in place
      tidy() {
        for _run in $_died; do
          for _list in "$S/runs/$_run"/*.paths; do
            while IFS= read -r _line; do
              follow "$_line" && beside && rm -f -- "$_new"
            done 2>/dev/null <"$_list"
          done
        done
      }
      open_run() { # RUN HEADER
        J=$S/runs/$1
        # A later play of the same run on this host: its changes are one more part of that run.
        if [ "$(cat "$J/run.json" 2>/dev/null)" = "$2" ]; then
          rm -f -- "$J/ended"
          return
        fi
        _last=0
        [ ! -d "$J" ] || { say TWICE "$J"; return 1; }
        for _file in "$S/sequence" "$S"/runs/*/sequence; do
          IFS= read -r _line 2>/dev/null <"$_file" || continue
          case $_line in '' | *[!0-9]*) continue ;; esac
          [ "$_line" -le "$_last" ] || _last=$_line
        done
        _said=$(umask 077; mkdir -- "$J" 2>&1) || { say DENIED "$J: $_said"; return 1; }
        _said=$(
          umask 077
          {
            durable "$S/sequence" "$((_last + 1))" && durable "$J/sequence" "$((_last + 1))" &&
              durable "$J/run.json" "$2"
          } 2>&1
        ) || { rm -rf -- "$J"; say DENIED "$J: $_said"; return 1; }
        [ -z "$_died" ] || printf '%s\\n' $_died >"$J/continues"
      }
      # keep PATH...: copies files and empty directories that are there, and notes which directories are not
      keep() {
        _number=0
        : >"$I.paths"
        for _path; do
          _number=$((_number + 1))
          printf '%s\\n' "$_path" >>"$I.paths"
          follow "$_path" || return
          _dir=${_p%/*}
          case $_path in
          */.) _dir=$_p ;;
          *)
            if [ -f "$R$_p" ]; then
              copy "$R$_p" "$I.$_number.old" || return
            elif [ -d "$R$_p" ] && [ -z "$(ls -A -- "$R$_p")" ]; then
              copy_directory "$R$_p" "$I.$_number.old" || return
            fi
            ;;
          esac
          while [ -n "$_dir" ] && [ ! -d "$R$_dir" ]; do
            printf '%s\\n' "$_dir" >>"$I.dirs"
            _dir=${_dir%/*}
          done
        done
        sync -- "$I".* 2>/dev/null || sync
      }
      # change INDEX ENTRY COMMANDS PATH...: journals, then does it, then says how it went
      change() {
        I=$J/$1 _entry=$2 _commands=$3 _index=$1
        shift 3
        _said=$(umask 077; { keep "$@" && durable "$I.json" "$_entry" && flush "$J/"; } 2>&1) || {
          rm -rf -- "$I".*
          say UNJOURNALLED "$_index"
          printf '%s' "$_said" | head -c 4096
          say OUT
          return 1
        }
        (
          _at=0
          eval "$_commands"
          _code=$?
          say AT "$_at" >&3
          exit "$_code"
        ) </dev/null >"$I.out" 2>&1 &
        _pid=$!
        say PID "$_pid"
        wait "$_pid"
        _code=$?
        # Where the disk is full, the output is lost as well; that it is full is not.
        _said=$({ printf '%s\\n' "$_code" >"$I.result"; } 2>&1)
        say STEP "$_index" "$_code"
        [ "$_code" = 0 ] || { head -c 16384 "$I.out"; printf '%s\\n' "$_said"; }
        say OUT
        return "$_code"
      }
      # notified NAME HANDLER INDEX: before the change of that number
      notified() {
        (
          umask 077
          mkdir -p -- "$S/notified-by" && printf '%s\\n' "${J##*/}/$3" >>"$S/notified-by/$1" &&
            durable "$S/notified/$1" "$2"
        )
      }
      # unnotify RUN/[NNNN]: forgets the handlers that no other change had notified
      unnotify() {
        for _by in "$S"/notified-by/*; do
          [ -e "$_by" ] || break
          _line=$(
            while IFS= read -r _line; do
              case $_line in "$1"*) ;; *) printf '%s\\n' "$_line" ;; esac
            done <"$_by"
          )
          if [ -n "$_line" ]; then
            printf '%s\\n' "$_line" >"$_by"
          else
            rm -f -- "$S/notified/${_by##*/}" "$_by"
          fi
        done
      }
      # unmake ENTRY...: removes the directories that taken-back changes had made, where empty
      unmake() {
        for _entry; do
          unnotify "$_entry"
          while IFS= read -r _line; do
            rmdir -- "$R$_line" 2>/dev/null
          done 2>/dev/null <"$S/runs/$_entry.dirs"
        done
        return 0
      }
      # unmake_run RUN: the same for a whole run, also for changes that died before they took
      unmake_run() {
        _taken=$1
        unnotify "$_taken/"
        set --
        for _list in "$S/runs/$_taken"/*.dirs; do set -- "$_list" "$@"; done
        for _list; do
          _list=${_list##*/}
          unmake "$_taken/${_list%.dirs}"
        done
      }
      end_run() { # WORD
        for _run in $_died; do
          [ -e "$S/runs/$_run/ended" ] || printf 'continued\\n' >"$S/runs/$_run/ended"
        done
        durable "$J/ended" "$1"
      }
      converse() {
        exec 8<&0
        while IFS= read -r _length <&8; do
          _script=$(head -c "$_length" <&8; echo .)
          _script=${_script%.}
          [ "${#_script}" = "$_length" ] || break
          eval "$_script"
        done
      }
      """;

  private ConversationShell() {}

  /** The functions; once in a script, after {@link StepShell}'s. */
  static String functions() {
    return FUNCTIONS;
  }
}
