# What a host is made of beside its root: network, disk, control groups. Read by hosts.sh, whose variables it uses.

# ---------------------------------------------------------------- network

controller_up() {
  ip netns add "$controller"
  ip -n "$controller" link set lo up
  ip -n "$controller" link add br0 type bridge
  ip -n "$controller" addr add 10.77.0.1/16 dev br0
  ip -n "$controller" addr add fd77::1/64 dev br0 nodad
  ip -n "$controller" link set br0 up
}

# MAC addresses are fixed: else udev gives the interface another one after it came up, and the neighbours' ARP entries
# are stale for half a minute. nic0 is a tap because a veth has no interrupt coalescing to set.
host_network_up() {
  local i=$1 name=$prefix$1 hex
  hex=$(printf '%02x' "$i")
  ip netns add "$name"
  ip -n "$controller" link add "v$i" type veth peer name eth0 address "02:00:00:01:00:$hex" netns "$name"
  ip -n "$controller" link set "v$i" master br0 up
  ip -n "$name" link set lo up
  ip -n "$name" addr add "$(address4 "$i")/16" dev eth0
  ip -n "$name" addr add "$(address6 "$i")/64" dev eth0 nodad
  ip -n "$name" link set eth0 up
  ip -n "$name" tuntap add nic0 mode tap multi_queue
  ip -n "$name" link set nic0 address "02:00:00:02:00:$hex" up
}

# The veth goes first: a namespace is taken apart in the background, its end of the pair with it.
host_network_down() {
  [ ! -e "/run/netns/$controller" ] || ! ip -n "$controller" link show "v$1" >/dev/null 2>&1 ||
    ip -n "$controller" link del "v$1"
  [ ! -e "/run/netns/$prefix$1" ] || ip netns del "$prefix$1"
}

# ---------------------------------------------------------------- disk

# loop_control VERB NUMBER: add exits 1 where the number is taken. A device is removed and added anew at every boot,
# for its queue attributes would survive otherwise. A disk just let go may be busy for some milliseconds more: the kernel
# ends a dead host's mounts in the background, and has no event for it.
loop_control() {
  perl -e '
    my ($verb, $number) = @ARGV;
    open(my $control, "+<", "/dev/loop-control") or die "lab: /dev/loop-control: $!\n";
    if ($verb eq "add") { exit(defined ioctl($control, 0x4C80, int $number) ? 0 : 1) }
    for (1 .. 1000) {
      exit 0 if defined ioctl($control, 0x4C81, int $number) or $!{ENODEV};
      die "lab: loop$number: $!\n" unless $!{EBUSY};
      select(undef, undef, undef, 0.02);
    }
    die "lab: loop$number is still in use\n"' "$1" "$2"
}

disk_up() {
  local d=$run/h$1 number=64
  [ -f "$d/disk.img" ] || truncate -s "$disk_size" "$d/disk.img"
  until loop_control add "$number"; do number=$((number + 1)); done
  echo "loop$number" >"$d/loop"
  losetup "/dev/loop$number" "$d/disk.img"
}

disk_down() {
  local d=$run/h$1 name
  [ -f "$d/loop" ] || return 0
  name=$(cat "$d/loop")
  # A swap area outlives the host that switched it on.
  ! grep -q "^/dev/$name " /proc/swaps || swapoff "/dev/$name"
  if [ "$(cat "/sys/block/$name/loop/backing_file" 2>/dev/null)" = "$d/disk.img" ]; then
    losetup -d "/dev/$name"
    loop_control remove "${name#loop}"
  fi
  rm "$d/loop"
}

# ---------------------------------------------------------------- control groups

# The host's groups lie below those of whoever starts it. Not cpu: a group there has no real-time budget, and chrt would
# fail; not cpuset, nor the others that systemd does not manage.
group_paths() {
  local line hierarchy names path
  while IFS=: read -r hierarchy names path; do
    case $names in
      name=systemd) line=/sys/fs/cgroup/systemd ;;
      memory | pids) line=/sys/fs/cgroup/$names ;;
      '') if [ -e /sys/fs/cgroup/cgroup.procs ]; then line=/sys/fs/cgroup; else line=/sys/fs/cgroup/unified; fi ;;
      *) continue ;;
    esac
    [ ! -w "$line$path/cgroup.procs" ] || echo "${line}${path%/}/$prefix"
  done </proc/self/cgroup
}

groups_up() {
  local group
  group_paths >"$run/groups"
  [ -s "$run/groups" ] || die "no control group file system is mounted"
  while read -r group; do
    mkdir -p "$group"
  done <"$run/groups"
}

enter_group() {
  local group
  while read -r group; do
    mkdir -p "$group/h$1"
    echo "$BASHPID" >"$group/h$1/cgroup.procs"
  done <"$run/groups"
}

# The processes of host $1, as its groups know them.
members() {
  local group
  while read -r group; do
    [ ! -d "$group/h$1" ] || find "$group/h$1" -name cgroup.procs -exec cat {} +
  done <"$run/groups" | sort -u
}

# A host outlives an nspawn that was killed by force, so its processes are ended one by one. There is no event to await.
end_members() {
  local processes tries=0
  [ -f "$run/groups" ] || return 0
  while processes=$(members "$1") && [ -n "$processes" ]; do
    [ "$tries" -lt 500 ] || die "host$1 does not end: processes $(xargs <<<"$processes")"
    tries=$((tries + 1))
    # One that is gone already is what is wanted.
    xargs kill -9 <<<"$processes" 2>/dev/null || sleep 0.02
  done
}

groups_down() {
  local group
  [ -f "$run/groups" ] || return 0
  while read -r group; do
    [ ! -d "$group" ] || find "$group" -depth -type d -exec rmdir {} +
  done <"$run/groups"
}
