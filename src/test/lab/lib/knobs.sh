# Runs on a host: sh -s. Writes what is set in the running system and belongs to the host alone: one "name = value" a line.
export LC_ALL=C
for file in /sys/devices/virtual/block/loop*/queue/* /sys/devices/virtual/net/*/tx_queue_len /sys/devices/virtual/net/*/queues/*/*; do
  [ -f "$file" ] && [ -w "$file" ] || continue
  value=$(cat "$file" 2>&1)
  echo "$file = $value"
done
sysctl -a 2>/dev/null | grep -E '^(net|fs\.mqueue|kernel\.(hostname|domainname|msg|sem|shm))' |
  grep -vE 'stable_secret|fastopen_key|nf_conntrack_count'
# What nspawn and the lab mount for every host says nothing.
findmnt -rn -o TARGET,SOURCE,FSTYPE,OPTIONS |
  grep -vE '^/(sys|proc|dev|run)(/| )|^/ ' | sed 's/ / = /; s/^/mount /'
tail -n +2 /proc/swaps | sed 's/[ 	][ 	]*/ = /; s/^/swap /'
systemctl list-units --all --plain --no-legend --type=service,swap,timer |
  awk '$3 != "inactive" && $1 !~ /^(ssh@|session|user|systemd-(tmpfiles|hostnamed|timedated))/ { print "unit " $1 " = " $3 " " $4 }'
