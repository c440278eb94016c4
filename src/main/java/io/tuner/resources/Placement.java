package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Risk;
import io.tuner.resource.Unsupported;
import io.tuner.resources.FileState.Kind;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

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
    claims.put(knob("kind"), word(kind));
    content.ifPresent(wanted -> claims.put(knob("content"), digest(wanted)));
    target.ifPresent(wanted -> claims.put(knob("target"), wanted));
    mode.ifPresent(wanted -> claims.put(knob("mode"), wanted));
    owner.ifPresent(wanted -> claims.put(knob("owner"), wanted));
    group.ifPresent(wanted -> claims.put(knob("group"), wanted));
    return claims;
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

  private boolean throughLinks() {
    return kind == Kind.FILE || kind == Kind.DIRECTORY;
  }

  /** Content is read where it is to be compared, or brought back after a removal. */
  private boolean readsContent() {
    return content.isPresent() || !throughLinks();
  }

  private String parent() {
    return path.lastIndexOf('/') <= 0 ? "/" : path.substring(0, path.lastIndexOf('/'));
  }

  Probe probe() {
    Probe probe = Probe.NOTHING.attributes(path).link(path).linkText(path);
    probe = probe.followedAttributes(path).followedAttributes(parent());
    probe = readsContent() ? probe.file(path) : probe;
    if (owner.filter(Placement::isName).isPresent()) {
      probe = probe.file("/etc/passwd").run("id", "-u", owner.get());
    }
    if (group.filter(Placement::isName).isPresent()) {
      probe = probe.file("/etc/group").run("getent", "group", group.get());
    }
    return probe;
  }

  FileState parse(Readings readings) throws ProbeFailed {
    Optional<Readings.Attributes> own = readings.attributes(path).known(path);
    boolean isLink = own.filter(a -> a.kind() == Readings.Attributes.Kind.LINK).isPresent();
    Optional<Readings.Attributes> found =
        throughLinks() ? readings.followedAttributes(path).known(path) : own;
    Kind kindFound = found.map(Placement::kindOf).orElse(Kind.ABSENT);
    boolean file = kindFound == Kind.FILE;
    boolean large = file && readsContent() && found.get().size() > PlacementRules.LARGEST;
    FileState.Around around =
        new FileState.Around(
            isLink ? readings.link(path).known(path) : Optional.empty(),
            parentMissing(readings),
            large,
            unknownNames(readings));
    boolean bits = kindFound != Kind.ABSENT && kindFound != Kind.LINK;
    return new FileState(
        kindFound,
        file && readsContent() && !large ? still(readings.file(path)) : Optional.empty(),
        isLink && !throughLinks() ? still(readings.linkText(path)) : Optional.empty(),
        bits && keeps(mode) ? found.map(Readings.Attributes::mode) : Optional.empty(),
        bits && keeps(owner) ? found.map(a -> named(owner, a.owner(), a.uid())) : Optional.empty(),
        bits && keeps(group) ? found.map(a -> named(group, a.group(), a.gid())) : Optional.empty(),
        around);
  }

  /** Of what was there a moment ago: gone meanwhile is not absent, for it would be restored so. */
  private <T> Optional<T> still(Reading<T> reading) throws ProbeFailed {
    Optional<T> value = reading.known(path);
    if (value.isEmpty()) {
      throw new ProbeFailed(path + " went away while it was read");
    }
    return value;
  }

  private boolean keeps(Optional<String> parameter) {
    return parameter.isPresent() || !throughLinks();
  }

  FileState target(FileState observed, Notes notes) throws Unsupported {
    FileState target = wanted(observed);
    if (target.same(observed)) {
      return target;
    }
    refuse(observed);
    observed
        .around()
        .leadsTo()
        .filter(end -> throughLinks())
        .ifPresent(end -> notes.warn(path + " is a symbolic link: " + end + " is changed"));
    if (kind != Kind.ABSENT && observed.around().parentMissing()) {
      notes.warn("the directory " + parent() + " is not there and is made");
    }
    if (observed.around().large()) {
      notes.risk(Risk.IRREVERSIBLE, "what " + path + " holds is larger than 1 MiB and is not kept");
    }
    if (kind == Kind.ABSENT && observed.kind() == Kind.DIRECTORY) {
      notes.warn("the directory " + path + " is removed only where it is empty");
    }
    return target;
  }

  private FileState wanted(FileState observed) {
    if (kind == Kind.ABSENT) {
      return observed.absent();
    }
    return new FileState(kind, content, target, mode, owner, group, observed.around());
  }

  private void refuse(FileState observed) throws Unsupported {
    if (kind != Kind.ABSENT && !observed.around().unknownNames().isEmpty()) {
      throw new Missing(String.join(" and ", observed.around().unknownNames()));
    }
    if (observed.kind() == Kind.ABSENT && kind == Kind.FILE && content.isEmpty()) {
      throw new Missing("there is no " + path + "; `content` or `src` would make it");
    }
    boolean fits =
        observed.kind() == Kind.ABSENT
            || observed.kind() == kind
            || kind == Kind.ABSENT && observed.kind() != Kind.SPECIAL
            || kind == Kind.LINK && observed.kind() == Kind.FILE;
    if (!fits) {
      throw new Unsupported(
          path + " is " + noun(observed) + " here, and is not replaced or removed");
    }
  }

  private static String noun(FileState observed) {
    return observed.kind() == Kind.SPECIAL
        ? "a device, socket or pipe"
        : "a " + word(observed.kind());
  }

  private static String word(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private boolean parentMissing(Readings readings) throws ProbeFailed {
    return readings.followedAttributes(parent()).known(parent()).isEmpty();
  }

  private List<String> unknownNames(Readings readings) throws ProbeFailed {
    List<String> unknown = new ArrayList<>();
    if (owner.filter(Placement::isName).isPresent()
        && !listed(readings, "/etc/passwd", owner.get())
        && !answers(readings.run("id", "-u", owner.get()), "id")) {
      unknown.add("no user `" + owner.get() + "` here");
    }
    if (group.filter(Placement::isName).isPresent()
        && !listed(readings, "/etc/group", group.get())
        && !answers(readings.run("getent", "group", group.get()), "getent")) {
      unknown.add("no group `" + group.get() + "` here");
    }
    return unknown;
  }

  private static boolean listed(Readings readings, String file, String name) throws ProbeFailed {
    Function<String, Boolean> has = text -> ("\n" + text).contains("\n" + name + ":");
    return readings.text(file).map(has).orElse(false);
  }

  private static boolean answers(Reading<Readings.Output> reading, String tool) throws ProbeFailed {
    return reading.known(tool).filter(output -> output.exit() == 0).isPresent();
  }

  private static boolean isName(String text) {
    return !text.matches("[0-9]{1,10}");
  }

  /** The form the task speaks in, so that 0 and root are not two things. */
  private static String named(Optional<String> parameter, String name, long number) {
    boolean numeric = parameter.isPresent() && !isName(parameter.get());
    return numeric || name.equals("UNKNOWN") || name.isEmpty() ? Long.toString(number) : name;
  }

  private static Kind kindOf(Readings.Attributes attributes) {
    return switch (attributes.kind()) {
      case FILE -> Kind.FILE;
      case DIRECTORY -> Kind.DIRECTORY;
      case LINK -> Kind.LINK;
      default -> Kind.SPECIAL;
    };
  }
}
