package io.tuner.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A set of CPU numbers, in the two forms the kernel has: a list ({@code 0-3,8}, with strides as in
 * {@code 0-7:2}) and a mask in groups of 32 bits, most significant first (cpuset(7), bitmaps in
 * Documentation/core-api/irq/irq-affinity.rst). Two sets are equal however they were written.
 */
public final class CpuSet {

  private static final int LIMIT = 65_536;

  private final BitSet cpus;

  private CpuSet(BitSet cpus) {
    this.cpus = cpus;
  }

  /**
   * Reads a list such as {@code 0-3,8}; blank text is the empty set.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static CpuSet parse(String list) {
    BitSet cpus = new BitSet();
    for (String part : list.strip().split(",")) {
      String range = part.strip();
      if (range.isEmpty()) {
        if (list.strip().isEmpty()) {
          break;
        }
        throw bad(list);
      }
      String[] strided = range.split(":", -1);
      String[] ends = strided[0].split("-", -1);
      if (strided.length > 2 || ends.length > 2) {
        throw bad(list);
      }
      int first = number(ends[0], list);
      int last = ends.length == 2 ? number(ends[1], list) : first;
      int stride = strided.length == 2 ? number(strided[1], list) : 1;
      if (last < first || stride == 0) {
        throw bad(list);
      }
      for (int cpu = first; cpu <= last; cpu += stride) {
        cpus.set(cpu);
      }
    }
    return new CpuSet(cpus);
  }

  /**
   * Reads a hexadecimal mask, with or without {@code 0x} and commas between groups of 32 bits.
   *
   * @throws IllegalArgumentException where it is none
   */
  public static CpuSet parseMask(String mask) {
    String digits = mask.strip().replaceFirst("^0[xX]", "").replace(",", "");
    if (!digits.matches("[0-9a-fA-F]{1,16384}")) {
      throw new IllegalArgumentException("`" + mask.strip() + "` is not a CPU mask");
    }
    BigInteger bits = new BigInteger(digits, 16);
    BitSet cpus = new BitSet();
    for (int cpu = 0; cpu < bits.bitLength(); cpu++) {
      if (bits.testBit(cpu)) {
        cpus.set(cpu);
      }
    }
    return new CpuSet(cpus);
  }

  public boolean isEmpty() {
    return cpus.isEmpty();
  }

  public List<Integer> numbers() {
    return cpus.stream().boxed().collect(Collectors.toList());
  }

  public boolean containsAll(CpuSet other) {
    BitSet rest = (BitSet) other.cpus.clone();
    rest.andNot(cpus);
    return rest.isEmpty();
  }

  public CpuSet intersect(CpuSet other) {
    BitSet both = (BitSet) cpus.clone();
    both.and(other.cpus);
    return new CpuSet(both);
  }

  /** The CPUs of this set that another lacks. */
  public CpuSet without(CpuSet other) {
    BitSet rest = (BitSet) cpus.clone();
    rest.andNot(other.cpus);
    return new CpuSet(rest);
  }

  /** The mask as the kernel prints it: {@code 00000000,00000001} for CPU 0 of 64. */
  public String mask(int cpuCount) {
    int groups = Math.max(1, (Math.max(cpuCount, cpus.length()) + 31) / 32);
    List<String> parts = new ArrayList<>();
    for (int group = groups - 1; group >= 0; group--) {
      long bits = 0;
      for (int bit = 0; bit < 32; bit++) {
        bits |= cpus.get(group * 32 + bit) ? 1L << bit : 0;
      }
      parts.add(String.format(groups == 1 ? "%x" : "%08x", bits));
    }
    return String.join(",", parts);
  }

  /** The shortest list: {@code 0-3,8}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    for (int from = cpus.nextSetBit(0); from >= 0; ) {
      int end = cpus.nextClearBit(from) - 1;
      parts.add(from == end ? "" + from : from + "-" + end);
      from = cpus.nextSetBit(end + 1);
    }
    return String.join(",", parts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CpuSet that && cpus.equals(that.cpus);
  }

  @Override
  public int hashCode() {
    return cpus.hashCode();
  }

  private static int number(String text, String list) {
    if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) >= LIMIT) {
      throw bad(list);
    }
    return Integer.parseInt(text);
  }

  private static IllegalArgumentException bad(String list) {
    return new IllegalArgumentException("`" + list.strip() + "` is not a CPU list such as 0-3,8");
  }
}
