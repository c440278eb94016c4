package io.tuner.bench;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.text.ByteSize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks at a host before fio may touch a disk of it. */
record FioGuard(Fio fio) {

  Probe probe() {
    Probe probe = Probe.NOTHING.run("fio", "--version");
    for (String path : FioRun.targets(fio)) {
      probe =
          probe
              .followedAttributes(path)
              .and(Room.probe(HostPath.parent(path)))
              .and(writes() ? new DiskUse(path).probe() : Probe.NOTHING);
    }
    if (fio.directory().isPresent()) {
      String directory = fio.directory().get();
      probe = probe.followedAttributes(directory).and(Room.probe(directory));
    }
    return probe;
  }

  Optional<String> refusal(Readings readings) throws ProbeFailed {
    if (readings.run("fio", "--version").known("the version of fio").isEmpty()) {
      return Optional.of("fio is not installed");
    }
    for (String path : FioRun.targets(fio)) {
      Optional<String> refusal = target(path, readings);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return fio.directory().isPresent()
        ? directory(fio.directory().get(), readings)
        : Optional.empty();
  }

  private Optional<String> target(String path, Readings readings) throws ProbeFailed {
    Optional<Readings.Attributes> found = readings.followedAttributes(path).known(path);
    if (found.isEmpty()) {
      return HostPath.isDevice(path)
          ? Optional.of("there is no device `" + path + "`")
          : newFile(path, readings);
    }
    return switch (found.get().kind()) {
      case FILE -> file(path, found.get().size(), readings);
      case BLOCK -> device(path, readings);
      default -> Optional.of("`" + path + "` is neither a file nor a disk");
    };
  }

  private Optional<String> newFile(String path, Readings readings) throws ProbeFailed {
    if (fio.size().isEmpty()) {
      return Optional.of("`" + path + "` is not there, and fio needs `size` to make it");
    }
    return Room.refusal(HostPath.parent(path), room(), readings);
  }

  private Optional<String> file(String path, long size, Readings readings) throws ProbeFailed {
    if (writes() && !fio.destroy_data()) {
      return Optional.of(
          "`"
              + path
              + "` is there, and would be overwritten: name another file, or write"
              + " `destroy_data: true`");
    }
    long wanted =
        fio.runs().stream().map(FioRun::sizeOfFile).mapToLong(this::orZero).max().orElse(0);
    if (writes()) {
      return Room.refusal(HostPath.parent(path), Math.max(0, wanted - size), readings);
    }
    return wanted > size
        ? Optional.of(
            "`%s` has %s, fewer than `size`; a file that was there is not made longer"
                .formatted(path, new ByteSize(size)))
        : Optional.empty();
  }

  private Optional<String> device(String path, Readings readings) throws ProbeFailed {
    if (!writes()) {
      return Optional.empty();
    }
    if (!fio.destroy_data()) {
      return Optional.of(
          "`" + path + "` is a device, and would be overwritten: only with `destroy_data: true`");
    }
    // fio itself refuses a mounted device without this option (fio(1), allow_mounted_write).
    String allowed = fio.options().getOrDefault("allow_mounted_write", "");
    return List.of("1", "true").contains(allowed)
        ? Optional.empty()
        : new DiskUse(path)
            .user(readings)
            .map(user -> user + ", and `" + path + "` would be overwritten: free it first");
  }

  private Optional<String> directory(String path, Readings readings) throws ProbeFailed {
    boolean there =
        readings
            .followedAttributes(path)
            .known(path)
            .filter(found -> found.kind() == Readings.Attributes.Kind.DIRECTORY)
            .isPresent();
    return there
        ? Room.refusal(path, room(), readings)
        : Optional.of("there is no directory `" + path + "`");
  }

  private long room() {
    return fio.runs().stream().map(FioRun::room).mapToLong(this::orZero).max().orElse(0);
  }

  private long orZero(OptionalLong bytes) {
    return bytes.orElse(0);
  }

  private boolean writes() {
    return fio.runs().stream().anyMatch(FioRun::writes);
  }
}
