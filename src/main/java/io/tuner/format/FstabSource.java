package io.tuner.format;

import java.util.Map;
import java.util.Optional;

/** The first field of a line of fstab that names a device by its path or by a tag (fstab(5)). */
public final class FstabSource {

  /** Where udev keeps the devices by the tags of fstab(5). */
  private static final Map<String, String> TAGS =
      Map.of(
          "UUID", "by-uuid",
          "LABEL", "by-label",
          "PARTUUID", "by-partuuid",
          "PARTLABEL", "by-partlabel");

  private FstabSource() {}

  /** The path of the device that a source of fstab names; empty where it names none. */
  public static Optional<String> device(String source) {
    String kind = source.replaceFirst("=.*", "");
    return TAGS.containsKey(kind)
        ? Optional.of("/dev/disk/" + TAGS.get(kind) + "/" + tag(source))
        : Optional.of(source).filter(text -> text.startsWith("/dev/"));
  }

  /** As udev writes a tag's value in a link's name. */
  private static String tag(String text) {
    String value = text.substring(text.indexOf('=') + 1).replaceAll("^\"|\"$", "");
    return value.replace("/", "\\x2f").replace(" ", "\\x20");
  }
}
