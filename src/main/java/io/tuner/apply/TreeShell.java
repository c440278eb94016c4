package io.tuner.apply;

import io.tuner.resource.Step;
import java.util.List;
import java.util.Optional;

/**
 * The steps that move whole directories, as commands of a POSIX shell; part of {@link
 * StepFunctions}, whose functions they use. A copy is compared with what it was made of, by the
 * names and sizes of its files, before it takes its place.
 */
final class TreeShell {

  private static final String FUNCTIONS =
      """
      sizes() { (cd -- "$1" && find . -type f -exec stat -c '%s %n' {} + | sort); }
      step_copy_tree() { # FROM TO
        follow "$1" && _from=$R$_p && parent "$2" && beside || return
        rm -rf -- "$_new" "$_new.old" && cp -a -- "$_from" "$_new" || return
        if [ "$(sizes "$_from")" != "$(sizes "$_new")" ]; then
          echo "$2: the copy has other files than $1" >&2
          rm -rf -- "$_new"
          return 1
        fi
        sync -f -- "$_new" 2>/dev/null || sync
        [ ! -e "$R$_p" ] || mv -- "$R$_p" "$_new.old" || return
        mv -- "$_new" "$R$_p" && flush "$R${_p%/*}/" && rm -rf -- "$_new.old"
      }
      step_rename() { # FROM TO
        parent "$1" && _from=$R$_p && parent "$2" || return
        if [ -e "$R$_p" ] || [ -L "$R$_p" ]; then echo "$2: File exists" >&2; return 1; fi
        mv -- "$_from" "$R$_p" && flush "$R${_p%/*}/" && flush "${_from%/*}/"
      }
      step_contents() { # FROM TO
        parent "$1" && _from=$R$_p && follow "$2" || return
        for _entry in "$_from"/* "$_from"/.[!.]* "$_from"/..?*; do
          [ -e "$_entry" ] || [ -L "$_entry" ] || continue
          if [ -e "$R$_p/${_entry##*/}" ]; then
            echo "$2/${_entry##*/}: File exists" >&2
            return 1
          fi
          mv -- "$_entry" "$R$_p/" || return
        done
        rmdir -- "$_from" && flush "$R$_p/"
      }
      step_remove_tree() { parent "$1" && rm -rf -- "$R$_p" && flush "$R${_p%/*}/"; }
      """;

  private TreeShell() {}

  static String functions() {
    return FUNCTIONS;
  }

  /** The words of the command; empty where the step moves no directory. */
  static Optional<List<String>> command(Step step) {
    if (step instanceof Step.CopyTree copy) {
      return Optional.of(List.of("step_copy_tree", copy.from(), copy.to()));
    }
    if (step instanceof Step.Rename rename) {
      return Optional.of(List.of("step_rename", rename.from(), rename.to()));
    }
    if (step instanceof Step.MoveContents move) {
      return Optional.of(List.of("step_contents", move.from(), move.to()));
    }
    if (step instanceof Step.RemoveTree remove) {
      return Optional.of(List.of("step_remove_tree", remove.path()));
    }
    return Optional.empty();
  }
}
