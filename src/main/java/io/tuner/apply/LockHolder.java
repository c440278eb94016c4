package io.tuner.apply;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.Optional;

/** The run that holds a host's lock right now: it has not died, whatever its journal lacks. */
final class LockHolder {

  private static final String HOLDER = "/var/lib/tuner/holder";

  /**
   * Succeeds where some process holds the lock. flock(1) ends with 1 where it would have to wait;
   * where it is not at hand, the kernel's list of locks names the file's inode (proc_locks(5)), or
   * the directory that stands for the lock names its owner's process. Nothing is made or kept.
   */
  private static final String HELD =
      """
      S=$R/var/lib/tuner
      if [ -e "$S/lock" ] && command -v flock >/dev/null; then
        flock -n -s "$S/lock" true
        [ $? = 1 ]
      elif [ -e "$S/lock" ]; then
        inode=$(stat -c %i "$S/lock") || exit 1
        while read -r line; do
          case $line in *FLOCK*":$inode "*) exit 0 ;; esac
        done </proc/locks
        exit 1
      else
        read -r boot </proc/sys/kernel/random/boot_id && read -r owner <"$S/lock.d/owner" &&
          [ "${owner% *}" = "$boot" ] && [ -d "/proc/${owner#* }" ]
      fi
      """;

  static final Probe PROBE = Probe.NOTHING.file(HOLDER).ask(HELD);

  private LockHolder() {}

  /** Its name; empty where nobody holds the lock. */
  static Optional<String> run(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> held = readings.ask(HELD).known("the lock");
    if (held.isEmpty() || held.get().exit() != 0) {
      return Optional.empty();
    }
    return readings.text(HOLDER).map(text -> text.strip().split(" ", 2)[0]);
  }
}
