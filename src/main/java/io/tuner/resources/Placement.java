package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Notes;
import io.tuner.resource.Unsupported;
import io.tuner.resources.FileState.Kind;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What file and template have in common: one path and what is wanted there.
 *
 * @param path on the host
 * @param kind wanted there
 * @param content wanted; empty where the task does not speak of it
 * @param target of a link
 * @param mode four octal digits
 * @param owner a name or a number
 * @param group a name or a number
 */
record Placement(
    String path,
    Kind kind,
    Optional<Content> content,
    Optional<String> target,
    Optional<String> mode,
    Optional<String> owner,
    Optional<String> group) {

  Map<String, Knob> knobs(FileState state) {
    Map<String, Knob> knobs = new TreeMap<>();
    Leaves.of(state).keySet().forEach(leaf -> knobs.put(leaf, knob(leaf)));
    return knobs;
  }

  Map<Knob, String> claims() {
    Map<Knob, String> claims = new TreeMap<>();
    claims.put(knob("kind"), kind.word());
    content.ifPresent(wanted -> claims.put(knob("content"), digest(wanted)));
    target.ifPresent(wanted -> claims.put(knob("target"), wanted));
    mode.ifPresent(wanted -> claims.put(knob("mode"), wanted));
    owner.ifPresent(wanted -> claims.put(knob("owner"), wanted));
    group.ifPresent(wanted -> claims.put(knob("group"), wanted));
    return claims;
  }

  /** What stands in it, where that is read from there. */
  Map<Knob, String> needs() {
    return FileKnobs.of(path, content.flatMap(Content::text).orElse(""));
  }

  private Knob knob(String leaf) {
    return Knob.of(leaf.equals("kind") ? "file" : leaf, path, "");
  }

  /** A content in few words, by which two can be told apart. */
  private static String digest(Content content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.bytes());
      return content.bytes().length + " bytes, sha256 " + HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException unreachable) {
      throw new IllegalStateException(unreachable);
    }
  }

  FileState target(FileState observed, Notes notes) throws Unsupported {
    return new PlacementTarget(this).state(observed, notes);
  }

  /** True where the task speaks of what a link at the path leads to. */
  boolean throughLinks() {
    return kind == Kind.FILE || kind == Kind.DIRECTORY;
  }

  String parent() {
    return path.lastIndexOf('/') <= 0 ? "/" : path.substring(0, path.lastIndexOf('/'));
  }
}
