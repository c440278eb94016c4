package io.tuner.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Shell text around a benchmark that makes files: they are removed when it ends, also where it
 * failed or a signal came, and a file that was there before never is. Only SIGKILL and a power
 * failure leave them.
 *
 * <p>Within it, {@code run COMMAND} runs a program that a signal to the shell ends as well, by
 * SIGKILL where it does not end in time; {@code $had} is empty unless each of the files was there
 * before; {@code colons PATH} is the path as fio takes it among several.
 */
final class CleanedUp {

  /** fio has been seen to wait for itself for ever where a signal comes as it starts its jobs. */
  private static final int GRACE_SECONDS = 5;

  private final List<String> lines = new ArrayList<>();
  private final List<String> cleaning = new ArrayList<>();
  private final List<String> made = new ArrayList<>();

  /** Around what makes these files, or writes to them where they are there. */
  static CleanedUp files(List<String> paths) {
    CleanedUp text = new CleanedUp();
    text.lines.add("had=yes");
    for (int i = 0; i < paths.size(); i++) {
      String file = "\"$file" + i + "\"";
      text.lines.add("file" + i + "=" + HostPath.word(paths.get(i)));
      text.lines.add("made" + i + "=");
      text.lines.add("[ -e " + file + " ] || [ -L " + file + " ] || { made" + i + "=yes; had=; }");
      text.lines.add(
          "if [ -L "
              + file
              + " ] && [ ! -e "
              + file
              + " ]; then\n"
              + "  printf '%s is a link to nothing\\n' "
              + file
              + " >&2\n"
              + "  exit 1\n"
              + "fi");
      // fio would make it, and leave it there.
      text.lines.add(
          "if [ ! -d \"${file"
              + i
              + "%/*}/\" ]; then\n"
              + "  printf '%s lies in no directory\\n' "
              + file
              + " >&2\n"
              + "  exit 1\n"
              + "fi");
      text.cleaning.add("[ -z \"$made" + i + "\" ] || rm -f -- " + file);
    }
    return text;
  }

  /**
   * Around what works in a directory of its own: {@code $own}, for this user alone.
   *
   * @param parent where it is made
   */
  static CleanedUp directory(String parent, String name) {
    CleanedUp text = new CleanedUp();
    text.lines.add("umask 077");
    text.lines.add("own=");
    text.cleaning.add("[ -z \"$own\" ] || rm -rf -- \"$own\"");
    String path = HostPath.word(parent + "/" + name + ".") + "$$";
    // mkdir refuses what is there already, a link included; mktemp is not everywhere.
    // A signal waits until it is known whose the directory is.
    text.made.add("(trap '' HUP INT TERM; exec mkdir -m 700 " + path + ") || exit 1");
    text.made.add("own=" + path);
    return text;
  }

  /** The whole: its exit code is that of the last command. */
  String around(List<String> commands) {
    List<String> all = new ArrayList<>(lines);
    all.add("running=");
    all.add("late=");
    all.add(
        """
        run() {
          running=yes
          "$@" &
          wait "$!"
          code=$?
          running=
          return "$code"
        }""");
    all.add("colons() {\n  printf '%s\\n' \"$1\" | sed 's/:/\\\\:/g'\n}");
    all.add("clean() {\n  " + String.join("\n  ", cleaning) + "\n}");
    all.add(
        """
        below() {
          for child in $(cat "/proc/$1/task"/*/children 2>/dev/null); do
            printf '%%s ' "$child"
            below "$child"
          done
        }
        end_later() {
          sleep %d &
          nap=$!
          trap 'kill -KILL "$nap"; exit' USR1
          wait "$nap"
          kill -KILL "$process" $jobs
        }
        ended() {
          trap '' HUP INT TERM
          process=$!
          if [ -n "$running" ] && [ -n "$process" ]; then
            jobs=$(below "$process")
            kill "$process" 2>/dev/null
            end_later >/dev/null 2>&1 &
            later=$!
            wait "$process"
            kill -USR1 "$later" 2>/dev/null
            # One that was starting may outlive it, and wait for ever for what is no longer there.
            [ -z "$jobs" ] || kill -KILL $jobs 2>/dev/null
          fi
          wait
          exit "$1"
        }"""
            .formatted(GRACE_SECONDS));
    traps(all, "late=");
    all.addAll(made);
    all.add("trap clean EXIT");
    traps(all, "ended ");
    all.add("[ -z \"$late\" ] || ended \"$late\"");
    all.addAll(commands);
    return String.join("\n", all) + "\n";
  }

  /** What a signal does from here on, given the exit code it makes. */
  private static void traps(List<String> lines, String action) {
    lines.add("trap '" + action + "129' HUP");
    lines.add("trap '" + action + "130' INT");
    lines.add("trap '" + action + "143' TERM");
  }
}
