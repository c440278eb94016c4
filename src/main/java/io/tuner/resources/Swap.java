package io.tuner.resources;

import io.tuner.format.FstabSource;
import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.ByteSize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A swap space: in use now, and at every boot. */
@Type(
    name = "swap",
    summary = "A swap file or device: in use now, and by fstab at every boot",
    guide =
        """
        A file is made as its file system wants it, with mode 0600, under another name until it is
        whole; of the size wanted already, it stays in use. A space leaves use only where the
        available memory holds what is swapped out to it. A device with the signature of something
        else is refused, unless `discard` says that it may be lost; a file that is no swap space
        always is. `off` takes a space out of use and out of fstab, `absent` removes the file too.
        """)
public record Swap(
    @Parameter(value = "the swap file", example = "/swapfile") Optional<String> file,
    @Parameter(value = "or the device, also by a tag", example = "LABEL=swap1")
        Optional<String> device,
    @Parameter(
            value = "of the file, in whole MiB; one that is there may keep its own",
            example = "8G")
        Optional<ByteSize> size,
    @Parameter(
            value = "0 to 32767, higher ones are filled first; else the kernel chooses",
            example = "10")
        Optional<Integer> priority,
    @Parameter(value = "what is to be so", example = "absent", byDefault = "on") State state,
    @Parameter(
            value = "whether what the device holds may be lost",
            example = "true",
            byDefault = "false")
        boolean discard)
    implements Resource<SwapState> {

  /** In use, out of use, gone. */
  public enum State {
    ON,
    OFF,
    ABSENT
  }

  private static final long MEBIBYTE = 1 << 20;

  @Override
  public String name() {
    return file.or(() -> device).orElse("");
  }

  @Override
  public void validate(Problems problems) {
    if (file.isPresent() == device.isPresent()) {
      problems.error(device.isPresent() ? "device" : "file", "write one of `file` and `device`");
      return;
    }
    file.ifPresent(path -> PlacementRules.path("file", path, problems));
    if (device.filter(d -> FstabSource.device(d).isEmpty() || !plain(d)).isPresent()) {
      problems.error(
          "device", "`" + device.get() + "` is neither a path below /dev nor a tag such as UUID=…");
    }
    if (device.isPresent() && (size.isPresent() || state == State.ABSENT)) {
      String parameter = size.isPresent() ? "size" : "state";
      problems.error(parameter, "a device stays as large as it is", "to end its use: `state: off`");
    }
    if (size.filter(s -> s.bytes() < MEBIBYTE || s.bytes() % MEBIBYTE != 0).isPresent()) {
      problems.error("size", "`size` is a number of whole MiB, such as 512M or 8G");
    }
    if (priority.filter(p -> p < 0 || p > 32767).isPresent()) {
      problems.error("priority", "`priority` is a number from 0 to 32767");
    }
    if (state != State.ON && (size.isPresent() || priority.isPresent() || discard)) {
      problems.error("state", "`size`, `priority` and `discard` say how a space is used");
    }
  }

  private static boolean plain(String name) {
    return !name.matches("(?s).*[\\p{Cntrl}].*|.*/\\.\\./.*");
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    claims.put(Knob.of("swap:" + name() + ":on"), "" + (state == State.ON));
    size.ifPresent(s -> claims.put(Knob.of("swap:" + name() + ":size"), s.toString()));
    priority.ifPresent(p -> claims.put(Knob.of("swap:" + name() + ":priority"), p.toString()));
    return claims;
  }

  /** A device is swap space or a file system, and not both. */
  @Override
  public Map<Knob, String> needs() {
    return device.isPresent() && state == State.ON
        ? Map.of(Knob.of("use of " + device.get()), "swap space")
        : Map.of();
  }

  @Override
  public Probe probe() {
    return reader().probe();
  }

  @Override
  public SwapState parse(Readings readings) throws ProbeFailed {
    return reader().parse(readings);
  }

  @Override
  public SwapState target(SwapState observed, Notes notes) throws Unsupported {
    return new SwapTarget(this, reader(), observed, notes).state();
  }

  @Override
  public Script transition(SwapState from, SwapState to) {
    return new SwapScript(reader(), from, to).script();
  }

  @Override
  public Map<String, Knob> knobs(SwapState found) {
    return found.knobs(name());
  }

  private SwapReader reader() {
    return new SwapReader(name(), file.isPresent());
  }
}
