package io.tuner.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The mounts of a process, from {@code /proc/self/mountinfo} (proc_pid_mountinfo(5)).
 *
 * @param mounts all of them in the order of the file; lines that are no mounts are left out
 */
public record MountInfo(List<Mount> mounts) {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  /**
   * One mount, escapes decoded.
   *
   * @param device major and minor number, {@code 8:1}
   * @param root what of the file system is mounted; not {@code /} for bind mounts and subvolumes
   * @param options those of this mount: ro, nosuid, noatime, …
   * @param tags optional fields: {@code shared:1}, {@code master:2}
   * @param superOptions those of the file system
   */
  public record Mount(
      int id,
      int parent,
      String device,
      String root,
      String target,
      List<String> options,
      List<String> tags,
      String type,
      String source,
      List<String> superOptions) {

    /** All options in effect: those of the mount, then those of the file system; ro beats rw. */
    public List<String> effectiveOptions() {
      Set<String> merged = new LinkedHashSet<>();
      boolean readOnly = options.contains("ro") || superOptions.contains("ro");
      merged.add(readOnly ? "ro" : "rw");
      merged.addAll(options);
      merged.addAll(superOptions);
      merged.remove(readOnly ? "rw" : "ro");
      return List.copyOf(merged);
    }
  }

  /** Mounts in the given order. */
  public MountInfo {
    mounts = List.copyOf(mounts);
  }

  /** Reads the file. */
  public static MountInfo parse(String text) {
    List<Mount> mounts = new ArrayList<>();
    for (Line line : Line.split(text)) {
      String[] fields = line.text().trim().split("[ \\t]+");
      int dash =
          List.of(fields).subList(Math.min(6, fields.length), fields.length).indexOf("-") + 6;
      boolean numbered =
          fields.length > 6
              && NUMBER.matcher(fields[0]).matches()
              && NUMBER.matcher(fields[1]).matches();
      if (!numbered || dash < 6 || fields.length < dash + 3) {
        continue;
      }
      mounts.add(
          new Mount(
              Integer.parseInt(fields[0]),
              Integer.parseInt(fields[1]),
              fields[2],
              MountField.decode(fields[3]),
              MountField.decode(fields[4]),
              MountOptions.split(fields[5]),
              List.of(fields).subList(6, dash),
              MountField.decode(fields[dash + 1]),
              MountField.decode(fields[dash + 2]),
              MountOptions.split(fields.length > dash + 3 ? fields[dash + 3] : "")));
    }
    return new MountInfo(mounts);
  }

  /**
   * The mount that a look at the mount point shows: the last one there, unless a mount over one of
   * its parent directories hides it.
   */
  public Optional<Mount> visible(String target) {
    String point = Fstab.point(target);
    for (int i = mounts.size() - 1; i >= 0; i--) {
      Mount mount = mounts.get(i);
      if (Fstab.point(mount.target).equals(point) && !hidden(mount, new HashSet<>())) {
        return Optional.of(mount);
      }
    }
    return Optional.empty();
  }

  /** The visible mount that a path lies in: the longest mount point that leads to it. */
  public Optional<Mount> containing(String path) {
    String point = Fstab.point(path);
    while (true) {
      Optional<Mount> mount = visible(point);
      if (mount.isPresent() || point.equals("/") || point.indexOf('/') < 0) {
        return mount;
      }
      point = point.substring(0, Math.max(1, point.lastIndexOf('/')));
    }
  }

  private boolean hidden(Mount mount, Set<Integer> seen) {
    if (!seen.add(mount.id)) {
      return false;
    }
    for (Mount other : mounts) {
      boolean sibling = other.parent == mount.parent && other.id != mount.id;
      if (sibling && other.parent != other.id && isAbove(other.target, mount.target)) {
        return true;
      }
    }
    return mounts.stream().anyMatch(m -> m.id == mount.parent && hidden(m, seen));
  }

  private static boolean isAbove(String directory, String path) {
    String above = Fstab.point(directory);
    String below = Fstab.point(path);
    return !above.equals(below) && below.startsWith(above.equals("/") ? above : above + "/");
  }
}
