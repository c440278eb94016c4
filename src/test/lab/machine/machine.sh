#!/bin/bash
# A whole emulated machine: its own kernel, GRUB, disks, controllers, network cards and two NUMA nodes.
#   machine.sh check     say what this machine lacks for it; exit 1 if anything
#   machine.sh up        start it from an untouched disk
#   machine.sh down      end and forget it
#   machine.sh where     its state directory, the directory of its image, its port on 127.0.0.1: one a line
#   machine.sh ssh CMD…  run CMD on it as root
#   machine.sh reboot    reboot it through its systemd, and await it
#   machine.sh await     await it, which somebody else reboots
# Environment: TUNER_LAB cache; TUNER_MACHINE_RUN state directory (default: one for each copy of this script);
#   TUNER_MACHINE_MEMORY its memory in MiB (1536).
# README.md above tells what is real on it.
set -euo pipefail
umask 022
self=$(readlink -f "$0")
here=${self%/*}
cache=${TUNER_LAB:-$HOME/.cache/tuner-lab}
run=${TUNER_MACHINE_RUN:-$cache/run/machine-$(printf %s "$here" | sha256sum | cut -c1-8)}
memory=${TUNER_MACHINE_MEMORY:-1536}
boot_timeout=600

say() { echo "lab: $*" >&2; }
die() { say "$*"; exit 1; }

# A process is known by its id and its start time, so that a recorded id is never mistaken for a later process.
started() {
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
  read -ra stat <<<"${stat##*) }"
  [ "${stat[0]}" = Z ] || echo "${stat[19]}"
}
alive() {
  local id since
  [ -f "$run/process" ] && read -r id since <"$run/process" && [ -n "$since" ] && [ "$(started "$id")" = "$since" ] && process=$id
}

# Each disk and card is of another kind, because each kind of driver takes other settings.
devices() {
  local half=$((memory / 2))
  echo "-machine q35 -accel tcg,thread=multi,tb-size=512 -cpu max,la57=off -smp 2,sockets=2,cores=1,threads=1"
  echo "-m ${memory}M -object memory-backend-ram,id=m0,size=${half}M -object memory-backend-ram,id=m1,size=${half}M"
  echo "-numa node,nodeid=0,cpus=0,memdev=m0 -numa node,nodeid=1,cpus=1,memdev=m1 -numa dist,src=0,dst=1,val=21"
  echo "-display none -monitor none -serial file:$run/console.log -serial file:$run/ready -device virtio-rng-pci"
  echo "-drive file=$run/root.qcow2,if=none,id=root,cache=unsafe -device virtio-blk-pci,drive=root,num-queues=2,bootindex=1"
  echo "-netdev user,id=n0,ipv6=off,restrict=on,hostfwd=tcp:127.0.0.1:$1-:22"
  echo "-device virtio-net-pci,netdev=n0,mac=52:54:00:00:00:01,romfile="
  echo "-netdev hubport,id=n1,hubid=1 -device e1000e,netdev=n1,mac=52:54:00:00:00:02,romfile="
  echo "-netdev hubport,id=n2,hubid=2 -device vmxnet3,netdev=n2,mac=52:54:00:00:00:03,romfile="
  echo "-device virtio-scsi-pci,id=scsi,num_queues=2 -drive file=$run/scsi.qcow2,if=none,id=scsi0,cache=unsafe"
  echo "-device scsi-hd,drive=scsi0,bus=scsi.0,serial=lab-scsi,rotation_rate=7200"
  echo "-drive file=$run/nvme.qcow2,if=none,id=nvme0,cache=unsafe -device nvme,serial=lab-nvme,drive=nvme0"
}

# The first free port that the machine gets; another program may take one meanwhile, and then the next is tried.
launch() {
  local port
  for port in $(seq 22850 22899); do
    # shellcheck disable=SC2046
    if qemu-system-x86_64 $(devices "$port") -daemonize -pidfile "$run/pid" 2>"$run/qemu.log"; then
      read -r process <"$run/pid"
      echo "$process $(started "$process")" >"$run/process"
      echo "$port" >"$run/port"
      return
    fi
    grep -q 'Could not set up host forwarding' "$run/qemu.log" || break
  done
  cat "$run/qemu.log" >&2
  die 'the emulated machine does not start'
}

# Each boot adds a line to $run/ready: boot id, state of its systemd.
await() {
  local seen boot state
  seen=$(cat "$run/boots")
  alive || die 'the emulated machine does not run'
  read -r boot state < <(timeout "$boot_timeout" tail -f -n "+$((seen + 1))" --pid="$process" "$run/ready" | head -n 1) || true
  if [ -z "${state:-}" ]; then
    tail -n 30 "$run/console.log" >&2
    die "the emulated machine did not come up in $boot_timeout s; its console: $run/console.log"
  fi
  echo $((seen + 1)) >"$run/boots"
  case $state in running*) ;; *) say "the emulated machine is up, but its systemd says $state" ;; esac
}

ssh_machine() {
  ssh -F none -i "$(cat "$run/image")/id" -o IdentitiesOnly=yes -o UserKnownHostsFile="$run/known_hosts" \
    -o StrictHostKeyChecking=yes -o BatchMode=yes -o ConnectTimeout=60 -o LogLevel=ERROR \
    -p "$(cat "$run/port")" root@127.0.0.1 "$@"
}

up() {
  local image disk type key
  check || exit 1
  down
  mkdir -p "$run"
  image=$("$here/image.sh")
  echo "$image" >"$run/image"
  echo 0 >"$run/boots"
  : >"$run/ready"
  qemu-img create -q -f qcow2 -b "$image/disk.qcow2" -F qcow2 "$run/root.qcow2"
  for disk in scsi nvme; do qemu-img create -q -f qcow2 "$run/$disk.qcow2" 512M; done
  launch
  read -r type key _ <"$image/host_key.pub"
  printf '[127.0.0.1]:%s %s %s\n' "$(cat "$run/port")" "$type" "$key" >"$run/known_hosts"
  await
  touch "$run/up"
}

down() {
  if alive; then
    kill "$process"
    tail --pid="$process" -f /dev/null
  fi
  rm -rf "$run"
}

check() {
  local missing=() package
  [ "$(id -u)" -eq 0 ] || { say 'needs root'; return 1; }
  while read -r package; do
    case $package in '' | '#'*) continue ;; esac
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing+=("$package")
  done <"$here/packages"
  [ ${#missing[@]} -eq 0 ] || { say "not installed: ${missing[*]} (apt-get install ${missing[*]})"; return 1; }
}

verb=${1:-}
[ $# -eq 0 ] || shift
case $verb in
  check) check ;;
  up) up ;;
  down) down ;;
  where) printf '%s\n' "$run" "$(cat "$run/image")" "$(cat "$run/port")" ;;
  ssh) ssh_machine "$@" ;;
  # The connection may end before the command does.
  reboot) ssh_machine systemctl reboot || [ $? -eq 255 ]; await ;;
  await) await ;;
  *) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$self"; exit 2 ;;
esac
