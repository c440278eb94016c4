package io.tuner.resources;

import io.tuner.format.AptSimulation;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What changing a package would bring along or take with it, and what of it does not come back.
 *
 * @param named which
 * @param observed as it is
 * @param simulation what apt-get would do; empty where it was not asked
 */
record PackageOutlook(PackageName named, PackageState observed, AptSimulation simulation) {

  /** Refuses what would take others along, and says what does not come back. */
  void check(boolean install, Notes notes) throws Unsupported {
    if (simulation.error().isPresent()) {
      String error = "apt-get: " + simulation.error().get();
      boolean unknown = error.matches(".*(Unable to locate|was not found|no installation cand).*");
      throw unknown ? new Missing(error + "; `apt-get update` may be due") : new Unsupported(error);
    }
    if (install && !simulation.removals().isEmpty()) {
      throw new Unsupported(
          "installing %s would remove %s"
              .formatted(named.name(), String.join(", ", simulation.removals())));
    }
    Optional<String> needed = needed();
    if (!install && needed.isPresent()) {
      throw new Missing(named.name() + " is not removed alone: " + needed.get());
    }
    warn(install, notes);
  }

  /** Why a removal would not be one of this package alone. */
  private Optional<String> needed() {
    List<String> others =
        simulation.removals().stream().filter(other -> !other.equals(named.bare())).toList();
    return others.isEmpty()
        ? observed.around().needed()
        : Optional.of(String.join(", ", others) + " would go as well");
  }

  /** What of the change does not come back, as far as it can be known before. */
  private void warn(boolean install, Notes notes) {
    List<String> lost = new ArrayList<>();
    List<String> along =
        simulation.installs().stream()
            .filter(other -> !other.name().equals(named.bare()))
            .map(AptSimulation.Installation::toString)
            .toList();
    if (!along.isEmpty()) {
      lost.add("also installs " + String.join(", ", along));
    } else if (install && observed.around().simulation().isEmpty()) {
      lost.add("may install others with it");
    }
    if (!install || observed.installed()) {
      lost.add("a rollback needs version " + observed.around().found().orElse("?") + " on offer");
    }
    lost.add("what its scripts do is not taken back");
    notes.risk(Risk.IRREVERSIBLE, String.join("; ", lost));
  }
}
