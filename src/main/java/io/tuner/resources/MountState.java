package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is mounted at a mount point, and what fstab says of it.
 *
 * @param live absent where nothing is mounted
 * @param persistent absent where fstab has no entry
 * @param directory whether the mount point is there
 * @param around what else was found
 */
record MountState(
    Optional<Live> live, Optional<Entry> persistent, boolean directory, @Context Around around) {

  /**
   * A mount.
   *
   * @param source in the words of the task where it is that one
   * @param options those wanted that are in effect, separated by commas
   */
  record Live(String source, String fstype, String options) {
    /** Whether a change of options makes the other of this one. */
    boolean isRemount(Live other) {
      return source.equals(other.source) && fstype.equals(other.fstype);
    }

    /** Whether what lies there is lost with the mount. */
    boolean isMemory() {
      return fstype.equals("tmpfs") || fstype.equals("ramfs");
    }
  }

  /** An entry of fstab; fields that are not written are 0. */
  record Entry(String source, String fstype, String options, int dump, int pass) {}

  /**
   * What is not compared.
   *
   * @param fstab the file as it is
   * @param effective all options to mount with in order to get this state again
   * @param foreign why the mount is not ours to change
   * @param deviceThere whether the wanted source is there; true where that is not a device
   * @param occupied whether a look at the mount point shows files
   * @param systemd whether systemd reads fstab as well
   * @param decided whether the state was decided upon, not found
   */
  record Around(
      Optional<Content> fstab,
      String effective,
      Optional<String> foreign,
      boolean deviceThere,
      boolean occupied,
      boolean systemd,
      boolean decided) {

    Around decided(Optional<Content> newFstab, String newEffective) {
      return new Around(newFstab, newEffective, foreign, deviceThere, occupied, systemd, true);
    }
  }

  /** The knobs of a mount point: {@code mount:/data:options}, {@code fstab:/data:options}. */
  Map<String, Knob> knobs(String path) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      String kind = Leaves.aspect(leaf).equals("persistent") ? "fstab:" : "mount:";
      String field = Leaves.within(leaf).isEmpty() ? leaf : Leaves.within(leaf);
      knobs.put(leaf, Knob.of(kind + path + ":" + field));
    }
    return knobs;
  }
}
