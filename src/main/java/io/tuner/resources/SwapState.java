package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.text.ByteSize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A swap space, and what fstab says of it.
 *
 * @param live whether it is in use
 * @param persistent absent where fstab has no entry
 * @param space absent where there is no such file or device
 * @param unfinished whether a file that is being made lies beside it
 * @param around what else was found
 */
record SwapState(
    Live live,
    Optional<Entry> persistent,
    Optional<Space> space,
    boolean unfinished,
    @Context Around around) {

  /**
   * The use of a space.
   *
   * @param on whether it is
   * @param priority absent where the kernel chose it
   */
  record Live(boolean on, Optional<Integer> priority) {
    static final Live OFF = new Live(false, Optional.empty());
  }

  /** An entry of fstab; the source is one of the names that the space has. */
  record Entry(String source, String options) {}

  /**
   * What can be swapped out to.
   *
   * @param size of a file, in the words of {@link ByteSize}
   * @param mode of a file
   * @param swap whether it has the signature of swap space
   */
  record Space(Optional<String> size, Optional<String> mode, boolean swap) {
    /** Whether making one of the other takes a new one. */
    boolean isMadeAnew(Space other) {
      return !size.equals(other.size) || swap != other.swap;
    }

    long bytes() {
      return size.map(text -> ByteSize.parse(text).bytes()).orElse(0L);
    }
  }

  /**
   * What is not compared.
   *
   * @param fstab the file as it is
   * @param systemd whether systemd reads fstab as well
   * @param used bytes that are swapped out to it
   * @param available bytes of memory that are available
   * @param signature what begins the file or device; absent where nothing was found
   * @param recognised whether it could be looked for
   * @param fstype of the file system that the file lies on
   * @param kernel its release
   * @param free bytes of that file system; absent where its directory is not there
   * @param mountPoint where the device is mounted
   * @param decided whether the state was decided upon, not found
   */
  record Around(
      Optional<Content> fstab,
      boolean systemd,
      long used,
      Optional<Long> available,
      Optional<String> signature,
      boolean recognised,
      String fstype,
      String kernel,
      Optional<Long> free,
      Optional<String> mountPoint,
      boolean decided) {

    Around decided(Optional<Content> newFstab) {
      return new Around(
          newFstab,
          systemd,
          used,
          available,
          signature,
          recognised,
          fstype,
          kernel,
          free,
          mountPoint,
          true);
    }

    /** Why the space cannot leave use. */
    Optional<String> kept() {
      return used == 0 || available.filter(bytes -> bytes >= used).isPresent()
          ? Optional.empty()
          : Optional.of(
              "holds %s that the memory has no room for (%s available)"
                  .formatted(size(used), available.map(Around::size).orElse("unknown")));
    }

    /** Rounded, for people. */
    static String size(long bytes) {
      return bytes < 10 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
    }
  }

  /** The knobs of a space: {@code swap:/swapfile:size}, {@code fstab:swap:/swapfile:options}. */
  Map<String, Knob> knobs(String source) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      String kind = Leaves.aspect(leaf).equals("persistent") ? "fstab:swap:" : "swap:";
      String field = Leaves.within(leaf).isEmpty() ? leaf : Leaves.within(leaf);
      knobs.put(leaf, Knob.of(kind + source + ":" + field));
    }
    return knobs;
  }
}
