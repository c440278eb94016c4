#!/bin/bash
# rootfs.sh [OUT]
#   Builds the Debian root of the lab's hosts in OUT; without OUT finds or builds it in the cache, and prints where it is.
#   OUT/root: the tree.  OUT/keys: id (authorised), encrypted (authorised, passphrase in encrypted.passphrase),
#   stranger (not authorised), operator.password (of the user operator, for login and for sudo).
# The cache is ${TUNER_LAB:-~/.cache/tuner-lab}/image-HASH, keyed by this script and image/: a change builds anew.
# Needs root, and the packages listed beside this script.
set -euo pipefail
umask 022
here=$(cd "$(dirname "$0")" && pwd)
cache=${TUNER_LAB:-$HOME/.cache/tuner-lab}
suite=${TUNER_LAB_SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
architecture=$(dpkg --print-architecture)
packages=systemd-sysv,udev,dbus,openssh-server,sudo,procps,util-linux,kmod,iproute2,ethtool,strace,busybox,dash,bash
packages=$packages,acl,attr,e2fsprogs,ifupdown,libjemalloc2,perl,tuned,fio,postgresql

image_hash() {
  { echo "$suite $architecture"; cat "$here/rootfs.sh"; cd "$here/image" && find . -type f -print0 | sort -z | xargs -0 tail -n +1; } |
    sha256sum | cut -c1-12
}

mirror() {
  apt-get indextargets --format '$(COMPONENT) $(RELEASE) $(SITE)' 'Created-By: Packages' |
    awk -v suite="$suite" '$1 == "main" && $2 == suite { print $3; exit }'
}

# package NAME VERSION DEPENDS: one tiny package in the root's own repository. Its program prints its version.
package() {
  local name=$1 version=$2 depends=$3 tree
  tree=$(mktemp -d)
  chmod 755 "$tree"
  mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/etc"
  printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: lab <lab@localhost>\n%sDescription: %s\n' \
    "$name" "$version" "${depends:+Depends: $depends
}" "package for the lab's tests" >"$tree/DEBIAN/control"
  printf '#!/bin/sh\necho %s %s\n' "$name" "$version" >"$tree/usr/bin/$name"
  chmod 755 "$tree/usr/bin/$name"
  printf 'version = %s\n' "$version" >"$tree/etc/$name.conf"
  echo "/etc/$name.conf" >"$tree/DEBIAN/conffiles"
  dpkg-deb --root-owner-group -b "$tree" "$root/srv/packages/${name}_${version}_all.deb" >/dev/null
  rm -r "$tree"
}

repository() {
  mkdir -p "$root/srv/packages"
  package tuner-probe 1.0 ''
  package tuner-probe 2.0 tuner-probe-common
  package tuner-probe-common 1.0 ''
  (
    cd "$root/srv/packages"
    for deb in *.deb; do
      dpkg-deb -f "$deb"
      printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "$deb" "$(stat -c %s "$deb")" "$(sha256sum <"$deb" | cut -c1-64)"
    done >Packages
  )
  rm -f "$root"/etc/apt/sources.list.d/*
  echo 'deb [trusted=yes] file:/srv/packages ./' >"$root/etc/apt/sources.list"
  rm -rf "$root"/var/lib/apt/lists/*
  chroot "$root" apt-get -qq update >&2
}

users() {
  local user
  for user in tuner operator nobodysudo limited ttyonly; do
    chroot "$root" groupadd -f "$user" # Debian has a group operator
    chroot "$root" useradd -m -g "$user" -s /bin/bash "$user"
  done
  # A blank, both quotes and what a shell would expand: a password that is pasted into a command does not survive.
  printf '%s' "it's a \"lab\" \$HOME \\ word" >"$keys/operator.password"
  printf 'operator:%s\n' "$(cat "$keys/operator.password")" | chroot "$root" chpasswd
  for user in root tuner operator nobodysudo limited ttyonly; do
    chroot "$root" sh -c 'install -d -m 700 -o "$1" -g "$1" ~'"$user"'/.ssh && cat >~'"$user"'/.ssh/authorized_keys &&
      chown "$1:$1" ~'"$user"'/.ssh/authorized_keys' sh "$user" <"$keys/authorized"
  done
}

make_keys() {
  mkdir -p "$keys"
  ssh-keygen -q -t ed25519 -N '' -C lab -f "$keys/id"
  ssh-keygen -q -t ed25519 -N '' -C stranger -f "$keys/stranger"
  printf '%s' 'a lab passphrase' >"$keys/encrypted.passphrase"
  ssh-keygen -q -t ed25519 -N "$(cat "$keys/encrypted.passphrase")" -C encrypted -f "$keys/encrypted"
  cat "$keys/id.pub" "$keys/encrypted.pub" >"$keys/authorized"
}

configure() {
  cp -a --no-preserve=ownership "$here/image/." "$root/"
  chmod 440 "$root/etc/sudoers.d/lab"
  chroot "$root" visudo -cq
  # OpenSSH 9.8 made a client that fails wait; the tests fail on purpose.
  mkdir -p "$root/run/sshd"
  if chroot "$root" /usr/sbin/sshd -T -o PerSourcePenalties=no >/dev/null 2>&1; then
    echo 'PerSourcePenalties no' >>"$root/etc/ssh/sshd_config.d/lab.conf"
  fi
  rm -f "$root"/etc/ssh/ssh_host_* # each host gets its own
  chroot "$root" systemctl -q enable ssh.service lab-ready.service lab-tracer.service lab-trace-sshd.service
  # A test starts it, with a profile that touches nothing global.
  chroot "$root" systemctl -q disable tuned.service
  # A test makes its own database, and takes it away.
  chroot "$root" systemctl -q disable postgresql.service
  chroot "$root" sh -c 'pg_lsclusters -h | while read -r version name _; do pg_dropcluster "$version" "$name"; done'
  chroot "$root" systemctl -q mask proc-sys-fs-binfmt_misc.automount e2scrub_reap.service
  # Timers would change files between two snapshots; what these files set is global to the machine.
  chroot "$root" sh -c 'rm -f /etc/systemd/system/timers.target.wants/* /usr/lib/systemd/system/timers.target.wants/*'
  rm -f "$root"/usr/lib/sysctl.d/*.conf "$root"/etc/sysctl.d/*.conf
  printf '' >"$root/etc/machine-id"
  : >"$root/etc/default/locale" # PAM complains where it is missing
  printf '# no file system is mounted at boot\n' >"$root/etc/fstab"
  touch "$root/usr/lib/lab/built" # lib/tree.sh hashes what has changed since
}

build() {
  local out=$1 site
  root=$out/root keys=$out/keys
  site=$(mirror)
  if [ -z "$site" ]; then # apt names its sources only once it has fetched their lists
    apt-get -q -o DPkg::Lock::Timeout=300 update >&2
    site=$(mirror)
  fi
  [ -n "$site" ] || { echo "rootfs.sh: apt on this machine names no source for $suite main" >&2; exit 1; }
  mkdir -p "$out"
  echo "lab: building a Debian $suite root (a minute or two)" >&2
  mmdebstrap --quiet --variant=minbase --mode=root --include="$packages" \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt=force-unsafe-io \
    "$suite" "$root" "deb $site $suite main" >&2
  # Left in place, it would thin out every package that a test installs.
  rm -f "$root"/etc/dpkg/dpkg.cfg.d/99mmdebstrap
  make_keys
  users
  repository
  configure
}

# Images that no host runs from, and that nobody asked for in a week.
prune() {
  local lock
  find "$cache" -maxdepth 1 -name 'image-*.lock' -mtime +7 -print | while read -r lock; do
    flock -n "$lock" rm -rf "${lock%.lock}" "${lock%.lock}.part" "$lock" || continue
  done
}

for tool in mmdebstrap ssh-keygen; do
  command -v "$tool" >/dev/null || { echo "rootfs.sh: $tool is not installed: apt-get install $(grep -v '^#' "$here/packages" | xargs)" >&2; exit 1; }
done

if [ $# -gt 0 ]; then
  build "$1"
  exit
fi
image=$cache/image-$(image_hash)
mkdir -p "$cache"
exec 8>>"$cache/build.lock"
flock 8
touch "$image.lock" # hosts hold it shared while they run from the image
if [ ! -d "$image" ]; then
  rm -rf "$image.part"
  build "$image.part"
  mv "$image.part" "$image"
  prune
fi
echo "$image"
