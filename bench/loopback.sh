# Sourced by the comparisons: an sshd of our own on 127.0.0.1, with its own keys, gone at exit.
#
# Sets   dir       a temporary directory, removed at exit
#        port      where the sshd listens
#        user      who logs in: whoever runs the script
# Gives  seconds COMMAND…   runs a command, prints its wall time in seconds, fails when it fails
#        median             the median of the numbers on standard input
#        ratio A B          A / B

here=$(cd "$(dirname "$0")/.." && pwd)
tuner=$here/tuner
user=$(id -un)
repeats=${REPEATS:-7}

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

install_package() { # command, Debian package
  command -v "$1" >/dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || die "$1 is missing: install the package $2"
  printf 'installing %s\n' "$2" >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >"$dir/apt.log" 2>&1 ||
    { cat "$dir/apt.log" >&2; die "could not install $2"; }
}

finish() {
  [ -z "$sshd_pid" ] || kill "$sshd_pid" 2>/dev/null
  rm -rf "$dir"
}

seconds() {
  began=$(date +%s%N)
  "$@" >"$dir/out" 2>"$dir/err" || {
    code=$?
    cat "$dir/out" "$dir/err" >&2
    die "exit $code from: $*"
  }
  ended=$(date +%s%N)
  awk -v ns=$((ended - began)) 'BEGIN { printf "%.3f\n", ns / 1e9 }'
}

median() {
  sort -n | awk '{ v[NR] = $1 } END { printf "%.3f\n", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

ratio() {
  awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f\n", a / b }'
}

start_sshd() {
  sshd=$(command -v sshd || command -v /usr/sbin/sshd) || die "sshd is missing: install the package openssh-server"
  [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
  mkdir -m 700 "$dir/.ssh" "$dir/home"
  ssh-keygen -q -t ed25519 -N '' -f "$dir/host_key"
  ssh-keygen -q -t ed25519 -N '' -f "$dir/.ssh/id_ed25519"
  for port in 22022 22122 22222 22322 22422; do
    cat >"$dir/sshd_config" <<CONFIG
Port $port
ListenAddress 127.0.0.1
HostKey $dir/host_key
PidFile none
AuthorizedKeysFile $dir/.ssh/id_ed25519.pub
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
SetEnv HOME=$dir/home
CONFIG
    "$sshd" -D -e -f "$dir/sshd_config" 2>"$dir/sshd.log" &
    sshd_pid=$!
    until grep -q -e 'listening on' -e 'Cannot bind' "$dir/sshd.log"; do
      kill -0 "$sshd_pid" 2>/dev/null || break
    done
    grep -q 'listening on' "$dir/sshd.log" && break
    wait "$sshd_pid" || true
    sshd_pid=
  done
  [ -n "$sshd_pid" ] || { cat "$dir/sshd.log" >&2; die "sshd did not start"; }
  printf '[127.0.0.1]:%s %s\n' "$port" "$(cut -d' ' -f1,2 "$dir/host_key.pub")" >"$dir/.ssh/known_hosts"
  printf 'Host *\n  UserKnownHostsFile %s\n' "$dir/.ssh/known_hosts" >"$dir/.ssh/config"
  cat >"$dir/hosts.yml" <<INVENTORY
all:
  hosts:
    loopback:
      ansible_host: 127.0.0.1
      ansible_port: $port
      ansible_user: $user
      ansible_ssh_private_key_file: $dir/.ssh/id_ed25519
      ansible_python_interpreter: /usr/bin/python3
      ansible_ssh_common_args: -F none -o UserKnownHostsFile=$dir/.ssh/known_hosts
INVENTORY
}

# Runs a command of tuner on the playbook NAME.yml, prints its wall time, and insists on COUNT tasks that are ok.
tuner_seconds() { # command, name, count
  seconds run_tuner "$1" "$dir/$2.yml" -i "$dir/hosts.yml" --output json
  tr -d ' \n' <"$dir/out" | grep -q "\"tasks\":{\"ok\":$3," || { cat "$dir/out" >&2; die "tuner did not find $3 ok"; }
}

run_tuner() {
  HOME=$dir TUNER_JAVA_OPTS="${TUNER_JAVA_OPTS:-} -Duser.home=$dir" "$tuner" "$@"
}

dir=$(mktemp -d)
sshd_pid=
trap finish EXIT
trap 'exit 130' INT TERM
start_sshd
