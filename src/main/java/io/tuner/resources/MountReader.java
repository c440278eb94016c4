package io.tuner.resources;

import io.tuner.format.Fstab;
import io.tuner.format.Meminfo;
import io.tuner.format.MountInfo;
import io.tuner.format.MountOptions;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a mount point is read.
 *
 * @param path the mount point
 * @param source what is wanted there; empty where anything is compared as it is
 * @param fstype its type
 * @param options those wanted
 */
record MountReader(
    String path, Optional<String> source, Optional<String> fstype, List<String> options) {

  static final String FSTAB = FstabScript.PATH;

  private static final String MOUNTS = "/proc/self/mountinfo";
  private static final String MEMORY = "/proc/meminfo";
  private static final String INIT = "/proc/1/comm";
  private static final String NUMBERS = "/sys/class/block/*/dev";

  /** Where udev keeps the devices by the tags of fstab(5). */
  private static final Map<String, String> TAGS =
      Map.of(
          "UUID", "by-uuid",
          "LABEL", "by-label",
          "PARTUUID", "by-partuuid",
          "PARTLABEL", "by-partlabel");

  Probe probe() {
    Probe probe = Probe.NOTHING.file(MOUNTS).file(FSTAB).file(INIT).attributes(path).glob(NUMBERS);
    if (device().isPresent()) {
      probe = probe.link(device().get());
    }
    return mayBeMemory() ? probe.file(MEMORY).run("ls", "-A", path) : probe;
  }

  private boolean mayBeMemory() {
    return source.isEmpty() || isMemory();
  }

  private boolean isMemory() {
    return fstype.filter(type -> type.equals("tmpfs") || type.equals("ramfs")).isPresent();
  }

  private boolean isBind() {
    return options.contains("bind") || options.contains("rbind");
  }

  private Optional<String> device() {
    return source.flatMap(MountReader::device);
  }

  /** The path of the device that a source of fstab names; empty where it names none. */
  static Optional<String> device(String source) {
    String kind = source.replaceFirst("=.*", "");
    return TAGS.containsKey(kind)
        ? Optional.of("/dev/disk/" + TAGS.get(kind) + "/" + tag(source))
        : Optional.of(source).filter(text -> text.startsWith("/dev/"));
  }

  /** As udev writes a tag's value in a link's name. */
  private static String tag(String text) {
    String value = text.substring(text.indexOf('=') + 1).replaceAll("^\"|\"$", "");
    return value.replace("/", "\\x2f").replace(" ", "\\x20");
  }

  MountState parse(Readings readings) throws ProbeFailed {
    MountInfo mounts =
        MountInfo.parse(
            readings.text(MOUNTS).orElseThrow(() -> new ProbeFailed("there is no " + MOUNTS)));
    Fstab fstab = Fstab.parse(readings.text(FSTAB).orElse(""));
    Optional<MountInfo.Mount> mount = mounts.visible(path);
    Optional<Fstab.Entry> entry = fstab.mount(path);
    Optional<Readings.Attributes> attributes = readings.attributes(path).known(path);
    if (attributes.filter(a -> a.kind() != Readings.Attributes.Kind.DIRECTORY).isPresent()) {
      throw new ProbeFailed(path + " is there, and is not a directory");
    }
    Optional<String> resolved = Optional.empty();
    if (device().isPresent()) {
      resolved = readings.link(device().get()).known(device().get());
    }
    String number = number(readings, resolved);
    MountState.Live live = null;
    if (mount.isPresent()) {
      live = live(mount.get(), mounts, resolved, number, readings);
    }
    String effective = mount.map(m -> effective(m, entry)).orElse("");
    return new MountState(
        Optional.ofNullable(live),
        entry.map(MountReader::entry),
        attributes.isPresent(),
        new MountState.Around(
            readings.file(FSTAB).known(FSTAB),
            effective,
            mount.flatMap(m -> foreign(m, entry)),
            device().isEmpty() || resolved.isPresent(),
            occupied(readings),
            readings.line(INIT).filter("systemd"::equals).isPresent(),
            false));
  }

  private MountState.Live live(
      MountInfo.Mount mount,
      MountInfo mounts,
      Optional<String> resolved,
      String number,
      Readings readings)
      throws ProbeFailed {
    boolean same =
        source.filter(mount.source()::equals).isPresent()
            || resolved.filter(mount.source()::equals).isPresent()
            || mount.device().equals(number)
            || isBind() && isBound(mount, mounts);
    boolean alike =
        fstype
            .filter(
                t ->
                    t.equals("auto")
                        || isBind()
                        || mount.type().equals(t)
                        || mount.type().equals(t + "4"))
            .isPresent();
    List<String> shown = mount.effectiveOptions();
    if (source.isPresent()) {
      shown = new ArrayList<>(options);
      var memory =
          Meminfo.parse(isMemory() ? readings.text(MEMORY).orElse("") : "").bytes("MemTotal");
      List<String> visible = options.stream().filter(o -> !o.matches("r?bind")).toList();
      shown.removeAll(
          MountOptions.missing(visible, mount.effectiveOptions(), mount.type(), memory));
    }
    return new MountState.Live(
        same ? source.orElse(mount.source()) : mount.source(),
        alike ? fstype.orElse(mount.type()) : mount.type(),
        String.join(",", shown));
  }

  /** Whether the mount shows the directory that is to be bound here. */
  private boolean isBound(MountInfo.Mount mount, MountInfo mounts) {
    Optional<MountInfo.Mount> below = mounts.containing(source.orElse("/"));
    if (below.isEmpty()) {
      return false;
    }
    String point = below.get().target();
    String rest = source.orElse("/").substring(point.equals("/") ? 0 : point.length());
    String root = (below.get().root().equals("/") ? "" : below.get().root()) + rest;
    return mount.device().equals(below.get().device())
        && mount.root().equals(root.isEmpty() ? "/" : root);
  }

  private static String number(Readings readings, Optional<String> resolved) throws ProbeFailed {
    String name = resolved.orElse("/").replaceFirst("^/dev/", "").replace('/', '!');
    return Disks.one(readings, NUMBERS, NUMBERS.replace("*", name)).orElse("none");
  }

  private boolean occupied(Readings readings) throws ProbeFailed {
    if (!mayBeMemory()) {
      return false;
    }
    Reading<Readings.Output> listing = readings.run("ls", "-A", path);
    // More names than an answer may hold are many.
    return listing instanceof Reading.Refused
        || listing.known(path).filter(output -> !output.stdout().isEmpty()).isPresent();
  }

  static MountState.Entry entry(Fstab.Entry entry) {
    return new MountState.Entry(
        entry.source(),
        entry.type(),
        String.join(",", entry.options()),
        entry.dump().orElse(0),
        entry.pass().orElse(0));
  }

  /** Options to mount with again: a network's and a bind mount's own are not all shown. */
  private static String effective(MountInfo.Mount mount, Optional<Fstab.Entry> entry) {
    boolean hidden = isNetwork(mount) || !mount.root().equals("/");
    List<String> shown = new ArrayList<>(mount.effectiveOptions());
    shown.remove("seclabel");
    return String.join(",", hidden && entry.isPresent() ? entry.get().options() : shown);
  }

  private static Optional<String> foreign(MountInfo.Mount mount, Optional<Fstab.Entry> entry) {
    if (entry.isPresent()) {
      return Optional.empty();
    }
    if (mount.type().equals("zfs")) {
      return Optional.of("is the ZFS dataset " + mount.source() + ": use zfs set mountpoint");
    }
    boolean bound = !mount.root().equals("/") && !mount.type().equals("btrfs");
    return mount.type().equals("autofs") || isNetwork(mount) || bound
        ? Optional.of("is mounted from " + mount.source() + ", and not by fstab")
        : Optional.empty();
  }

  private static boolean isNetwork(MountInfo.Mount mount) {
    return mount.type().matches("nfs4?|cifs|smb3|ceph|9p|afs|glusterfs|lustre|fuse\\..*");
  }
}
