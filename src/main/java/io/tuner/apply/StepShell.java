package io.tuner.apply;

import io.tuner.probe.HostShell;
import io.tuner.probe.ProbeScript;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.text.Shell;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The steps of a script as commands of a POSIX shell. Every function returns with a status, and the
 * first step that fails ends the script; {@code _at} is then its number.
 *
 * <p>A file is never opened for writing where it lies: the new one is written beside it under a
 * name that is the same in every run (so that the next one cleans it up), gets the old one's mode,
 * owner, ACL, extended attributes and label, is flushed, and renamed over it (rename(2) is atomic).
 */
final class StepShell {

  private static final String FUNCTIONS =
      """
      flush() { sync -- "$1" 2>/dev/null || sync; }
      # beside: sets _new to the name a new file has until it is whole; follow was called
      beside() { _new=$R${_p%/*}/.${_p##*/}.tuner; }
      copy() { cp --preserve=all -- "$1" "$2" 2>/dev/null || cp -p -- "$1" "$2"; }
      # A new owner takes set-ID bits away (chown(2)); a directory loses them to five digits only (GNU chmod)
      owned() { # PATH MODE OWNER GROUP, '-' for what stays
        _bits=$2
        [ "$2" != - ] || [ "$3$4" = -- ] || _bits=$(stat -c %a -- "$1") || return
        [ "$3" = - ] || chown -- "$3" "$1" || return
        [ "$4" = - ] || chgrp -- "$4" "$1" || return
        [ "$_bits" = - ] || chmod -- "00$_bits" "$1"
      }
      step_write() { # PATH VALUE
        follow "$1" || return
        [ -e "$R$_p" ] || { echo "$1: No such file or directory" >&2; return 1; }
        printf '%s\\n' "$2" >"$R$_p"
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
      step_replace() { # PATH MODE OWNER GROUP CHECK; the content on standard input
        follow "$1" && beside || return
        mkdir -p -- "$R${_p%/*}" || return
        rm -f -- "$_new" && _mode=$2 || return
        kept "$1"
        if [ -e "$R$_p" ]; then
          copy "$R$_p" "$_new" || return
        elif [ -n "$_kept" ]; then
          copy "$_kept" "$_new" || return
        elif [ "$_mode" = - ]; then
          _mode=644
        fi
        [ -e "$_new" ] || (umask 077 && : >"$_new") || return
        cat >"$_new" && owned "$_new" "$_mode" "$3" "$4" || return
        if [ -n "$5" ]; then
          _file=${_new#"$R"}
          [ -z "$R" ] || [ -x "$R/bin/sh" ] || _file=$_new
          (eval "$5") || { rm -f -- "$_new"; return 1; }
        fi
        flush "$_new" && mv -f -- "$_new" "$R$_p" && flush "$R${_p%/*}/"
      }
      step_remove() { # PATH
        parent "$1" || return
        [ -e "$R$_p" ] || [ -L "$R$_p" ] || return 0
        rm -f -- "$R$_p" && flush "$R${_p%/*}/"
      }
      step_directory() { # PATH MODE OWNER GROUP
        follow "$1" && mkdir -p -- "$R$_p" && owned "$R$_p" "$2" "$3" "$4"
      }
      step_rmdir() { parent "$1" && { [ ! -d "$R$_p" ] || rmdir -- "$R$_p"; }; }
      step_copy_tree() { # FROM TO
        follow "$1" && _from=$R$_p && parent "$2" && beside || return
        rm -rf -- "$_new" "$_new.old" && cp -a -- "$_from" "$_new" || return
        sync -f -- "$_new" 2>/dev/null || sync
        [ ! -e "$R$_p" ] || mv -- "$R$_p" "$_new.old" || return
        mv -- "$_new" "$R$_p" && flush "$R${_p%/*}/" && rm -rf -- "$_new.old"
      }
      step_rename() { # FROM TO
        parent "$1" && _from=$R$_p && parent "$2" || return
        if [ -e "$R$_p" ] || [ -L "$R$_p" ]; then echo "$2: File exists" >&2; return 1; fi
        mv -- "$_from" "$R$_p" && flush "$R${_p%/*}/" && flush "${_from%/*}/"
      }
      step_link() { # PATH TARGET
        parent "$1" && mkdir -p -- "$R${_p%/*}" && ln -sfn -- "$2" "$R$_p"
      }
      step_owned() { follow "$1" && owned "$R$_p" "$2" "$3" "$4"; }
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
      step_send() { # PATH SIZE SHA256; the bytes follow on the conversation's own input
        follow "$1" && beside || return
        mkdir -p -- "$R${_p%/*}" && rm -f -- "$_new" || return
        printf '\\n%s SEND\\n' "$T" >&3
        head -c "$2" <&8 >"$_new" || return
        _sum=$(sha256sum <"$_new") && [ "${_sum%% *}" = "$3" ] || {
          echo "$1: arrived damaged" >&2
          rm -f -- "$_new"
          return 1
        }
        flush "$_new" && mv -f -- "$_new" "$R$_p" && flush "$R${_p%/*}/"
      }
      """;

  private StepShell() {}

  /** The functions that {@link #commands} calls; once in a script, after {@link HostShell}'s. */
  static String functions() {
    return FUNCTIONS;
  }

  /** The steps as one list of commands joined by {@code &&}; raw, for {@link HostShell#bytes}. */
  static String commands(Script script) {
    List<String> commands = new ArrayList<>();
    int number = 0;
    for (Step step : script.steps()) {
      commands.add("_at=" + ++number);
      commands.add(command(step));
    }
    return commands.isEmpty() ? ":" : String.join(" &&\n", commands);
  }

  /** The sends of a script in their order: their bytes follow when the host asks. */
  static List<Step.Send> sends(Script script) {
    return script.steps().stream()
        .filter(Step.Send.class::isInstance)
        .map(Step.Send.class::cast)
        .toList();
  }

  private static String command(Step step) {
    if (step instanceof Step.Write write) {
      return "step_write " + words(List.of(write.path(), write.value()));
    }
    if (step instanceof Step.ReplaceFile replace) {
      String check = replace.check().map(StepShell::check).orElse("");
      return print(replace.content())
          + " | step_replace "
          + word(replace.path())
          + " "
          + ownership(replace.ownership())
          + " "
          + word(check);
    }
    if (step instanceof Step.RemoveFile remove) {
      return "step_remove " + word(remove.path());
    }
    if (step instanceof Step.MakeDirectory directory) {
      return "step_directory " + word(directory.path()) + " " + ownership(directory.ownership());
    }
    if (step instanceof Step.RemoveDirectory directory) {
      return "step_rmdir " + word(directory.path());
    }
    if (step instanceof Step.CopyTree copy) {
      return "step_copy_tree " + words(List.of(copy.from(), copy.to()));
    }
    if (step instanceof Step.Rename rename) {
      return "step_rename " + words(List.of(rename.from(), rename.to()));
    }
    if (step instanceof Step.MakeLink link) {
      return "step_link " + words(List.of(link.path(), link.target()));
    }
    if (step instanceof Step.SetOwnership owned) {
      return "step_owned " + word(owned.path()) + " " + ownership(owned.ownership());
    }
    if (step instanceof Step.Run run) {
      return run(run);
    }
    if (step instanceof Step.Command own) {
      return "step_own " + word(own.command());
    }
    if (step instanceof Step.Send send) {
      String size = Long.toString(send.file().size());
      return "step_send " + words(List.of(send.path(), size, send.file().sha256()));
    }
    if (step instanceof Step.Attempt attempt) {
      return "{ { "
          + attempt.body().stream().map(StepShell::command).collect(Collectors.joining(" &&\n"))
          + "; } || { "
          + attempt.undo().stream().map(StepShell::command).collect(Collectors.joining(" ;\n"))
          + "; false; }; }";
    }
    if (step instanceof Step.Each each) {
      return each.steps().stream()
          .map(part -> command(part) + " || _each=1")
          .collect(Collectors.joining(";\n", "{ _each=0;\n", ";\n[ $_each = 0 ]; }"));
    }
    throw new IllegalArgumentException("not a step for a shell: " + step.show());
  }

  private static String run(Step.Run run) {
    String successes =
        run.successes().stream().sorted().map(String::valueOf).collect(Collectors.joining(" "));
    String input =
        run.input().map(secret -> "printf %s " + word(secret.reveal()) + " | ").orElse("");
    return input
        + "step_run "
        + word(successes)
        + " "
        + ProbeScript.tools(run.tools())
        + " --"
        + (run.arguments().isEmpty() ? "" : " " + words(run.arguments()))
        + (run.input().isPresent() ? "" : " </dev/null");
  }

  /** The command that checks a new file; {@code %s} among its arguments is the file. */
  private static String check(Step.Check check) {
    String arguments =
        check.arguments().stream()
            .map(a -> a.equals("%s") ? "\"$_file\"" : Shell.quote(a))
            .collect(Collectors.joining(" "));
    String tool = "tool " + ProbeScript.tools(List.of(check.tool()));
    return check.onlyIfInstalled()
        ? "if " + tool + "; then run " + arguments + "; fi"
        : tool
            + " || { echo "
            + Shell.quote(check.tool() + ": not installed")
            + " >&2; exit 127; }; run "
            + arguments;
  }

  private static String ownership(Step.Ownership ownership) {
    return words(
        List.of(
            ownership.mode().orElse("-"),
            ownership.owner().orElse("-"),
            ownership.group().orElse("-")));
  }

  /** A command that prints these very bytes; a shell word cannot hold NUL, an octal escape can. */
  private static String print(Content content) {
    String bytes = new String(content.bytes(), StandardCharsets.ISO_8859_1);
    if (bytes.indexOf('\0') < 0) {
      return "printf %s " + Shell.quote(bytes);
    }
    StringBuilder octal = new StringBuilder();
    for (int i = 0; i < bytes.length(); i++) {
      octal.append(String.format("\\%03o", (int) bytes.charAt(i)));
    }
    return "printf '" + octal + "'";
  }

  private static String words(List<String> words) {
    return words.stream().map(StepShell::word).collect(Collectors.joining(" "));
  }

  private static String word(String text) {
    return HostShell.raw(Shell.quote(text));
  }
}
