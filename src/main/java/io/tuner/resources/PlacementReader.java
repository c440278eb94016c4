package io.tuner.resources;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resources.FileState.Kind;
import java.util.Optional;

/**
 * How it is read what is at a path.
 *
 * @param wanted what a task wants there
 */
record PlacementReader(Placement wanted) {

  private FileOwners owners() {
    return new FileOwners(wanted.owner(), wanted.group());
  }

  /** Content is read where it is to be compared, or brought back after a removal. */
  private boolean readsContent() {
    return wanted.content().isPresent() || !wanted.throughLinks();
  }

  Probe probe() {
    Probe probe =
        Probe.NOTHING.attributes(wanted.path()).link(wanted.path()).linkText(wanted.path());
    probe = probe.followedAttributes(wanted.path()).followedAttributes(wanted.parent());
    probe = readsContent() ? probe.file(wanted.path()) : probe;
    return probe.and(owners().probe());
  }

  FileState parse(Readings readings) throws ProbeFailed {
    Optional<Readings.Attributes> own = readings.attributes(wanted.path()).known(wanted.path());
    boolean isLink = own.filter(a -> a.kind() == Readings.Attributes.Kind.LINK).isPresent();
    Optional<Readings.Attributes> found =
        wanted.throughLinks()
            ? readings.followedAttributes(wanted.path()).known(wanted.path())
            : own;
    Kind kindFound = found.map(PlacementReader::kindOf).orElse(Kind.ABSENT);
    boolean file = kindFound == Kind.FILE;
    boolean large = file && readsContent() && found.get().size() > PlacementRules.LARGEST;
    FileState.Around around =
        new FileState.Around(
            isLink ? readings.link(wanted.path()).known(wanted.path()) : Optional.empty(),
            parentMissing(readings),
            large,
            owners().unknown(readings));
    boolean bits = kindFound != Kind.ABSENT && kindFound != Kind.LINK;
    return new FileState(
        kindFound,
        file && readsContent() && !large ? still(readings.file(wanted.path())) : Optional.empty(),
        isLink && !wanted.throughLinks()
            ? still(readings.linkText(wanted.path()))
            : Optional.empty(),
        bits && keeps(wanted.mode()) ? found.map(Readings.Attributes::mode) : Optional.empty(),
        bits && keeps(wanted.owner())
            ? found.map(a -> FileOwners.named(wanted.owner(), a.owner(), a.uid()))
            : Optional.empty(),
        bits && keeps(wanted.group())
            ? found.map(a -> FileOwners.named(wanted.group(), a.group(), a.gid()))
            : Optional.empty(),
        around);
  }

  /** Of what was there a moment ago: gone meanwhile is not absent, for it would be restored so. */
  private <T> Optional<T> still(Reading<T> reading) throws ProbeFailed {
    Optional<T> value = reading.known(wanted.path());
    if (value.isEmpty()) {
      throw new ProbeFailed(wanted.path() + " went away while it was read");
    }
    return value;
  }

  private boolean keeps(Optional<String> parameter) {
    return parameter.isPresent() || !wanted.throughLinks();
  }

  private boolean parentMissing(Readings readings) throws ProbeFailed {
    return readings.followedAttributes(wanted.parent()).known(wanted.parent()).isEmpty();
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
