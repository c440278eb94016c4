package io.tuner.resources;

import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Settles;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Map;

/**
 * What the cache policies of a controller are to be.
 *
 * @param chosen numbers of drives; none for all
 * @param consent whether what is in memory may be lost with the power
 * @param wanted by setting
 */
record StorcliTarget(
    int controller, List<String> chosen, boolean consent, Map<String, String> wanted) {

  StorcliState state(StorcliState observed, Notes notes) throws Unsupported {
    StorcliState.Found found = observed.found();
    if (!found.installed()) {
      throw new Missing("neither storcli nor perccli is installed; `tool` may name its path");
    }
    if (!found.unsupported().isEmpty()) {
      throw new Unsupported("controller " + controller + ": " + found.unsupported());
    }
    List<String> drives =
        chosen.isEmpty() ? List.copyOf(observed.configured().keySet()) : present(observed);
    String why = "its write back waits for a healthy pack: " + found.pack();
    drives.stream()
        .filter(drive -> observed.waits(drive))
        .forEach(drive -> notes.settles("current." + drive, Settles.When.NEVER, why));
    if (drives.isEmpty()) {
      notes.warn("controller " + controller + " has no virtual drives");
    }
    if ("AWB".equals(wanted.get("write"))) {
      if (!found.healthy() && !consent) {
        throw new Unsupported(
            "AWB without a healthy battery or CacheVault ("
                + found.pack()
                + ") loses written data when the power fails: set write: WB, or accept_data_loss: true");
      }
      notes.risk(Risk.DATA, "what is written is lost with the power where the pack is not well");
    }
    return observed.with(drives, wanted);
  }

  private List<String> present(StorcliState observed) throws Unsupported {
    for (String drive : chosen) {
      if (observed.found().caches().contains(drive)) {
        throw new Unsupported("virtual drive " + drive + " is a cache itself, and is not touched");
      }
      if (!observed.configured().containsKey(drive)) {
        throw new Unsupported(
            "controller %d has no virtual drive %s; it has %s"
                .formatted(controller, drive, observed.found().drives()));
      }
    }
    return chosen;
  }
}
