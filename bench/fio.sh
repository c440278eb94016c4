#!/bin/sh
# What tuner costs a benchmark: pairs of fio over plain SSH and the same fio by `tuner bench`, alternating, over an sshd on
# 127.0.0.1. Prints the median ratio of their operations a second with its 95 % interval, and the processor time of
# tuner's own processes on the host while fio runs. Exits 1 where the interval leaves 1 out, or the time is above 0.1 %.
#
#   bench/fio.sh                PAIRS=20 of RUNTIME=3 seconds each
#
# Reads a file of 64 MiB in a temporary directory; writes nothing outside it, but for the package fio where it is missing
# and the user is root.
set -eu
. "$(dirname "$0")/loopback.sh"
pairs=${PAIRS:-20}
runtime=${RUNTIME:-3}
most=0.1
install_package fio fio

head -c 67108864 /dev/urandom >"$dir/file"
options="--filename=$dir/file --size=64M --rw=randread --bs=4k --ioengine=psync --runtime=${runtime}s --time_based"
cat >"$dir/fio.yml" <<PLAY
- hosts: all
  gather_facts: false
  benchmarks:
    - fio: {filename: $dir/file, size: 64M, rw: randread, bs: 4k, ioengine: psync, runtime: ${runtime}s, time_based: true}
      repeat: 1
PLAY

bare() {
  # shellcheck disable=SC2086
  ssh -F "$dir/.ssh/config" -i "$dir/.ssh/id_ed25519" -p "$port" "$user@127.0.0.1" \
    fio --name=bare $options --output-format=json | awk '
      /"read" *:/ { inside = 1 }
      inside && /"iops" *:/ { gsub(/[^0-9.]/, "", $3); print $3; exit }'
}

by_tuner() {
  run_tuner bench "$dir/fio.yml" -i "$dir/hosts.yml" --report "$dir/report" --output json >"$dir/out" 2>"$dir/err" || {
    cat "$dir/out" "$dir/err" >&2
    die "tuner failed"
  }
  tr -d ' \n' <"$dir/out" | sed 's/.*"metric":"read\.iops"[^}]*"before":{"median":\([0-9.E+]*\).*/\1/' |
    awk '{ printf "%.3f\n", $1 }'
}

# Clock ticks that tuner's shells below the sshd have used: fio, its own child, is left out.
ticks() {
  for process in /proc/[0-9]*; do
    read -r command <"$process/comm" && [ "$command" = sh ] || continue
    tr '\0' ' ' <"$process/cmdline" | grep -q 'IFS= read -r n' || continue
    awk '{ sub(/^.*\) /, ""); print $12 + $13 }' "$process/stat"
  done 2>/dev/null | awk '{ sum += $1 } END { if (!NR) exit 1; print sum }'
}

bare >/dev/null
by_tuner >/dev/null
n=0
while [ "$n" -lt "$pairs" ]; do
  n=$((n + 1))
  if [ $((n % 2)) = 0 ]; then
    a=$(bare) b=$(by_tuner)
  else
    b=$(by_tuner) a=$(bare)
  fi
  awk -v b="$b" -v a="$a" 'BEGIN { printf "%.4f\n", b / a }' >>"$dir/ratios"
done

sed "s/runtime: ${runtime}s/runtime: 20s/" "$dir/fio.yml" >"$dir/long.yml"
cp "$dir/long.yml" "$dir/fio.yml"
by_tuner >/dev/null &
long=$!
until pgrep -x fio >/dev/null; do :; done
first=$(ticks) || die "tuner's shells were not found among the processes"
began=$(date +%s%N)
while pgrep -x fio >/dev/null; do
  # At the very end they are gone.
  seen=$(ticks) && last=$seen ended=$(date +%s%N)
  sleep 1
done
wait "$long"

sort -n "$dir/ratios" | awk -v pairs="$pairs" '
  { v[NR] = $1 }
  END {
    # Order statistics: the narrowest interval of the median that covers at least 95 %.
    for (i = 0; i <= NR; i++) { c[i] = 1; for (j = 1; j <= i; j++) c[i] = c[i] * (NR - j + 1) / j }
    for (k = int(NR / 2); k >= 1; k--) {
      tail = 0
      for (i = 0; i < k; i++) tail += c[i] / 2 ^ NR
      if (1 - 2 * tail >= 0.95) break
    }
    median = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
    printf "fio by tuner against fio over SSH, %d pairs: %.3f times as fast [%.3f, %.3f], coverage %.1f %%\n",
      pairs, median, v[k], v[NR - k + 1], 100 * (1 - 2 * tail)
    exit v[k] > 1 || v[NR - k + 1] < 1
  }' || differs=yes
awk -v ticks=$((last - first)) -v ns=$((ended - began)) -v hertz="$(getconf CLK_TCK)" -v most="$most" 'BEGIN {
  share = 100 * (ticks / hertz) / (ns / 1e9)
  printf "tuner'\''s own processes on the host while fio runs: %.3f %% of one CPU (at most %s)\n", share, most
  exit share > most }' || differs=yes
[ -z "${differs-}" ]
