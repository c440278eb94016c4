package io.tuner.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mount options in effect, compared with those that were asked for.
 *
 * <p>The kernel shows options in its own words: sizes in kibibytes, defaults not at all, and those
 * that only mount(8) and systemd read never.
 */
public final class MountOptions {
  private static final Pattern SIZE = Pattern.compile("([0-9]+)([kKmMgGtT]?)[iI]?[bB]?");
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3})%");

  /** Read by mount(8), its helpers or systemd.mount(5); the kernel never sees them. */
  private static final Pattern USERLAND =
      Pattern.compile(
          "auto|noauto|user|nouser|users|owner|group|_netdev|nofail|fail|loop(=.*)?|offset=.*"
              + "|[xX]-.*|comment=.*|uhelper=.*|pri=.*|bg|fg|retry=.*|intr|nointr|silent|loud");

  /** Flags of which the kernel only shows the opposite (mount(8), Filesystem-independent). */
  private static final Map<String, String> UNSHOWN =
      Map.of(
          "rw",
          "ro",
          "suid",
          "nosuid",
          "dev",
          "nodev",
          "exec",
          "noexec",
          "async",
          "sync",
          "atime",
          "noatime",
          "diratime",
          "nodiratime",
          "symfollow",
          "nosymfollow",
          "nomand",
          "mand",
          "nolazytime",
          "lazytime");

  private static final Set<String> DEFAULTS = Set.of("rw", "suid", "dev", "exec", "async");

  private static final Map<String, String> SYNONYMS =
      Map.of(
          "barrier=0",
          "nobarrier",
          "barrier=1",
          "barrier",
          "tcp",
          "proto=tcp",
          "udp",
          "proto=udp",
          "logbsize=32768",
          "logbsize=32k");

  /**
   * What a file system does unasked and need not show (ext4(5), xfs(5), tmpfs(5)). tmpfs takes half
   * of the memory.
   */
  private static final Map<String, Set<String>> BY_TYPE =
      Map.of(
          "ext4",
              Set.of(
                  "barrier",
                  "delalloc",
                  "auto_da_alloc",
                  "user_xattr",
                  "acl",
                  "data=ordered",
                  "commit=5",
                  "nodiscard",
                  "block_validity",
                  "dioread_nolock",
                  "init_itable=10",
                  "errors=continue"),
          "xfs",
              Set.of(
                  "barrier",
                  "attr2",
                  "inode64",
                  "noquota",
                  "logbufs=8",
                  "logbsize=32k",
                  "nodiscard",
                  "noikeep",
                  "nolargeio"),
          "tmpfs", Set.of("mode=1777", "uid=0", "gid=0", "huge=never", "size=50%"));

  /** tmpfs rounds its size up to whole pages; these are the kernel's page sizes. */
  private static final List<Long> PAGE_SIZES = List.of(4096L, 16384L, 65536L);

  private MountOptions() {}

  /** Splits at commas outside double quotes, as mount(8) does for SELinux contexts. */
  public static List<String> split(String options) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (char c : (options + ",").toCharArray()) {
      quoted ^= c == '"';
      if (c == ',' && !quoted) {
        if (part.length() > 0) {
          parts.add(part.toString());
          part.setLength(0);
        }
      } else {
        part.append(c);
      }
    }
    if (part.length() > 1) {
      parts.add(part.substring(0, part.length() - 1));
    }
    return parts;
  }

  /**
   * Which of the wanted options are not in effect. Of options that exclude each other the last one
   * asked for counts.
   *
   * @param wanted as in fstab; {@code defaults} stands for rw, suid, dev, exec and async
   * @param effective as merged by {@link MountInfo.Mount#effectiveOptions}
   * @param type file system type
   * @param memoryBytes the host's RAM, for tmpfs sizes in percent; without it they are not in
   *     effect unless shown in these words
   */
  public static List<String> missing(
      Collection<String> wanted,
      Collection<String> effective,
      String type,
      OptionalLong memoryBytes) {
    List<String> asked = new ArrayList<>();
    for (String option : wanted) {
      asked.addAll(option.equals("defaults") ? sorted(DEFAULTS) : List.of(option));
    }
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      String option = asked.get(i);
      boolean overruled =
          asked.subList(i + 1, asked.size()).stream().anyMatch(o -> excludes(o, option));
      if (!overruled && !holds(option, effective, type, memoryBytes)) {
        missing.add(option);
      }
    }
    return missing;
  }

  private static List<String> sorted(Set<String> options) {
    return options.stream().sorted().toList();
  }

  private static boolean excludes(String later, String earlier) {
    String key = key(later);
    return later.contains("=") && key.equals(key(earlier))
        || later.equals(opposite(earlier))
        || earlier.equals(opposite(later));
  }

  private static boolean holds(
      String option, Collection<String> effective, String type, OptionalLong memoryBytes) {
    String wanted = SYNONYMS.getOrDefault(option, option).replaceFirst("^nfsvers=", "vers=");
    if (USERLAND.matcher(wanted).matches() || effective.contains(wanted)) {
      return true;
    }
    if (UNSHOWN.containsKey(wanted)) {
      return !effective.contains(UNSHOWN.get(wanted));
    }
    if (wanted.equals("strictatime")) {
      return !effective.contains("noatime") && !effective.contains("relatime");
    }
    if (wanted.equals("nodiratime") && effective.contains("noatime")) {
      return true;
    }
    String key = key(wanted);
    Optional<String> shown = effective.stream().filter(o -> key(o).equals(key)).findFirst();
    if (shown.isPresent()) {
      return wanted.contains("=")
          && shown.get().contains("=")
          && sameValue(key, value(wanted), value(shown.get()), type, memoryBytes);
    }
    if (type.equals("tmpfs") && key.equals("size") && memoryBytes.isPresent()) {
      String half = memoryBytes.getAsLong() / 2 / 1024 + "k";
      return sameValue(key, value(wanted), half, type, memoryBytes);
    }
    return BY_TYPE.getOrDefault(type, Set.of()).stream()
            .filter(d -> key(d).equals(key))
            .anyMatch(
                d -> d.equals(wanted) || sameValue(key, value(wanted), value(d), type, memoryBytes))
        && !effective.contains(opposite(wanted));
  }

  private static boolean sameValue(
      String key, String wanted, String shown, String type, OptionalLong memoryBytes) {
    if (wanted.equals(shown)) {
      return true;
    }
    if (Set.of("mode", "umask", "fmask", "dmask").contains(key)) {
      return wanted.replaceFirst("^0+", "").equals(shown.replaceFirst("^0+", ""));
    }
    OptionalLong a = bytes(wanted, memoryBytes);
    OptionalLong b = bytes(shown, memoryBytes);
    if (a.isEmpty() || b.isEmpty()) {
      return false;
    }
    boolean rounds = type.equals("tmpfs") && key.equals("size");
    return a.getAsLong() == b.getAsLong()
        || rounds && PAGE_SIZES.stream().anyMatch(p -> roundUp(a.getAsLong(), p) == b.getAsLong());
  }

  private static long roundUp(long bytes, long page) {
    return (bytes + page - 1) / page * page;
  }

  private static OptionalLong bytes(String text, OptionalLong memoryBytes) {
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches() && memoryBytes.isPresent()) {
      return OptionalLong.of(memoryBytes.getAsLong() / 100 * Long.parseLong(percent.group(1)));
    }
    Matcher size = SIZE.matcher(text);
    if (!size.matches() || size.group(1).length() > 15) {
      return OptionalLong.empty();
    }
    int unit = "kmgt".indexOf(size.group(2).toLowerCase(Locale.ROOT)) + 1;
    int shift = size.group(2).isEmpty() ? 0 : 10 * unit;
    long number = Long.parseLong(size.group(1));
    return number >>> (62 - shift) != 0 ? OptionalLong.empty() : OptionalLong.of(number << shift);
  }

  private static String key(String option) {
    int equals = option.indexOf('=');
    return equals < 0 ? option : option.substring(0, equals);
  }

  private static String value(String option) {
    return option.substring(option.indexOf('=') + 1);
  }

  private static String opposite(String option) {
    if (option.equals("ro") || option.equals("rw")) {
      return option.equals("ro") ? "rw" : "ro";
    }
    if (option.equals("sync") || option.equals("async")) {
      return option.equals("sync") ? "async" : "sync";
    }
    return option.startsWith("no") ? option.substring(2) : "no" + option;
  }
}
