package io.tuner.resource;

import java.util.function.UnaryOperator;

/**
 * One thing on a host that has one value at a time, whoever sets it: {@code
 * /sys/block/sdb/queue/scheduler}, {@code fstab:/mnt}, {@code cmdline:skew_tick}.
 *
 * @param kind what stands before the path of a file; empty where there is none
 * @param file the file it is of or in; empty where that has but one name
 * @param within what stands behind it; the whole name where there is no file
 */
public record Knob(String kind, String file, String within) implements Comparable<Knob> {

  /** The kernel's path where there is one, else a kind, a colon and a name. */
  public static Knob of(String name) {
    return new Knob("", "", name);
  }

  /**
   * What a task owns of a file, or of what is in it: {@code mode:/etc/my.cnf}, {@code
   * config:/etc/my.cnf:mysqld.port}. A file may have several names, by links.
   *
   * @param within empty for the file itself
   */
  public static Knob of(String kind, String file, String within) {
    return new Knob(kind + ":", file, within.isEmpty() ? "" : ":" + within);
  }

  /** The same knob, its file under the name that this path has. */
  public Knob named(UnaryOperator<String> real) {
    return file.isEmpty() ? this : new Knob(kind, real.apply(file), within);
  }

  /** True where it is that of a file: {@code isOf("mode")}. */
  public boolean isOf(String what) {
    return !file.isEmpty() && within.isEmpty() && kind.equals(what + ":");
  }

  public String name() {
    return kind + file + within;
  }

  @Override
  public int compareTo(Knob other) {
    return name().compareTo(other.name());
  }

  /** Written out, for a record's own costs every start: see {@link Read}. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Knob that && name().equals(that.name());
  }

  @Override
  public int hashCode() {
    return name().hashCode();
  }

  @Override
  public String toString() {
    return name();
  }
}
