package io.tuner.resources;

import io.tuner.format.Fstab;
import io.tuner.format.FstabSource;
import io.tuner.format.MountInfo;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.List;
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
  static final String MEMORY = "/proc/meminfo";
  private static final String INIT = "/proc/1/comm";
  private static final String NUMBERS = "/sys/class/block/*/dev";

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

  boolean isMemory() {
    return fstype.filter(type -> type.equals("tmpfs") || type.equals("ramfs")).isPresent();
  }

  boolean isBind() {
    return options.contains("bind") || options.contains("rbind");
  }

  private Optional<String> device() {
    return source.flatMap(FstabSource::device);
  }

  MountState parse(Readings readings) throws ProbeFailed {
    MountInfo mounts =
        MountInfo.parse(
            readings.text(MOUNTS).orElseThrow(() -> new ProbeFailed("there is no " + MOUNTS)));
    Fstab fstab = Fstab.parse(readings.text(FSTAB).orElse(""));
    Optional<MountSeen> mount = mounts.visible(path).map(seen -> new MountSeen(seen, mounts));
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
      live = mount.get().live(this, resolved, number, readings);
    }
    String effective = mount.map(m -> m.effective(entry)).orElse("");
    return new MountState(
        Optional.ofNullable(live),
        entry.map(MountReader::entry),
        attributes.isPresent(),
        new MountState.Around(
            readings.file(FSTAB).known(FSTAB),
            effective,
            mount.flatMap(m -> m.foreign(entry)),
            device().isEmpty() || resolved.isPresent(),
            occupied(readings),
            readings.line(INIT).filter("systemd"::equals).isPresent(),
            false));
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
}
