package io.tuner.resource;

/**
 * One thing on a host that has one value at a time, whoever sets it: {@code
 * /sys/block/sdb/queue/scheduler}, {@code fstab:/mnt}, {@code cmdline:skew_tick}.
 *
 * @param name the kernel's path where there is one, else a kind, a colon and a name
 */
public record Knob(String name) implements Comparable<Knob> {

  public static Knob of(String name) {
    return new Knob(name);
  }

  @Override
  public int compareTo(Knob other) {
    return name.compareTo(other.name);
  }

  /** Written out, for a record's own costs every start: see {@link Read}. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Knob that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
