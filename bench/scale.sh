#!/bin/sh
# What 200 tasks cost against 20 of the same mix, on one host that is already as wanted, over an sshd on 127.0.0.1.
# Six types; every tenth task runs a tool on the host. Prints both medians and the ratio; exits 1 where it is above 1.5.
#
#   bench/scale.sh              REPEATS=7 of each, alternating
#
# Writes nothing outside a temporary directory.
set -eu
. "$(dirname "$0")/loopback.sh"

most=1.5
mkdir "$dir/wanted"
# shellcheck disable=SC2016
echo 'observer soft nofile ${number}' >"$dir/limits.ftl"
grep -lE '^-?[0-9]+$' /proc/sys/net/ipv4/* 2>/dev/null >"$dir/sysctls" || true
grep -lE '^([0-9]+|Y|N)$' /sys/module/*/parameters/* 2>/dev/null >"$dir/attributes" || true

# Ten tasks: two each of sysctl, sysfs, config_option and file, a template and a command.
ten() {
  for n in $(($1 * 2 + 1)) $(($1 * 2 + 2)); do
    sysctl=$(sed -n "${n}p" "$dir/sysctls")
    attribute=$(sed -n "${n}p" "$dir/attributes")
    [ -n "$sysctl" ] && [ -n "$attribute" ] || die "this machine has too few kernel settings to read"
    printf '# shipped defaults\n[server]\nthreads = %s\n' "$n" >"$dir/wanted/server$n.ini"
    printf 'kept %s\n' "$n" >"$dir/wanted/file$n"
    chmod 644 "$dir/wanted/file$n"
    cat <<TASKS
    - sysctl: {settings: {net.ipv4.${sysctl##*/}: "$(cat "$sysctl")"}, persist: false}
    - sysfs: {path: "$attribute", value: "$(cat "$attribute")", persist: false}
    - config_option: {path: $dir/wanted/server$n.ini, section: server, option: threads, value: "$n"}
    - file: {dest: $dir/wanted/file$n, content: "kept $n\n", mode: "0644"}
TASKS
  done
  printf 'observer soft nofile %s\n' "$1" >"$dir/wanted/limits$1.conf"
  chmod 644 "$dir/wanted/limits$1.conf"
  cat <<TASKS
    - template: {src: limits.ftl, dest: $dir/wanted/limits$1.conf, mode: "0644"}
      vars: {number: "$1"}
    - command: {run: "touch $dir/wanted/page$1", unless: "getconf NAME_MAX $dir/wanted/limits$1.conf"}
TASKS
}

playbook() { # tens
  printf -- '- hosts: all\n  gather_facts: false\n  tasks:\n'
  for block in $(seq 0 $(($1 - 1))); do
    ten "$block"
  done
}

playbook 2 >"$dir/20.yml"
playbook 20 >"$dir/200.yml"
tuner_seconds verify 20 20 >/dev/null
tuner_seconds verify 200 200 >/dev/null
n=0
while [ "$n" -lt "$repeats" ]; do
  n=$((n + 1))
  tuner_seconds verify 20 20 >>"$dir/few"
  tuner_seconds verify 200 200 >>"$dir/many"
done
few=$(median <"$dir/few")
many=$(median <"$dir/many")
times=$(ratio "$many" "$few")
printf 'tuner verify, all as wanted, one host, median of %s runs, seconds\n' "$repeats"
printf ' 20 tasks   %s\n200 tasks   %s   %s times as long (at most %s)\n' "$few" "$many" "$times" "$most"
awk -v times="$times" -v most="$most" 'BEGIN { exit times > most }'
