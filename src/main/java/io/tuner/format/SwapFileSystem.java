package io.tuner.format;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file system asks of a swap file (swapon(8), "Files with holes", "Btrfs"; btrfs(5)).
 *
 * @param refusal why it cannot hold one
 * @param preallocated whether fallocate(1) makes blocks that the kernel swaps to; where not, they
 *     must be written
 * @param inPlace whether the file must be told to keep its blocks in place (chattr(1), {@code +C})
 */
public record SwapFileSystem(Optional<String> refusal, boolean preallocated, boolean inPlace) {

  private static final Pattern RELEASE = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*");
  private static final Set<String> WRITTEN =
      Set.of("ext2", "ext3", "f2fs", "jfs", "reiserfs", "vfat", "exfat", "ntfs3");

  /**
   * That of a file system's type.
   *
   * @param type as in /proc/self/mountinfo
   * @param kernel its release, {@code 4.18.0-147.el8}; one that cannot be read is taken for old
   */
  public static SwapFileSystem of(String type, String kernel) {
    return switch (type) {
      case "ext4" -> fit(true);
      // Before 4.18 XFS's preallocated blocks were holes to swapon.
      case "xfs" -> fit(isFrom(kernel, 4, 18));
      case "btrfs" ->
          isFrom(kernel, 5, 0)
              ? new SwapFileSystem(Optional.empty(), true, true)
              : refused("btrfs, which holds swap files from Linux 5.0 on");
      case "zfs" -> refused("ZFS, which holds no swap files: name a volume as `device`");
      case "tmpfs", "ramfs" -> refused(type + ", which is memory itself");
      case "overlay", "aufs" -> refused(type + ", which holds no swap files: name a data disk's");
      case "" -> refused("a file system that is not known");
      default ->
          WRITTEN.contains(type)
              ? fit(false)
              : refused(type + ", of which it is not known that it holds swap files");
    };
  }

  private static SwapFileSystem fit(boolean preallocated) {
    return new SwapFileSystem(Optional.empty(), preallocated, false);
  }

  private static SwapFileSystem refused(String why) {
    return new SwapFileSystem(Optional.of(why), false, false);
  }

  private static boolean isFrom(String kernel, int major, int minor) {
    Matcher release = RELEASE.matcher(kernel.strip());
    if (!release.matches()) {
      return false;
    }
    int first = Integer.parseInt(release.group(1));
    return first > major || first == major && Integer.parseInt(release.group(2)) >= minor;
  }
}
