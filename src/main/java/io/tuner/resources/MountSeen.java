package io.tuner.resources;

import io.tuner.format.Fstab;
import io.tuner.format.Meminfo;
import io.tuner.format.MountInfo;
import io.tuner.format.MountOptions;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What lies at a mount point, beside what is wanted there.
 *
 * @param mount the one that is seen
 * @param mounts all
 */
record MountSeen(MountInfo.Mount mount, MountInfo mounts) {

  /** As the task spells it, where it is what the task wants. */
  MountState.Live live(
      MountReader wanted, Optional<String> resolved, String number, Readings readings)
      throws ProbeFailed {
    boolean same =
        wanted.source().filter(mount.source()::equals).isPresent()
            || resolved.filter(mount.source()::equals).isPresent()
            || mount.device().equals(number)
            || wanted.isBind() && isBound(wanted.source().orElse("/"));
    boolean alike =
        wanted
            .fstype()
            .filter(
                t ->
                    t.equals("auto")
                        || wanted.isBind()
                        || mount.type().equals(t)
                        || mount.type().equals(t + "4"))
            .isPresent();
    List<String> shown = mount.effectiveOptions();
    if (wanted.source().isPresent()) {
      shown = new ArrayList<>(wanted.options());
      var memory =
          Meminfo.parse(wanted.isMemory() ? readings.text(MountReader.MEMORY).orElse("") : "")
              .bytes("MemTotal");
      List<String> visible = wanted.options().stream().filter(o -> !o.matches("r?bind")).toList();
      shown.removeAll(
          MountOptions.missing(visible, mount.effectiveOptions(), mount.type(), memory));
    }
    return new MountState.Live(
        same ? wanted.source().orElse(mount.source()) : mount.source(),
        alike ? wanted.fstype().orElse(mount.type()) : mount.type(),
        String.join(",", shown));
  }

  /** Whether the mount shows the directory that is to be bound here. */
  private boolean isBound(String source) {
    Optional<MountInfo.Mount> below = mounts.containing(source);
    if (below.isEmpty()) {
      return false;
    }
    String point = below.get().target();
    String rest = source.substring(point.equals("/") ? 0 : point.length());
    String root = (below.get().root().equals("/") ? "" : below.get().root()) + rest;
    return mount.device().equals(below.get().device())
        && mount.root().equals(root.isEmpty() ? "/" : root);
  }

  /** Options to mount with again: a network's and a bind mount's own are not all shown. */
  String effective(Optional<Fstab.Entry> entry) {
    boolean hidden = isNetwork() || !mount.root().equals("/");
    List<String> shown = new ArrayList<>(mount.effectiveOptions());
    shown.remove("seclabel");
    return String.join(",", hidden && entry.isPresent() ? entry.get().options() : shown);
  }

  /** Why it is not for fstab to say how it is mounted; empty where it is. */
  Optional<String> foreign(Optional<Fstab.Entry> entry) {
    if (entry.isPresent()) {
      return Optional.empty();
    }
    if (mount.type().equals("zfs")) {
      return Optional.of("is the ZFS dataset " + mount.source() + ": use zfs set mountpoint");
    }
    boolean bound = !mount.root().equals("/") && !mount.type().equals("btrfs");
    return mount.type().equals("autofs") || isNetwork() || bound
        ? Optional.of("is mounted from " + mount.source() + ", and not by fstab")
        : Optional.empty();
  }

  private boolean isNetwork() {
    return mount.type().matches("nfs4?|cifs|smb3|ceph|9p|afs|glusterfs|lustre|fuse\\..*");
  }
}
