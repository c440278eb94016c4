package io.tuner.resources;

import io.tuner.format.MountOptions;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A mount point: what is mounted there now, and what a boot mounts. */
@Type(
    name = "mount",
    summary = "A mount point: what is mounted there, and what fstab says of it",
    guide =
        """
        `mounted` is mounted now and at every boot, `present` at every boot, `unmounted` not now,
        `absent` never. Options are compared as the kernel shows them; other options than the
        wanted ones are let be. A new fstab is checked with `findmnt --verify` before it replaces
        the old one, and a mount that fails gives the old one back.
        """)
public record Mount(
    @Parameter(value = "the mount point", example = "/data", required = true) String path,
    @Parameter(value = "a device, a tag, a server's export", example = "UUID=0a3407de-014b")
        Optional<String> source,
    @Parameter(value = "the file system's type", example = "xfs") Optional<String> fstype,
    @Parameter(value = "as in fstab", example = "[noatime, nofail]", byDefault = "defaults")
        List<String> options,
    @Parameter(value = "what is to be so", example = "present", byDefault = "mounted") State state,
    @Parameter(value = "of a tmpfs: its size, or a share of the memory", example = "129G")
        Optional<String> size,
    @Parameter(value = "the fifth field of fstab", example = "0") Optional<Integer> dump,
    @Parameter(value = "the sixth field of fstab", example = "2") Optional<Integer> pass,
    @Parameter(
            value = "whether files may be hidden below a tmpfs, or lost with it",
            example = "true",
            byDefault = "false")
        boolean discard)
    implements Resource<MountState> {

  /** Now and at boot. */
  public enum State {
    MOUNTED,
    PRESENT,
    UNMOUNTED,
    ABSENT
  }

  @Override
  public String name() {
    return path;
  }

  @Override
  public void validate(Problems problems) {
    PlacementRules.path("path", path, problems);
    boolean wanted = state == State.MOUNTED || state == State.PRESENT;
    if (wanted && (source.isEmpty() || fstype.isEmpty())) {
      problems.error("path", "a mount needs `source` and `fstype`");
    }
    if (!wanted && path.matches("/+")) {
      problems.error("state", "the root file system stays mounted");
    }
    if (source.filter(text -> text.matches("(?s).*\\p{Cntrl}.*|.*/\\.\\./.*|\\s*")).isPresent()) {
      problems.error("source", "`source` is not the name of one");
    }
    if (fstype.filter("swap"::equals).isPresent()) {
      problems.error("fstype", "swap is no mount", "write a task of type `swap`");
    }
    if (size.isPresent() && !fstype.equals(Optional.of("tmpfs"))) {
      problems.error("size", "only a tmpfs has a `size`");
    }
  }

  @Override
  public Probe probe() {
    return reader().probe();
  }

  @Override
  public MountState parse(Readings readings) throws ProbeFailed {
    return reader().parse(readings);
  }

  @Override
  public MountState target(MountState observed, Notes notes) throws Unsupported {
    return new MountTarget(this, observed, notes).state();
  }

  @Override
  public Script transition(MountState from, MountState to) {
    return new MountScript(path, discard, from, to).script();
  }

  /** A device is swap space or a file system, and not both; a file system may be mounted twice. */
  @Override
  public Map<Knob, String> needs() {
    boolean used = state == State.MOUNTED || state == State.PRESENT;
    return used && source.isPresent()
        ? Map.of(Knob.of("use of " + source.get()), "a file system")
        : Map.of();
  }

  @Override
  public Map<String, Knob> knobs(MountState found) {
    return found.knobs(path);
  }

  /** The options wanted, one by one. */
  List<String> wantedOptions() {
    List<String> wanted = new ArrayList<>();
    options.forEach(text -> wanted.addAll(MountOptions.split(text)));
    size.ifPresent(text -> wanted.add("size=" + text));
    return wanted;
  }

  private MountReader reader() {
    boolean wanted = state == State.MOUNTED || state == State.PRESENT;
    return wanted
        ? new MountReader(path, source, fstype, wantedOptions())
        : new MountReader(path, Optional.empty(), fstype, List.of());
  }
}
