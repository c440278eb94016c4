package io.tuner.resources;

import io.tuner.format.KernelArguments;
import io.tuner.format.KernelWishes;
import io.tuner.format.Refusal;
import io.tuner.format.TunedAdm;
import io.tuner.format.TunedProfiles;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads what TuneD is told to do, what it says it does, and why its verification fails. */
final class TunedReader {

  private static final String TOOL = "tuned-adm";
  private static final List<String> SCRIPTS =
      List.of("/etc/tuned/tuner-*/*.sh", "/etc/tuned/profiles/tuner-*/*.sh");

  private final TunedProfile task;
  private final Readings readings;
  private final TunedProfiles found;
  private final TunedAdm adm;
  private final boolean installed;
  private final TunedVerification verification;

  TunedReader(TunedProfile task, Readings readings) throws ProbeFailed {
    this.task = task;
    this.readings = readings;
    this.found = TunedFiles.read(readings);
    Optional<Readings.Output> active = readings.run(TOOL, "active").known(TOOL + " active");
    this.installed = active.isPresent();
    this.adm = TunedAdm.parse(active.map(Readings.Output::stdout).orElse(""));
    this.verification = TunedVerification.read(readings);
    boolean silent = active.isPresent() && active.get().exit() > 1;
    if (silent) {
      throw new ProbeFailed("tuned-adm active: " + active.get().stderr().strip());
    }
  }

  static Probe probe() {
    Probe probe = TunedFiles.probe().run(TOOL, "active").and(TunedVerification.probe());
    for (String pattern : SCRIPTS) {
      probe = probe.glob(pattern);
    }
    return probe.and(TunedOutlook.probe()).file("/run/tuned/tuned.pid");
  }

  TunedState state() throws ProbeFailed {
    boolean running = readings.text("/run/tuned/tuned.pid").isPresent() && adm.preset().isEmpty();
    TunedWanted wanted;
    String variablesFile = "/etc/tuned/" + task.profile() + "-variables.conf";
    String directory = found.ownDirectory() + "/" + TunedChild.name(task.profile());
    try {
      TunedOverlay overlay = new TunedOverlay(task, found);
      variablesFile = overlay.variablesFile().orElse(variablesFile);
      wanted = wanted(overlay, running);
    } catch (Refusal refusal) {
      wanted =
          installed
              ? TunedWanted.missing(refusal.getMessage() + "; it has " + known())
              : TunedWanted.missing("TuneD is not installed");
    }
    Optional<Content> variables =
        Optional.ofNullable(found.files().get(variablesFile)).map(Content::of);
    Optional<String> text = variables.flatMap(Content::text);
    TunedState.Around around =
        new TunedState.Around(
            running,
            readings.file(TunedFiles.ACTIVE).known(TunedFiles.ACTIVE),
            readings.file(TunedFiles.MODE).known(TunedFiles.MODE),
            variables,
            variablesFile,
            directory,
            false,
            wanted);
    TunedState.Persistent persistent =
        new TunedState.Persistent(
            line(TunedFiles.ACTIVE),
            line(TunedFiles.MODE),
            text.map(task.variableNames()::in).orElse(Map.of()),
            child(directory));
    boolean ours = adm.active().equals(Optional.of(wanted.profile()));
    Map<String, String> boot = boot(wanted);
    Map<String, String> failures = ours ? unexplained(boot, wanted) : Map.of();
    return new TunedState(persistent, new TunedState.Live(adm.active(), failures), boot, around);
  }

  private String known() {
    return found.names().stream()
        .filter(name -> !name.startsWith(TunedChild.PREFIX))
        .reduce((a, b) -> a + ", " + b)
        .orElse("none");
  }

  private Optional<String> line(String path) throws ProbeFailed {
    return readings.text(path).map(String::strip).filter(name -> !name.isEmpty());
  }

  private Map<String, Content> child(String directory) throws ProbeFailed {
    Map<String, Content> child = new TreeMap<>();
    String conf = directory + "/" + TunedChild.FILE;
    Optional.ofNullable(found.files().get(conf))
        .ifPresent(text -> child.put(TunedChild.FILE, Content.of(text)));
    for (String pattern : SCRIPTS) {
      SysctlWriter.texts(readings, pattern)
          .forEach(
              (path, text) -> {
                if (path.startsWith(directory + "/")) {
                  child.put(path.substring(directory.length() + 1), Content.of(text));
                }
              });
    }
    return child;
  }

  private TunedWanted wanted(TunedOverlay overlay, boolean running) throws ProbeFailed, Refusal {
    if (!installed) {
      return TunedWanted.missing("TuneD is not installed");
    }
    if (!running) {
      return TunedWanted.missing("TuneD does not run here: start it with a `service` task");
    }
    List<String> warnings =
        adm.active().equals(Optional.of(overlay.active())) ? verification.warnings() : List.of();
    return new TunedOutlook(task, overlay, readings).wanted(warnings);
  }

  /** The running kernel's words of the keys concerned. */
  private Map<String, String> boot(TunedWanted wanted) throws ProbeFailed {
    Set<String> keys = new HashSet<>(wanted.boot().keySet());
    keys.addAll(wanted.absent());
    String line = readings.line(TunedFiles.COMMAND_LINE).orElse("");
    return new HashMap<>(KernelWishes.values(List.of(KernelArguments.parse(line)), keys));
  }

  private Map<String, String> unexplained(Map<String, String> boot, TunedWanted wanted)
      throws ProbeFailed {
    boolean waits = !boot.entrySet().containsAll(wanted.boot().entrySet());
    return verification.unexplained(waits, !task.exclude_interrupts().isEmpty());
  }
}
