package io.tuner.resources;

import io.tuner.format.MountInfo;
import io.tuner.format.MountOptions;
import io.tuner.text.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tmpfs that holds the state of a chain.
 *
 * @param state what the state's file may grow to
 */
record StateTmpfs(ByteSize state) {

  /** What lies beside the state's file: caches of compiled contracts, the fork database. */
  private static final long BESIDE = 1 << 30;

  /** Options of a tmpfs always show its size in kilobytes, where it has one (tmpfs(5)). */
  static long kilobytes(MountInfo.Mount mount) {
    return mount.superOptions().stream()
        .filter(option -> option.matches("size=[0-9]{1,15}k"))
        .mapToLong(option -> Long.parseLong(option.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  /** How large it is to be, in KiB: as it is where that is enough, and 0 where it has no end. */
  long kilobytes(ChainState observed) {
    long found = observed.live().tmpfs_kb().orElse(0L);
    boolean fits = observed.isInMemory() && (found == 0 || found << 10 >= state.bytes());
    return fits ? found : (state.bytes() + BESIDE) >> 10;
  }

  /** Its entry in fstab: the one there is, if it is large enough. */
  MountState.Entry entry(Optional<MountState.Entry> fstab) {
    String size = "size=" + new ByteSize(state.bytes() + BESIDE);
    Optional<MountState.Entry> found = fstab.filter(entry -> entry.fstype().equals("tmpfs"));
    if (found.isEmpty()) {
      return new MountState.Entry("tmpfs", "tmpfs", "nodev,nosuid," + size, 0, 0);
    }
    MountState.Entry entry = found.get();
    List<String> options = new ArrayList<>(MountOptions.split(entry.options()));
    Optional<String> old = options.stream().filter(o -> o.startsWith("size=")).reduce((a, b) -> b);
    if (old.filter(this::isEnough).isPresent()) {
      return entry;
    }
    options.removeIf(option -> option.startsWith("size=") || option.equals("defaults"));
    options.add(size);
    return new MountState.Entry(
        entry.source(), entry.fstype(), String.join(",", options), entry.dump(), entry.pass());
  }

  private boolean isEnough(String option) {
    try {
      return ByteSize.parse(option.substring("size=".length())).compareTo(state) >= 0;
    } catch (IllegalArgumentException share) {
      return false;
    }
  }

  /** The options to mount it with: those it had or has, with the size wanted. */
  static String options(ChainState wanted) {
    String mount = wanted.around().mount();
    String known = mount.isEmpty() ? "nodev,nosuid" : mount;
    List<String> options = new ArrayList<>(List.of(known.split(",")));
    options.removeIf(option -> option.startsWith("size=") || option.equals("seclabel"));
    wanted.live().tmpfs_kb().filter(kb -> kb > 0).ifPresent(kb -> options.add("size=" + kb + "k"));
    return String.join(",", options);
  }
}
