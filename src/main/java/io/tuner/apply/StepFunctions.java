package io.tuner.apply;

/**
 * The shell functions that the steps of a script are made of. Every one returns with a status.
 *
 * <p>A file is never opened for writing where it lies: the new one is written beside it under a
 * name that is the same in every run (so that the next one cleans it up), gets the old one's mode,
 * owner, ACL, extended attributes and label, is flushed, and renamed over it (rename(2) is atomic).
 */
final class StepFunctions {

  /** Once in a script, after {@link io.tuner.probe.HostShell}'s. */
  static final String TEXT =
      """
      flush() { sync -- "$1" 2>/dev/null || sync; }
      # beside: sets _new to the name a new file has until it is whole; follow was called
      beside() { _new=$R${_p%/*}/.${_p##*/}.tuner; }
      copy() { cp --preserve=all -- "$1" "$2" 2>/dev/null || cp -p -- "$1" "$2"; }
      # copy_directory FROM TO: of one that is empty, with ACL and extended attributes
      copy_directory() { cp -R --preserve=all -- "$1" "$2" 2>/dev/null || cp -Rp -- "$1" "$2"; }
      # A new owner takes set-ID bits away (chown(2)); a directory loses them to five digits only (GNU chmod)
      owned() { # PATH MODE OWNER GROUP, '-' for what stays
        _bits=$2
        [ "$2" != - ] || [ "$3$4" = -- ] || _bits=$(stat -c %a -- "$1") || return
        [ "$3" = - ] || chown -- "$3" "$1" || return
        [ "$4" = - ] || chgrp -- "$4" "$1" || return
        [ "$_bits" = - ] || chmod -- "00$_bits" "$1"
      }
      # chosen VALUE: in a directory no kernel keeps the list of choices, whose active one is in brackets
      chosen() {
        _value=$1
        [ -n "$R" ] && IFS= read -r _line <"$R$_p" || return 0
        case $_line in *\\[*\\]*) ;; *) return 0 ;; esac
        _rest=${_line#*\\[}
        _line=" ${_line%%\\[*}${_rest%%]*}${_rest#*]} "
        case $_line in *" $1 "*) _value="${_line%% "$1" *} [$1] ${_line#* "$1" }" ;; *) return 0 ;; esac
        _value=${_value# }
        _value=${_value%% }
      }
      step_write() { # PATH VALUE
        follow "$1" || return
        [ -e "$R$_p" ] || { echo "$1: No such file or directory" >&2; return 1; }
        chosen "$2"
        set -- "$1" "$_value"
        # dash calls every error of its printf an I/O error; cat(1) tells which one it was
        printf '%s\\n' "$2" 2>/dev/null >"$R$_p" ||
          _why=$(printf '%s\\n' "$2" | cat 2>&1 >"$R$_p") || {
          echo "$1: ${_why##*: }" >&2
          return 1
        }
      }
      # kept PATH: sets _kept to the copy that the change being taken back had saved of a path
      kept() {
        _kept= _number=0
        [ -n "$OLD" ] || return 0
        while IFS= read -r _line; do
          _number=$((_number + 1))
          [ "$_line" = "$1" ] && [ -e "$OLD.$_number.old" ] && _kept=$OLD.$_number.old
        done 2>/dev/null <"$OLD.paths"
        return 0
      }
      # faults WORD: of what is read the lines that hold the word, each behind its heading
      faults() {
        _heading=
        while IFS= read -r _line; do
          case $_line in
          *"$1"*) printf '%s %s\\n' "$_heading" "$_line" ;;
          [!\\ ]*) _heading=$_line ;;
          esac
        done
      }
      # newly WORD: whether the check `asked` refuses $_file for nothing but what it finds in $_was as well
      newly() {
        _said=$(asked) && return
        _had=
        if [ -e "$R$_p" ]; then
          _had=$(_file=$_was && asked) && { printf '%s\\n' "$_said" >&2; return 1; }
        else
          printf '%s\\n' "$_said" >&2
          return 1
        fi
        _had=$(printf '%s\\n' "$_had" | faults "$1")
        _left=$(printf '%s\\n' "$_said" | faults "$1" | while IFS= read -r _line; do
          case "
      $_had
      " in
          *"
      $_line
      "*) ;;
          *) printf '%s\\n' "$_line" ;;
          esac
        done)
        [ -z "$_left" ] || { printf '%s\\n' "$_left" >&2; return 1; }
      }
      # directory PATH: with those above it, whatever umask the login set
      directory() { (umask 022 && mkdir -p -- "$1"); }
      step_replace() { # PATH MODE OWNER GROUP CHECK; the content on standard input
        _new=
        replaced "$@" && return
        _code=$?
        # Half a file on a disk that is full would keep it so.
        [ -z "$_new" ] || rm -f -- "$_new"
        return "$_code"
      }
      replaced() { # of step_replace
        follow "$1" && beside || return
        directory "$R${_p%/*}" || return
        rm -f -- "$_new" && _mode=$2 || return
        kept "$1"
        if [ -e "$R$_p" ]; then
          copy "$R$_p" "$_new" || return
        elif [ -f "$_kept" ]; then
          copy "$_kept" "$_new" || return
        elif [ "$_mode" = - ]; then
          _mode=644
        fi
        [ -e "$_new" ] || (umask 077 && : >"$_new") || return
        cat >"$_new" && owned "$_new" "$_mode" "$3" "$4" || return
        if [ -n "$5" ]; then
          _file=${_new#"$R"} _was=$_p
          [ -z "$R" ] || [ -x "$R/bin/sh" ] || _file=$_new _was=$R$_p
          (eval "$5") || return
        fi
        flush "$_new" && mv -f -- "$_new" "$R$_p" && flush "$R${_p%/*}/"
      }
      step_remove() { # PATH
        parent "$1" || return
        [ -e "$R$_p" ] || [ -L "$R$_p" ] || return 0
        rm -f -- "$R$_p" && flush "$R${_p%/*}/"
      }
      step_directory() { # PATH MODE OWNER GROUP
        follow "$1" && kept "$1" || return
        if [ -d "$_kept" ] && [ ! -e "$R$_p" ]; then
          directory "$R${_p%/*}" && copy_directory "$_kept" "$R$_p" || return
        fi
        directory "$R$_p" && owned "$R$_p" "$2" "$3" "$4"
      }
      step_rmdir() { parent "$1" && { [ ! -d "$R$_p" ] || rmdir -- "$R$_p"; }; }
      step_link() { # PATH TARGET
        parent "$1" && directory "$R${_p%/*}" && ln -sfn -- "$2" "$R$_p"
      }
      step_owned() { follow "$1" && owned "$R$_p" "$2" "$3" "$4"; }
      # step_judged WORD ARGUMENT... of step_run: fails as well where the output has that word
      step_judged() {
        _word=$1 && shift
        _verdict=0
        _output=$(step_run "$@" 2>&1) || _verdict=$?
        printf '%s\\n' "$_output"
        [ $_verdict = 0 ] || return $_verdict
        case $_output in *"$_word"*) return 1 ;; esac
      }
      # step_run SUCCESSES TOOLS... -- ARGUMENT...: standard input is the tool's
      step_run() {
        _good=$1 _tools= && shift
        while [ "$1" != -- ]; do _tools="$_tools $1"; shift; done
        shift
        tool $_tools || { echo "${_tools# }: not installed" >&2; return 127; }
        _code=0
        (eval "$E"; run "$@") 3>&- 8<&- 9>&- || _code=$?
        case " $_good " in *" $_code "*) return 0 ;; esac
        return $_code
      }
      step_own() { (eval "$E"; own "$1") </dev/null 3>&- 8<&- 9>&-; }
      # step_ask NUMBER: the control machine does what only it can, and says how that went
      step_ask() {
        printf '\\n%s ASK %s\\n' "$T" "$1" >&3
        IFS= read -r _code <&8 && IFS= read -r _said <&8 || return
        [ -z "$_said" ] || printf '%s\\n' "$_said"
        return "$_code"
      }
      step_send() { # PATH SIZE SHA256; the bytes follow on the conversation's own input
        follow "$1" && beside || return
        directory "$R${_p%/*}" && rm -f -- "$_new" || return
        printf '\\n%s SEND\\n' "$T" >&3
        head -c "$2" <&8 >"$_new" || { _code=$?; rm -f -- "$_new"; return "$_code"; }
        _sum=$(sha256sum <"$_new") && [ "${_sum%% *}" = "$3" ] || {
          echo "$1: arrived damaged" >&2
          rm -f -- "$_new"
          return 1
        }
        flush "$_new" && mv -f -- "$_new" "$R$_p" && flush "$R${_p%/*}/"
      }
      """
          + TreeShell.functions();

  private StepFunctions() {}
}
