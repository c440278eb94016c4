#!/bin/bash
# Hosts of the lab: Debian with systemd as PID 1 and a real sshd, each in its own namespaces, on one machine.
#   hosts.sh check            say what this machine lacks for them; exit 1 if anything
#   hosts.sh up N             start hosts 1..N (an earlier run with the same state is cleaned up first)
#   hosts.sh down             end and forget all of it
#   hosts.sh list             one line a host: number, IPv4, IPv6, disk, root directory (of its running processes)
#   hosts.sh where            the state directory, the directory of the keys, the controller's namespace: one a line
#   hosts.sh ssh I CMD…       run CMD on host I as root
#   hosts.sh exec CMD…        run CMD in the controller's network namespace, from where the hosts are reached
#   hosts.sh reboot I         reboot host I through its systemd, and await it
#   hosts.sh await I          await host I, which somebody else reboots
#   hosts.sh kill I           take host I's power away
#   hosts.sh start I          start host I, which was killed or powered off
#   hosts.sh reset I          kill host I, give it a fresh root and disk, start it
#   hosts.sh unplug I|plug I  take host I off the network, and back
# Environment: TUNER_LAB cache; TUNER_LAB_RUN state directory (default: one for each copy of this script);
#   TUNER_LAB_LOOPS how many hosts have a disk of their own (2); TUNER_LAB_DISK its size (256M);
#   TUNER_LAB_OWNER the process that the hosts are for (the parent): while it lives, nobody else may clean them up.
# README.md beside this file tells what is real on such a host, and what it may not write.
set -euo pipefail
umask 022
self=$(readlink -f "$0")
here=${self%/*}
cache=${TUNER_LAB:-$HOME/.cache/tuner-lab}
run=${TUNER_LAB_RUN:-$cache/run/$(printf %s "$here" | sha256sum | cut -c1-8)}
loops=${TUNER_LAB_LOOPS:-2}
disk_size=${TUNER_LAB_DISK:-256M}
boot_timeout=120
owner=${TUNER_LAB_OWNER:-$PPID}
# Names and addresses: the state directory's hash in the names keeps two runs apart; addresses may be the same in both,
# since nothing of a run is in the machine's own network namespace.
prefix=tl$(printf %s "$run" | sha256sum | cut -c1-6)
controller=${prefix}c

address4() { echo "10.77.$1.2"; }
address6() { echo "fd77::$1:2"; }
say() { echo "lab: $*" >&2; }
die() { say "$*"; exit 1; }

# A process is known by its id and its start time, so that a recorded id is never mistaken for a later process.
started() {
  local stat
  # A process that has ended is no process, though its parent may not have asked for its exit code yet.
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
  read -ra stat <<<"${stat##*) }"
  [ "${stat[0]}" = Z ] || echo "${stat[19]}"
}
record() { echo "$2 $(started "$2")" >"$1"; }
alive() {
  local id since
  [ -f "$1" ] && read -r id since <"$1" && [ -n "$since" ] && [ "$(started "$id")" = "$since" ] && process=$id
}

. "$here/lib/machine.sh"

# ---------------------------------------------------------------- one host

# The root is mounted in the host's own mount namespace: it is gone when the host is, however it ended.
boot() {
  local i=$1 d=$run/h$1 bind=()
  enter_group "$i"
  bind=("--bind=$d/ready:/run/lab/ready")
  [ ! -f "$d/loop" ] || bind+=("--bind=/dev/$(cat "$d/loop")")
  export SYSTEMD_NSPAWN_API_VFS_WRITABLE=yes # usr/lib/lab/init in the image takes most of it away again
  export SYSTEMD_NSPAWN_LOCK=0 SYSTEMD_SECCOMP=0 SYSTEMD_LOG_LEVEL=warning
  # Entered before nspawn starts, for the /sys that it mounts shows the devices of the namespace it is in.
  exec nsenter "--net=/run/netns/$prefix$i" unshare --mount --propagation slave sh -c '
    mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root" && d=$2 && shift 2 &&
    exec systemd-nspawn --directory="$d/root" "$@"' sh "$(cat "$run/image")/root" "$d" \
    --quiet --keep-unit --register=no --machine="$prefix-host$i" --hostname="host$i" --kill-signal=SIGKILL \
    --link-journal=no --timezone=off --resolv-conf=off \
    --capability=CAP_NET_ADMIN,CAP_IPC_LOCK,CAP_SYSLOG --drop-capability=CAP_MKNOD --console=pipe "${bind[@]}" /usr/lib/lab/init
}

# Starts the host, and starts it again whenever it reboots itself (nspawn then exits with 133): with new devices, for a
# reboot also puts back the sysctls of a network namespace and the attributes of a queue.
supervise() {
  local i=$1 d=$run/h$1 code
  exec 7<>"$d/ready" # keeps the line of a boot that nobody awaits
  exec 6<"$(cat "$run/image").lock" # rootfs.sh lets an image in use be
  flock -s 6
  local nspawn='' ending=no
  trap 'ending=yes; [ -z "$nspawn" ] || kill "$nspawn"' TERM
  while [ "$ending" = no ]; do
    host_network_up "$i"
    [ "$i" -gt "$loops" ] || disk_up "$i"
    (exec 6<&- 7<&-; boot "$i") </dev/null >>"$d/console.log" 2>&1 &
    nspawn=$!
    record "$d/nspawn" "$nspawn"
    while :; do
      code=0
      wait "$nspawn" || code=$?
      kill -0 "$nspawn" 2>/dev/null || break # else a signal had interrupted the wait
    done
    nspawn=
    host_network_down "$i"
    disk_down "$i"
    echo "ended with $code" >>"$d/console.log"
    [ "$code" -eq 133 ] || break
  done
}

prepare() {
  local i=$1 d=$run/h$1
  mkdir -p "$d/upper/etc/ssh" "$d/work" "$d/root"
  [ -p "$d/ready" ] || mkfifo "$d/ready"
  if [ ! -f "$d/host_key" ]; then
    ssh-keygen -q -t ed25519 -N '' -C "host$i" -f "$d/host_key"
  fi
  install -m 600 "$d/host_key" "$d/upper/etc/ssh/ssh_host_ed25519_key"
  install -m 644 "$d/host_key.pub" "$d/upper/etc/ssh/ssh_host_ed25519_key.pub"
  echo "host$i" >"$d/upper/etc/hostname"
  printf '127.0.0.1 localhost\n127.0.1.1 host%s\n::1 localhost\n' "$i" >"$d/upper/etc/hosts"
  printf '%s %s' "$prefix" "$i" | md5sum | cut -c1-32 >"$d/upper/etc/machine-id"
  chmod 444 "$d/upper/etc/machine-id"
}

# The supervisor, and nspawn below it, inherit a lock on $d/alive: who gets it knows that the host has ended.
launch() {
  local i=$1 d=$run/h$1
  drain "$i"
  exec 9>>"$d/alive"
  flock 9
  setsid "$self" _supervise "$i" </dev/null >>"$d/supervisor.log" 2>&1 8<&- &
  record "$d/supervisor" $!
  exec 9<&-
}

drain() {
  local line
  while read -r -t 0.01 line <>"$run/h$1/ready"; do :; done
}

await() {
  local d=$run/h$1 boot state
  if ! read -r -t "$boot_timeout" boot state <>"$d/ready"; then
    tail -n 20 "$d/console.log" >&2
    die "host$1 did not come up in $boot_timeout s; its console: $d/console.log"
  fi
  echo "$boot" >"$d/boot"
  [ "$state" = running ] || say "host$1 is up, but its systemd says $state"
}

# A link that was set up carries nothing for a moment, and the host may first have to configure it anew.
plug() {
  ip -n "$controller" link set "v$1" up
  timeout "$boot_timeout" nsenter "--net=/run/netns/$controller" bash -c \
    'until exec 3<>"/dev/tcp/$1/22"; do :; done' bash "$(address4 "$1")" 2>/dev/null ||
    die "host$1 does not answer $boot_timeout s after it was plugged in"
}

# The connection may end before the command does.
restart() { ssh_host "$1" systemctl reboot || [ $? -eq 255 ]; }

halt() {
  local d=$run/h$1
  if alive "$d/supervisor" || alive "$d/nspawn"; then kill "$process"; fi
  [ ! -f "$d/alive" ] || flock "$d/alive" true
  end_members "$1"
  rm -f "$d/supervisor" "$d/nspawn"
}

ssh_host() {
  local i=$1 d=$run/h$1
  shift
  nsenter "--net=/run/netns/$controller" ssh -F none -i "$(cat "$run/image")/keys/id" -o IdentitiesOnly=yes \
    -o UserKnownHostsFile="$run/known_hosts" -o StrictHostKeyChecking=yes -o BatchMode=yes -o ConnectTimeout=10 \
    -o LogLevel=ERROR "root@$(address4 "$i")" "$@"
}

# ---------------------------------------------------------------- all hosts

up() {
  local n=$1 i image
  check || exit 1
  if alive "$run/owner" && [ "$process" -ne "$owner" ]; then
    die "process $process has hosts with the state $run; set TUNER_LAB_RUN to have others beside them"
  fi
  clean
  mkdir -p "$run"
  image=$("$here/rootfs.sh")
  record "$run/owner" "$owner"
  echo "$image" >"$run/image"
  cat /proc/sys/kernel/random/boot_id >"$run/machine-boot"
  groups_up
  controller_up
  for i in $(seq "$n"); do
    prepare "$i"
    launch "$i"
  done
  for i in $(seq "$n"); do
    read -r type key _ <"$run/h$i/host_key.pub"
    for name in "$(address4 "$i")" "$(address6 "$i")"; do
      printf '%s %s %s\n[%s]:2222 %s %s\n' "$name" "$type" "$key" "$name" "$type" "$key"
    done
  done >"$run/known_hosts"
  for i in $(seq "$n"); do await "$i"; done
  echo "$n" >"$run/ready"
}

# What an earlier machine boot left are only files. Else each thing is ended by what was written down about it.
clean() {
  local d i
  [ -d "$run" ] || return 0
  rm -f "$run/ready"
  if [ "$(cat "$run/machine-boot" 2>/dev/null)" = "$(cat /proc/sys/kernel/random/boot_id)" ]; then
    for d in "$run"/h[0-9]*; do
      [ -d "$d" ] && alive "$d/supervisor" && kill "$process"
    done
    for d in "$run"/h[0-9]*; do
      [ -d "$d" ] || continue
      i=${d##*/h}
      halt "$i"
      host_network_down "$i"
      disk_down "$i"
    done
    [ ! -e "/run/netns/$controller" ] || ip netns del "$controller"
    groups_down
  fi
  rm -rf "$run"
}

list() {
  local i=1
  while [ -d "$run/h$i" ]; do
    echo "$i $(address4 "$i") $(address6 "$i") $(cat "$run/h$i/loop" 2>/dev/null || echo -) $(cat "$run/h$i/boot")"
    i=$((i + 1))
  done
}

overlays() {
  local d code=0
  d=$(mktemp -d)
  unshare --mount sh -c '
    mount -t tmpfs tmpfs "$1" && cd "$1" && mkdir lower upper work root &&
    mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work root' sh "$d" 2>/dev/null || code=$?
  rmdir "$d"
  return "$code"
}

check() {
  local missing=() package lacking=0
  [ "$(id -u)" -eq 0 ] || { say "needs root"; return 1; }
  while read -r package; do
    case $package in '' | '#'*) continue ;; esac
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
  done <"$here/packages"
  if [ ${#missing[@]} -gt 0 ]; then
    say "not installed: ${missing[*]} (apt-get install ${missing[*]})"
    lacking=1
  fi
  unshare --mount --net --pid --fork true 2>/dev/null || { say "may not make namespaces on this machine"; lacking=1; }
  [ -c /dev/loop-control ] || { say "has no loop devices (/dev/loop-control)"; lacking=1; }
  [ -n "$(group_paths)" ] || { say "has no writable control group file system below /sys/fs/cgroup"; lacking=1; }
  overlays || { say "may not mount an overlay file system"; lacking=1; }
  return "$lacking"
}

existing() {
  [ -n "${1:-}" ] && [ -d "$run/h$1" ] || die "no such host: ${1:-}; hosts.sh list shows them"
}

# One command at a time changes a run's state.
locked() {
  mkdir -p "${run%/*}"
  exec 8>"$run.lock"
  flock -n 8 || die "another process works with $run at this moment"
}

verb=${1:-}
[ $# -eq 0 ] || shift
case $verb in
  check) check ;;
  up) locked; up "${1:?how many hosts}" ;;
  down) locked; clean ;;
  list) list ;;
  where) printf '%s\n' "$run" "$(cat "$run/image")/keys" "$controller" ;;
  ssh) existing "${1:-}"; ssh_host "$@" ;;
  exec) exec nsenter "--net=/run/netns/$controller" "$@" ;;
  reboot) existing "${1:-}"; drain "$1"; restart "$1"; await "$1" ;;
  await) existing "${1:-}"; await "$1" ;;
  kill) existing "${1:-}"; halt "$1" ;;
  start) existing "${1:-}"; launch "$1"; await "$1" ;;
  reset) existing "${1:-}"; halt "$1"; rm -rf "$run/h$1/upper" "$run/h$1/work" "$run/h$1/disk.img"; prepare "$1"; launch "$1"; await "$1" ;;
  unplug) existing "${1:-}"; ip -n "$controller" link set "v$1" down ;;
  plug) existing "${1:-}"; plug "$1" ;;
  _supervise) supervise "$1" ;;
  *) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$self"; exit 2 ;;
esac
