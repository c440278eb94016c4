#!/bin/bash
# image.sh
#   Finds or builds the disk of the emulated machine in the cache, and prints the directory that holds it:
#   disk.qcow2 (boots by its own GRUB from its own kernel), id and id.pub (root and tuner accept it), host_key.pub.
# The cache is ${TUNER_LAB:-~/.cache/tuner-lab}/machine-HASH, keyed by this directory: a change builds anew.
# Needs root, and the packages listed beside this script.
set -euo pipefail
umask 022
here=$(cd "$(dirname "$0")" && pwd)
cache=${TUNER_LAB:-$HOME/.cache/tuner-lab}
suite=bookworm
packages=systemd-sysv,udev,dbus,openssh-server,sudo,procps,util-linux,kmod,iproute2,ethtool,acl,attr,e2fsprogs
packages=$packages,linux-image-amd64,initramfs-tools,grub-pc-bin,grub2-common,tuned,irqbalance,libjemalloc2
disk_megabytes=3072

image_hash() {
  { echo "$suite"; cd "$here" && find . -type f -print0 | sort -z | xargs -0 tail -n +1; } | sha256sum | cut -c1-12
}

mirror() {
  apt-get indextargets --format '$(COMPONENT) $(RELEASE) $(SITE)' 'Created-By: Packages' |
    awk -v suite="$suite" '$1 == "main" && $2 == suite { print $3; exit }'
}

say() { echo "lab: $*" >&2; }

debian() {
  local site
  site=$(mirror)
  if [ -z "$site" ]; then # apt names its sources only once it has fetched their lists
    apt-get -q -o DPkg::Lock::Timeout=300 update >&2
    site=$(mirror)
  fi
  [ -n "$site" ] || { say "apt on this machine names no source for $suite main"; exit 1; }
  # A small initrd, for the processor that unpacks it is emulated: what the root needs, and nothing else.
  mmdebstrap --quiet --variant=minbase --mode=root --include="$packages" \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt=force-unsafe-io \
    --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/etc/initramfs-tools/modules.d" &&
      echo MODULES=list >"$1/etc/initramfs-tools/conf.d/lab" && echo COMPRESS=lz4 >>"$1/etc/initramfs-tools/conf.d/lab"' \
    --include=lz4 "$suite" "$root" "deb $site $suite main" >&2
  rm -f "$root"/etc/dpkg/dpkg.cfg.d/99mmdebstrap
}

configure() {
  cp -a --no-preserve=ownership "$here/root/." "$root/"
  chmod 440 "$root/etc/sudoers.d/lab"
  sed -i "s/@UUID@/$uuid/" "$root/etc/fstab"
  printf 'virtio_pci\nvirtio_blk\next4\n' >>"$root/etc/initramfs-tools/modules"
  chroot "$root" update-initramfs -u -k all >&2
  local kernel
  kernel=$(basename "$root"/boot/vmlinuz-*)
  cp "$root/boot/$kernel" "$out/vmlinuz"
  cp "$root/boot/initrd.img-${kernel#vmlinuz-}" "$out/initrd"
  ssh-keygen -q -t ed25519 -N '' -C lab -f "$out/id"
  rm -f "$root"/etc/ssh/ssh_host_*
  ssh-keygen -q -t ed25519 -N '' -C machine -f "$root/etc/ssh/ssh_host_ed25519_key"
  cp "$root/etc/ssh/ssh_host_ed25519_key.pub" "$out/host_key.pub"
  chroot "$root" useradd -m -s /bin/bash tuner
  for user in root tuner; do
    chroot "$root" sh -c 'install -d -m 700 -o "$1" -g "$1" ~'"$user"'/.ssh && cat >~'"$user"'/.ssh/authorized_keys &&
      chown "$1:$1" ~'"$user"'/.ssh/authorized_keys' sh "$user" <"$out/id.pub"
  done
  chroot "$root" systemctl -q enable systemd-networkd ssh lab-ready
  # A test that wants these starts them: what they set at every boot would be in the way of all others.
  chroot "$root" systemctl -q disable tuned irqbalance
  chroot "$root" systemctl -q mask systemd-networkd-wait-online e2scrub_reap systemd-timesyncd
  chroot "$root" sh -c 'rm -f /etc/systemd/system/timers.target.wants/* /usr/lib/systemd/system/timers.target.wants/*'
  rm -f "$root/etc/machine-id"
  chroot "$root" systemd-machine-id-setup >&2
  touch "$root/usr/lib/lab/built" # ../lib/tree.sh hashes what has changed since
  touch "$root/usr/lib/lab/built" # lib/tree.sh hashes what has changed since
}

# A disk with one partition, made without mounting anything.
partition() {
  local raw=$out/disk.raw
  truncate -s "$((disk_megabytes + 1))M" "$raw"
  mke2fs -q -t ext4 -O ^metadata_csum_seed,^orphan_file -U "$uuid" -d "$root" -E offset=1048576 "$raw" "${disk_megabytes}M"
  printf 'label: dos\nstart=2048, type=83, bootable\n' | sfdisk -q "$raw"
  qemu-img convert -f raw -O qcow2 "$raw" "$out/disk.qcow2"
  rm "$raw"
}

# The machine installs its own boot loader: booted once past it, with usr/lib/lab/first as PID 1.
first_boot() {
  local machine
  timeout 900 qemu-system-x86_64 -machine q35 -accel tcg -cpu max,la57=off -m 1024M -display none -no-reboot \
    -monitor none -serial "file:$out/first.log" -kernel "$out/vmlinuz" -initrd "$out/initrd" \
    -append "root=UUID=$uuid ro console=ttyS0 init=/usr/lib/lab/first" \
    -drive "file=$out/disk.qcow2,if=none,id=root,cache=unsafe" -device virtio-blk-pci,drive=root -nic none </dev/null &
  machine=$!
  trap 'kill "$machine" 2>/dev/null' EXIT
  wait "$machine" || { tail -n 30 "$out/first.log" >&2; say 'the first boot failed'; exit 1; }
  trap - EXIT
  grep -q 'lab: the boot loader is installed' "$out/first.log" ||
    { tail -n 30 "$out/first.log" >&2; say 'the boot loader was not installed'; exit 1; }
  rm "$out/vmlinuz" "$out/initrd"
}

build() {
  out=$1
  root=$out/root
  uuid=$(cat /proc/sys/kernel/random/uuid)
  mkdir -p "$out"
  say "building the disk of the emulated machine (some minutes)"
  debian
  configure
  partition
  rm -rf --one-file-system "$root"
  first_boot
}

for tool in mmdebstrap mke2fs sfdisk qemu-img qemu-system-x86_64; do
  command -v "$tool" >/dev/null || PATH=$PATH:/usr/sbin:/sbin
  command -v "$tool" >/dev/null ||
    { say "$tool is not installed: apt-get install $(grep -v '^#' "$here/packages" | xargs)"; exit 1; }
done
image=$cache/machine-$(image_hash)
mkdir -p "$cache"
exec 8>>"$cache/machine.lock"
flock 8
if [ ! -d "$image" ]; then
  # Images of other states of this directory are a gigabyte each, and are built again when they are wanted.
  rm -rf --one-file-system "$cache"/machine-*[0-9a-f] "$image.part"
  build "$image.part" 8<&-
  mv "$image.part" "$image"
fi
echo "$image"
