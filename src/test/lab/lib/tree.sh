# Runs on a host: sh -s [PRUNED…]. Writes all that a file system holds but for times and what no test compares, as
# NUL-ended records: path, then "type mode owner size link"; then "=hashes", then "SHA256  path" of each file that changed
# after the image was built (a file cannot change without its change time); then "=attributes" and what getfattr prints.
# PRUNED are further paths to leave out.
export LC_ALL=C
set -- /proc /sys /dev /run /tmp /var/tmp /var/lib/tuner /var/log /var/lib/systemd /var/cache "$@"
for path; do
  set -- "$@" -o -path "$path"
  shift
done
shift # the first -o
find / -xdev \( "$@" \) -prune -o -type d -printf '%p\0%y %m %U:%G - -\0' -o -printf '%p\0%y %m %U:%G %s %l\0'
printf '=hashes\0'
find / -xdev \( "$@" \) -prune -o -type f -cnewer /usr/lib/lab/built -print0 | xargs -0r sha256sum -z
printf '=attributes\0'
find / -xdev \( "$@" \) -prune -o -print0 | xargs -0 getfattr -h -d -m - -e hex --absolute-names
