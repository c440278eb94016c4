package io.tuner.plan;

import io.tuner.resource.Settles;

/**
 * One leaf of a state that is not as wanted.
 *
 * @param aspect the state's top-level component: {@code live}, {@code persistent}, …
 * @param path the rest of the leaf's path: {@code sdb.scheduler}
 * @param settles when it takes effect
 * @param reason why it never does, where it does not; else empty
 * @param from String, Number, Boolean, List or Content; null where absent
 * @param to the same, as wanted
 */
public record Change(
    String aspect, String path, Settles.When settles, String reason, Object from, Object to) {

  /** True where the change itself makes it so. */
  public boolean settlesNow() {
    return settles == Settles.When.NOW;
  }

  /** The same, in effect. */
  Change settled() {
    return settlesNow() ? this : new Change(aspect, path, Settles.When.NOW, "", from, to);
  }

  /** True where both are about one leaf of a state. */
  public boolean isOfSameLeaf(Change other) {
    return aspect.equals(other.aspect) && path.equals(other.path);
  }
}
