package io.tuner.resources;

import io.tuner.format.Fstab;
import io.tuner.format.FstabSource;
import io.tuner.format.MemoryAvailable;
import io.tuner.format.MountInfo;
import io.tuner.format.Signature;
import io.tuner.format.SwapTable;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Readings.Attributes;
import io.tuner.text.ByteSize;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How a swap space is read.
 *
 * @param name the file, or the device in the words of fstab
 * @param isFile which of both
 */
record SwapReader(String name, boolean isFile) {

  private static final String SWAPS = "/proc/swaps";
  private static final String MOUNTS = "/proc/self/mountinfo";
  private static final String MEMORY = "/proc/meminfo";
  private static final String KERNEL = "/proc/sys/kernel/osrelease";
  private static final String INIT = "/proc/1/comm";
  private static final int AVAILABLE = 3;

  /** The path of the file or device. */
  String path() {
    return isFile ? name : FstabSource.device(name).orElse("/dev/null");
  }

  /** The name of the file while it is made. */
  String unfinished() {
    int slash = name.lastIndexOf('/');
    return name.substring(0, slash + 1) + "." + name.substring(slash + 1) + ".tuner";
  }

  private DeviceSignature signature() {
    return new DeviceSignature(path());
  }

  private String directory() {
    return name.lastIndexOf('/') <= 0 ? "/" : name.substring(0, name.lastIndexOf('/'));
  }

  Probe probe() {
    Probe probe =
        Probe.NOTHING
            .file(SWAPS)
            .file(FstabScript.PATH)
            .file(MOUNTS)
            .file(MEMORY)
            .file(INIT)
            .link(path())
            .and(signature().probe());
    return isFile
        ? probe
            .file(KERNEL)
            .attributes(path())
            .attributes(unfinished())
            .run("df", "-P", "-k", directory())
        : probe.followedAttributes(path());
  }

  SwapState parse(Readings readings) throws ProbeFailed {
    SwapTable table =
        SwapTable.parse(
            readings
                .text(SWAPS)
                .orElseThrow(
                    () -> new ProbeFailed("there is no " + SWAPS + ": no kernel to swap")));
    Reading<Attributes> read =
        isFile ? readings.attributes(path()) : readings.followedAttributes(path());
    Optional<Attributes> attributes = read.known(path());
    if (attributes.filter(a -> !isFit(a.kind())).isPresent()) {
      throw new ProbeFailed(path() + " is there, and is no " + (isFile ? "file" : "device"));
    }
    String resolved = readings.link(path()).known(path()).orElse(path());
    Optional<SwapTable.Swap> live = table.of(resolved);
    Optional<Signature> signature = signature().read(readings);
    boolean swap = live.isPresent() || signature.filter(Signature::isSwap).isPresent();
    Fstab fstab = Fstab.parse(readings.text(FstabScript.PATH).orElse(""));
    MountInfo mounts = MountInfo.parse(readings.text(MOUNTS).orElse(""));
    OptionalLong available = MemoryAvailable.bytes(readings.text(MEMORY).orElse(""));
    return new SwapState(
        live.map(SwapTable.Swap::priority)
            .map(p -> new SwapState.Live(true, Optional.of(p).filter(number -> number >= 0)))
            .orElse(SwapState.Live.OFF),
        fstab
            .swap(names(resolved, signature))
            .map(e -> new SwapState.Entry(e.source(), String.join(",", e.options()))),
        attributes.map(
            a ->
                new SwapState.Space(
                    isFile ? Optional.of(new ByteSize(a.size()).toString()) : Optional.empty(),
                    isFile ? Optional.of(a.mode()) : Optional.empty(),
                    swap)),
        isFile && readings.attributes(unfinished()).known(unfinished()).isPresent(),
        new SwapState.Around(
            readings.file(FstabScript.PATH).known(FstabScript.PATH),
            readings.line(INIT).filter("systemd"::equals).isPresent(),
            live.map(l -> l.usedKilobytes() * 1024).orElse(0L),
            available.isPresent() ? Optional.of(available.getAsLong()) : Optional.empty(),
            signature.map(Signature::type),
            signature().isTold(readings),
            mounts.containing(directory()).map(MountInfo.Mount::type).orElse(""),
            isFile ? readings.line(KERNEL).orElse("") : "",
            isFile ? free(readings) : Optional.empty(),
            mounts.mounts().stream()
                .filter(m -> m.source().equals(resolved))
                .map(MountInfo.Mount::target)
                .findFirst(),
            false));
  }

  private boolean isFit(Attributes.Kind kind) {
    return kind == Attributes.Kind.FILE || !isFile && kind == Attributes.Kind.BLOCK;
  }

  /** All names by which fstab may speak of the space. */
  private Set<String> names(String resolved, Optional<Signature> signature) {
    Set<String> names = new HashSet<>(Set.of(name));
    names.add(path());
    names.add(resolved);
    if (!isFile) {
      signature.flatMap(Signature::uuid).ifPresent(uuid -> names.add("UUID=" + uuid));
      signature.flatMap(Signature::label).ifPresent(label -> names.add("LABEL=" + label));
    }
    return names;
  }

  /** The fourth column of the last line (df(1p)). */
  private Optional<Long> free(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings.run("df", "-P", "-k", directory()).known("the space in " + directory());
    String[] lines = output.map(Readings.Output::stdout).orElse("").strip().split("\n");
    String[] fields = lines[lines.length - 1].trim().split("\\s+");
    boolean number = fields.length > AVAILABLE && fields[AVAILABLE].matches("-?[0-9]{1,15}");
    return number ? Optional.of(Long.parseLong(fields[AVAILABLE]) * 1024) : Optional.empty();
  }
}
