package io.tuner.bench;

import io.tuner.text.Shell;

/**
 * The commands that stop and start a service and say what time it was, for any POSIX shell.
 *
 * <p>Two clocks are told: {@code /proc/uptime}, which nobody sets, in hundredths of a second; and
 * {@code date +%s%N} in nanoseconds, which POSIX does not know and some of busybox's do not have.
 */
final class StartStopScript {

  private static final String TEXT =
      """
      # hundredths: sets _h to the time in hundredths of a second
      hundredths() {
        _up=
        read -r _up _rest 2>/dev/null <"$R/proc/uptime"
        case $_up in
        [0-9]*.[0-9][0-9]) _h=$((${_up%.*} * 100 + 1${_up#*.} - 100)) ;;
        *) _up=- _h=$(date +%s)00 ;;
        esac
      }
      # clock WHAT: says what time it is
      clock() {
        hundredths
        _wall=$(date +%s%N 2>/dev/null)
        case $_wall in '' | *[!0-9]*) _wall=- ;; esac
        echo "clock $1 $_up $_wall"
      }
      disks() {
        echo "disks $1"
        cat "$R/proc/diskstats" 2>/dev/null
        echo "end of disks"
      }
      stop() {
        clock "$1.begin"
        _down=1
        (eval "$_stop") </dev/null >&2 || failed stop $?
        clock "$1.end"
      }
      start() {
        clock "$1.begin"
        hundredths
        _began=$_h
        (eval "$_start") </dev/null >&2 || failed start $?
        until (eval "$_ready") </dev/null >/dev/null 2>&1; do
          hundredths
          _pause=$(((_h - _began) / 50))
          [ $((_h - _began)) -lt "${_limit}00" ] || failed ready "$_limit"
          [ $_pause -ge 10 ] || _pause=10
          _part=$((_pause % 100))
          [ $_part -ge 10 ] || _part=0$_part
          sleep $((_pause / 100)).$_part 2>/dev/null || sleep 1
        done
        _down=
        clock "$1.end"
      }
      failed() {
        echo "failed $1 $2"
        exit 1
      }
      # A service that was stopped is started, also where the run breaks off.
      restore() {
        [ -z "$_down" ] || [ -n "$_restored" ] || { _restored=1; (eval "$_start") </dev/null >&2; }
      }
      _down= _restored=
      trap restore EXIT
      trap 'trap "" HUP INT TERM; exit 143' HUP INT TERM
      (eval "$_ready") </dev/null >/dev/null 2>&1 || failed running 0
      for _disk in "$R"/sys/block/*/device; do
        [ ! -e "$_disk" ] || { _disk=${_disk%/device}; echo "disk ${_disk##*/}"; }
      done
      disks before
      stop stop
      sync
      clock sync.end
      disks after
      [ -z "$_caches" ] || echo 3 >"$R/proc/sys/vm/drop_caches" || failed drop 0
      start first_start
      stop later_stop
      start later_start
      """;

  private StartStopScript() {}

  static String text(
      String stop, String start, String ready, long limitSeconds, boolean dropCaches) {
    return String.join(
        "\n",
        "_stop=" + Shell.quote(stop),
        "_start=" + Shell.quote(start),
        "_ready=" + Shell.quote(ready),
        "_limit=" + limitSeconds,
        "_caches=" + (dropCaches ? "1" : ""),
        TEXT);
  }
}
