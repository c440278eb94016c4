package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shell script of tuner's own that spreads interrupts over CPUs: functions, and then a line
 * {@code spread interface eth0 one_each node0} for each task. It finds interrupts by device and
 * handler, for their numbers change with every boot, and by {@code /proc/irq/N/HANDLER}, a
 * directory that an interrupt has while it is in use (kernel/irq/proc.c).
 */
public record IrqRules(List<Line> lines) implements KeyedFile {

  /** The script without a rule. */
  public static final String SCRIPT =
      """
      #!/bin/sh
      # Written by tuner: spreads interrupts over CPUs, at boot and when an interface comes up.
      # The rules are at the end, a line a task; see `tuner history`.
      root=
      expand() { # LIST: its CPUs, a line each
        echo "$1" | tr , '\\n' | while IFS=- read -r cpu last; do
          while [ "$cpu" -le "${last:-$cpu}" ]; do
            echo "$cpu"
            [ "$cpu" != "${last:-$cpu}" ] || break
            cpu=$((cpu + 1))
          done
        done
      }
      cpus() { # LIST or nodeN: its CPUs that are online, a line each
        list=$1
        case $list in node*) list=$(cat "$root/sys/devices/system/node/$1/cpulist") || return ;; esac
        online=$(expand "$(cat "$root/sys/devices/system/cpu/online")" | tr '\\n' ' ')
        for cpu in $(expand "$list"); do
          case " $online" in *" $cpu "*) echo "$cpu" ;; esac
        done
      }
      chosen() { # KIND NAME NUMBERS: the interrupts in use that are meant, in order
        for irq in $(ls "$root/proc/irq" | grep -x '[0-9][0-9]*' | sort -n); do
          for handler in "$root/proc/irq/$irq"/*/; do
            [ -d "$handler" ] || continue
            handler=${handler%/}
            handler=${handler##*/}
            case $1 in
            match) case $handler in $2) ;; *) continue ;; esac ;;
            *)
              case " $3 " in
              *" $irq "*) ;;
              *) case "-$handler-" in *[!A-Za-z0-9_]"$2"[!A-Za-z0-9_]*) ;; *) continue ;; esac ;;
              esac
              ;;
            esac
            echo "$irq"
            break
          done
        done
      }
      interrupts() { # KIND NAME
        device=$root/sys/class/net/$2/device
        [ "$1" = interface ] || { chosen "$1" "$2" ''; return; }
        # The messages of a virtio device are those of the PCI device above it.
        case $(readlink -f "$device") in */virtio[0-9]*) device=$device/.. ;; esac
        found=$(chosen "$1" "$2" "$(ls "$device/msi_irqs" 2>/dev/null | tr '\\n' ' ')")
        [ -n "$found" ] || found=$(chosen "$1" "$2" "$(cat "$device/irq" 2>/dev/null)")
        echo "$found"
      }
      spread() { # KIND NAME one_each|all CPUS
        kind=$1 name=$2 how=$3
        set -- $(cpus "$4")
        [ $# -gt 0 ] || { echo "$name: no CPU of its list is online" >&2; return; }
        all=$(echo "$*" | tr ' ' ,)
        for irq in $(interrupts "$kind" "$name"); do
          list=$all
          if [ "$how" = one_each ]; then list=$1; shift; set -- "$@" "$list"; fi
          if ! echo "$list" >"$root/proc/irq/$irq/smp_affinity_list"; then
            echo "$name: interrupt $irq does not move to CPU $list" >&2
          fi
        done
      }
      """;

  private static final Pattern RULE =
      Pattern.compile("spread (interface|match) '([^'\n]*)' (one_each|all) ([0-9,-]+|node[0-9]+)");

  public IrqRules {
    lines = List.copyOf(lines);
  }

  /** Reads the script. */
  public static IrqRules parse(String text) {
    return new IrqRules(Line.split(text));
  }

  /** The rules: {@code interface eth0} to {@code one_each node0}. */
  @Override
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    for (Line line : lines) {
      Matcher rule = RULE.matcher(line.text());
      if (rule.matches()) {
        values.put(key(rule), rule.group(3) + " " + rule.group(4));
      }
    }
    return values;
  }

  private static String key(Matcher rule) {
    return rule.group(1) + " " + rule.group(2);
  }

  @Override
  public IrqRules with(String key, Optional<String> value) {
    List<Line> changed = new ArrayList<>();
    int blank = key.indexOf(' ');
    Optional<Line> wanted =
        value.map(
            text ->
                Line.split(
                        "spread %s '%s' %s\n"
                            .formatted(key.substring(0, blank), key.substring(blank + 1), text))
                    .get(0));
    boolean placed = false;
    for (Line line : lines) {
      Matcher rule = RULE.matcher(line.text());
      if (!rule.matches() || !key(rule).equals(key)) {
        changed.add(line);
      } else if (!placed) {
        wanted.ifPresent(changed::add);
        placed = true;
      }
    }
    if (!placed) {
      wanted.ifPresent(changed::add);
    }
    return new IrqRules(changed);
  }

  @Override
  public String text() {
    return Line.join(lines);
  }
}
