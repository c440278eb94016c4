package io.tuner.format;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A script beside a profile of TuneD that keeps interrupts where they are that TuneD's scheduler
 * would move (plugin_script of TuneD).
 */
public final class TunedInterrupts {

  private static final Pattern NAMES = Pattern.compile("(?m)^names='([^'\\n]*)'$");

  private static final String SCRIPT =
      """
          #!/bin/sh
          # Written by tuner; see `tuner history`
          # TuneD moves interrupts off the isolated CPUs as it starts, and back as it stops. Those below stay as they
          # are: their CPUs are noted before that, and written again behind it.
          names='NAMES'
          role=ROLE
          notes=/run/tuned/tuner-interrupts

          excluded() { # NUMBER
            for action in /proc/irq/"$1"/*/; do
              action=${action%/}
              set -f
              for name in $names; do
                set +f
                [ ! -e "/sys/class/net/$name/device/msi_irqs/$1" ] || return 0
                case ${action##*/} in $name | $name-*) return 0 ;; esac
              done
              set +f
            done
            return 1
          }

          note() {
            for directory in /proc/irq/[0-9]*; do
              number=${directory##*/}
              if excluded "$number"; then echo "$number $(cat "$directory/smp_affinity_list")"; fi
            done >"$notes"
          }

          put_back() {
            while read -r number cpus; do
              file=/proc/irq/$number/smp_affinity_list
              [ ! -e "$file" ] || [ "$(cat "$file")" = "$cpus" ] || echo "$cpus" >"$file"
            done <"$notes"
          }

          case $role-$1 in
          before-start | after-stop) note ;;
          after-start | before-stop) [ ! -e "$notes" ] || put_back ;;
          esac
          """;

  private TunedInterrupts() {}

  /**
   * The text of one.
   *
   * @param role {@code before} where TuneD runs it before it moves interrupts, {@code after} behind
   * @param names interfaces and handlers whose interrupts stay
   */
  public static String script(String role, List<String> names) {
    return SCRIPT.replace("NAMES", String.join(" ", names)).replace("ROLE", role);
  }

  /** What such a script leaves alone; nothing where the text is another. */
  public static List<String> names(String script) {
    var names = NAMES.matcher(script);
    return names.find() ? List.of(names.group(1).strip().split(" +")) : List.of();
  }
}
