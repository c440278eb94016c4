package io.tuner.format;

import io.tuner.text.ByteSize;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size of huge pages that a kernel has, which is a directory {@code hugepages-2048kB} below
 * /sys/kernel/mm/hugepages and below each NUMA node (Documentation/admin-guide/mm/hugetlbpage.rst
 * of the kernel).
 *
 * @param bytes of a page
 */
public record HugePageSize(long bytes) implements Comparable<HugePageSize> {

  private static final Pattern DIRECTORY = Pattern.compile("hugepages-([0-9]{1,15})kB");
  private static final long MEBIBYTE = 1L << 20;
  private static final HugePageSize CONTIGUOUS = new HugePageSize(64 << 10);

  /** The size that a directory's name tells; empty where it is none. */
  public static Optional<HugePageSize> ofDirectory(String name) {
    Matcher directory = DIRECTORY.matcher(name);
    return directory.matches()
        ? Optional.of(new HugePageSize(Long.parseLong(directory.group(1)) * 1024))
        : Optional.empty();
  }

  /** The name of its directory. */
  public String directory() {
    return "hugepages-" + bytes / 1024 + "kB";
  }

  /**
   * Whether a page is more than the kernel's page allocator hands out in one piece, so that it is
   * seldom to be had once memory is in use. Those are pages of 1 GiB and more everywhere, and on
   * ARM with base pages of 4 KiB, where 64 KiB is on offer, those of 32 MiB; with base pages of 64
   * KiB pages of 512 MiB are none (arch/arm64/mm/hugetlbpage.c, MAX_PAGE_ORDER).
   *
   * @param offered all sizes of that kernel
   */
  public boolean isGigantic(Collection<HugePageSize> offered) {
    return bytes >= 1024 * MEBIBYTE || bytes == 32 * MEBIBYTE && offered.contains(CONTIGUOUS);
  }

  @Override
  public int compareTo(HugePageSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** As a kernel's command line has it: {@code 2M}. */
  @Override
  public String toString() {
    return new ByteSize(bytes).toString();
  }
}
