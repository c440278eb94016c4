package io.tuner.resources;

import io.tuner.format.AptSimulation;
import io.tuner.resource.Knob;
import io.tuner.resource.LocalFile;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.resource.Upload;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A package. */
@Type(
    name = "package",
    summary = "A package that is installed, at a version or at any, or is not",
    guide =
        """
        Taken from the host's repositories with apt-get, zypper, dnf or yum, whichever it has; or \
        from a `.deb` or `.rpm` of the control machine, or one in a `.zip`. No question is asked, changed configuration \
        files stay, and nothing is removed that was not named.

        A package's own scripts change more than can be taken back, and what came along with it \
        stays after a rollback: the plan says both, with names where apt-get can tell. There is no \
        `latest`: a `version` is the same tomorrow.
        """)
public record Package(
    @Parameter(
            value = "The package; with `file`, it is learnt from that file's name.",
            example = "irqbalance")
        String name,
    @LocalFile
        @Parameter(
            value = "A `.deb`, `.rpm` or `.zip` of the control machine, which is sent.",
            example = "files/storcli-007.2707.0000.0000-1.noarch.rpm")
        Optional<Upload> file,
    @Parameter(value = "Of a `.zip`: the package in it.", example = "Linux/storcli-1-1.noarch.rpm")
        Optional<String> member,
    @Parameter(value = "What the SHA-256 of `file` must be, in hexadecimal.")
        Optional<String> sha256,
    @Parameter(
            value =
                "The version: for apt as `apt-cache policy` shows it, else with release or not.",
            example = "\"1.9.2\"")
        Optional<String> version,
    @Parameter(value = "`present` or `absent`.", byDefault = "present") State state)
    implements Resource<PackageState> {

  /** Whether it is wanted. */
  public enum State {
    PRESENT,
    ABSENT,
    /** Refused, with the reason. */
    LATEST
  }

  /** The package's name, learnt from the file's where it was not written. */
  @Override
  public String name() {
    return named().name();
  }

  String written() {
    return name;
  }

  @Override
  public void validate(Problems problems) {
    PackageName.validate(this, problems);
  }

  @Override
  public Map<Knob, String> claims() {
    return Map.of(knob("installed"), state.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public Probe probe() {
    return reader().probe();
  }

  @Override
  public PackageState parse(Readings readings) throws ProbeFailed {
    return reader().read(readings);
  }

  @Override
  public PackageState target(PackageState observed, Notes notes) throws Unsupported {
    PackageState.Around around = observed.around();
    if (around.interrupted().isPresent()) {
      throw new Unsupported(
          name() + ": " + around.interrupted().get() + "; `dpkg --configure -a` finishes it");
    }
    boolean wanted = state == State.PRESENT;
    PackageState target =
        new PackageState(wanted, wanted ? named().version() : Optional.empty(), around);
    if (target.same(observed)) {
      return target;
    }
    around.lacking(member.isPresent());
    new PackageOutlook(named(), observed, AptSimulation.parse(around.simulation().orElse("")))
        .check(wanted, notes);
    return target;
  }

  @Override
  public Script transition(PackageState from, PackageState to) {
    boolean fromFile = to.installed() && to.version().equals(named().version());
    return to.after(from, name(), file.filter(upload -> fromFile), member);
  }

  @Override
  public Map<String, Knob> knobs(PackageState found) {
    Map<String, Knob> knobs = new TreeMap<>();
    knobs.put("installed", knob("installed"));
    found.version().ifPresent(v -> knobs.put("version", knob("version")));
    return knobs;
  }

  private Knob knob(String leaf) {
    return Knob.of("package:" + name() + ":" + leaf);
  }

  private PackageReader reader() {
    return new PackageReader(named(), state == State.ABSENT, file.isEmpty());
  }

  private PackageName named() {
    return PackageName.of(this);
  }
}
