package io.tuner.resources;

import io.tuner.format.KeyedFile;
import io.tuner.format.Refusal;
import io.tuner.format.SysctlConf;
import io.tuner.format.Tmpfiles;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A file of tuner's own in a directory of drop-ins. Several tasks share it, each owning some of its
 * keys: it is edited by key as it is found, and goes when its last key does.
 *
 * @param path where it is
 * @param form how it is read
 * @param head what a new file begins with
 */
record OwnFile(String path, Function<String, KeyedFile> form, String head) {

  /** What systemd-sysctl writes below /proc/sys at boot (sysctl.d(5)). */
  static final OwnFile SYSCTL = new OwnFile("/etc/sysctl.d/99-tuner.conf", SysctlConf::parse);

  /**
   * What systemd-tmpfiles writes below /sys at boot; of two lines for one path that of the file
   * with the earlier name counts (tmpfiles.d(5)).
   */
  static final OwnFile TMPFILES = new OwnFile("/etc/tmpfiles.d/00-tuner.conf", Tmpfiles::parse);

  private static final String HEAD = "# Written by tuner, a line a key; see `tuner history`\n";

  OwnFile(String path, Function<String, KeyedFile> form) {
    this(path, form, HEAD);
  }

  /** What the file sets these keys to, in its own order. */
  Map<String, String> values(Optional<String> text, Set<String> keys) {
    Map<String, String> values = new LinkedHashMap<>(form.apply(text.orElse("")).values());
    values.keySet().retainAll(keys);
    return values;
  }

  /**
   * The file's text once it keeps other values; empty where there is no file then.
   *
   * @param text the file as found; empty where there is none
   * @param values what it keeps
   * @param wanted what it is to keep
   * @throws Unsupported where it cannot hold them
   */
  Optional<String> edited(
      Optional<String> text, Map<String, String> values, Map<String, String> wanted)
      throws Unsupported {
    try {
      return edited(text, values, wanted, text.isPresent());
    } catch (Refusal e) {
      throw new Unsupported(path + ": " + e.getMessage());
    }
  }

  /** The way from one state to another; what other tasks keep in the file stays. */
  Script transition(
      Optional<String> text,
      Map<String, String> values,
      Optional<String> wantedText,
      Map<String, String> wanted) {
    if (values.equals(wanted)) {
      return Script.empty();
    }
    try {
      boolean nothingElse =
          edited(wantedText, wanted, values, text.isPresent()).equals(text)
              && values(wantedText, wanted.keySet()).equals(wanted);
      Optional<String> edited =
          nothingElse ? wantedText : edited(text, values, wanted, wantedText.isPresent());
      return edited
          .map(all -> Script.empty().replaceFile(path, Content.of(all)))
          .orElseGet(() -> Script.empty().removeFile(path));
    } catch (Refusal e) {
      return Script.impossible(path + ": " + e.getMessage());
    }
  }

  private Optional<String> edited(
      Optional<String> text, Map<String, String> values, Map<String, String> wanted, boolean keep)
      throws Refusal {
    if (values.equals(wanted)) {
      return text;
    }
    KeyedFile file = form.apply(text.orElse(head));
    Set<String> keys = new LinkedHashSet<>(values.keySet());
    keys.addAll(wanted.keySet());
    for (String key : keys) {
      if (!Objects.equals(values.get(key), wanted.get(key))) {
        file = file.with(key, Optional.ofNullable(wanted.get(key)));
      }
    }
    return keep || !file.values().isEmpty() ? Optional.of(file.text()) : Optional.empty();
  }
}
