#!/bin/sh
# The same 20 checks on one host that is already as wanted, by tuner and by ansible-core, over the same sshd on
# 127.0.0.1. Prints the median wall time of both and how many times longer Ansible takes.
#
#   bench/ansible.sh            both, alternating; REPEATS=7 of each
#   bench/ansible.sh ansible    Ansible alone
#
# Ansible is given its best: pipelining, a fixed interpreter, no fact gathering, its own modules only, one module a task.
# "warm" also keeps its SSH connection open from one run to the next (ControlPersist); tuner connects anew every time.
# Writes nothing outside a temporary directory, but for the package ansible-core where it is missing and the user is root.
set -eu
. "$(dirname "$0")/loopback.sh"
what=${1:-both}
install_package ansible-playbook ansible-core

export ANSIBLE_CONFIG="$dir/ansible.cfg" ANSIBLE_HOME="$dir/ansible" ANSIBLE_NOCOLOR=1
cat >"$ANSIBLE_CONFIG" <<CONFIG
[defaults]
inventory = $dir/hosts.yml
gathering = explicit
[ssh_connection]
pipelining = True
control_path_dir = $dir/c
CONFIG

mkdir "$dir/wanted"
{ echo "- hosts: all"; echo "  gather_facts: false"; echo "  tasks:"; } >"$dir/tuner.yml"
cp "$dir/tuner.yml" "$dir/ansible.yml"

for name in vm/swappiness vm/dirty_expire_centisecs vm/dirty_writeback_centisecs net/core/somaxconn \
  net/ipv4/tcp_fin_timeout fs/file-max; do
  value=$(cat "/proc/sys/$name")
  key=$(echo "$name" | tr / .)
  echo "    - sysctl: {settings: {$key: $value}, persist: false}" >>"$dir/tuner.yml"
  cat >>"$dir/ansible.yml" <<TASK
    - command: cat /proc/sys/$name
      register: read
      changed_when: read.stdout != "$value"
TASK
done

for path in /sys/kernel/mm/transparent_hugepage/khugepaged/pages_to_scan \
  /sys/kernel/mm/transparent_hugepage/khugepaged/scan_sleep_millisecs \
  /sys/kernel/mm/transparent_hugepage/khugepaged/alloc_sleep_millisecs; do
  value=$(cat $path)
  echo "    - sysfs: {path: $path, value: \"$value\", persist: false}" >>"$dir/tuner.yml"
  cat >>"$dir/ansible.yml" <<TASK
    - command: cat $path
      register: read
      changed_when: read.stdout != "$value"
TASK
done

for n in 1 2 3 4 5; do
  printf '# shipped defaults\n[server]\nthreads = %s\nbuffer = 64M\n' "$n" >"$dir/wanted/server$n.ini"
  echo "    - config_option: {path: $dir/wanted/server$n.ini, section: server, option: threads, value: \"$n\"}" \
    >>"$dir/tuner.yml"
  cat >>"$dir/ansible.yml" <<TASK
    - lineinfile: {path: $dir/wanted/server$n.ini, regexp: '^threads *=', line: 'threads = $n'}
TASK
done

for n in 1 2 3 4; do
  printf 'observer soft nofile %s\n' "$n" >"$dir/wanted/limits$n.conf"
  chmod 644 "$dir/wanted/limits$n.conf"
  cat >>"$dir/tuner.yml" <<TASK
    - file: {dest: $dir/wanted/limits$n.conf, content: "observer soft nofile $n\n", mode: "0644"}
TASK
  cat >>"$dir/ansible.yml" <<TASK
    - copy: {dest: $dir/wanted/limits$n.conf, content: "observer soft nofile $n\n", mode: "0644"}
TASK
done

for n in 1 2; do
  echo "    - command: {run: \"mkfifo $dir/wanted/server$n.ini\", creates: $dir/wanted/server$n.ini}" >>"$dir/tuner.yml"
  echo "    - command: {cmd: \"mkfifo $dir/wanted/server$n.ini\", creates: $dir/wanted/server$n.ini}" >>"$dir/ansible.yml"
done

by_ansible() {
  seconds ansible-playbook "$dir/ansible.yml"
  grep -q 'ok=20 .*changed=0 .*failed=0' "$dir/out" || { cat "$dir/out" >&2; die "Ansible did not find 20 ok"; }
}

disconnect() {
  for socket in "$dir"/c/*; do
    [ ! -S "$socket" ] || ssh -F none -o ControlPath="$socket" -O exit loopback 2>/dev/null
  done
}

by_ansible >/dev/null
[ "$what" = ansible ] || { tuner_seconds verify tuner 20 >/dev/null; tuner_seconds plan tuner 20 >/dev/null; }
n=0
while [ "$n" -lt "$repeats" ]; do
  n=$((n + 1))
  disconnect
  by_ansible >>"$dir/cold"
  by_ansible >>"$dir/warm"
  [ "$what" = ansible ] || { tuner_seconds verify tuner 20 >>"$dir/verify"; tuner_seconds plan tuner 20 >>"$dir/plan"; }
done
disconnect

cold=$(median <"$dir/cold")
warm=$(median <"$dir/warm")
printf '20 checks, all as wanted, one host, median of %s runs, seconds\n' "$repeats"
printf 'ansible-core %s, new connection   %s\n' "$(ansible --version | sed -n '1s/.*core \([0-9.]*\).*/\1/p')" "$cold"
printf 'ansible-core, connection kept         %s\n' "$warm"
[ "$what" != ansible ] || exit 0
verify=$(median <"$dir/verify")
plan=$(median <"$dir/plan")
printf 'tuner verify                          %s   Ansible takes %s times as long, %s with its connection kept\n' \
  "$verify" "$(ratio "$cold" "$verify")" "$(ratio "$warm" "$verify")"
printf 'tuner apply --dry-run                 %s   Ansible takes %s times as long, %s with its connection kept\n' \
  "$plan" "$(ratio "$cold" "$plan")" "$(ratio "$warm" "$plan")"
