package io.tuner.resources;

import io.tuner.format.KernelArguments;
import io.tuner.format.KernelWishes;
import io.tuner.format.KernelWord;
import io.tuner.format.Refusal;
import io.tuner.format.SysctlConf;
import io.tuner.format.TunedAdm;
import io.tuner.format.TunedLog;
import io.tuner.format.TunedProfiles;
import io.tuner.format.TunedUnit;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
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
  private static final String LOG = "/var/log/tuned/tuned.log";
  private static final String GRUB = "/etc/grub.d/00_tuned";
  private static final String ONLINE = "/sys/devices/system/cpu/online";
  private static final List<String> SCRIPTS =
      List.of("/etc/tuned/tuner-*/*.sh", "/etc/tuned/profiles/tuner-*/*.sh");

  private final TunedProfile task;
  private final Readings readings;
  private final TunedProfiles found;
  private final TunedAdm adm;
  private final boolean installed;
  private final boolean verified;

  TunedReader(TunedProfile task, Readings readings) throws ProbeFailed {
    this.task = task;
    this.readings = readings;
    this.found = TunedFiles.read(readings);
    Optional<Readings.Output> active = readings.run(TOOL, "active").known(TOOL + " active");
    this.installed = active.isPresent();
    this.adm = TunedAdm.parse(active.map(Readings.Output::stdout).orElse(""));
    this.verified =
        readings.run(TOOL, "verify").known(TOOL + " verify").filter(o -> o.exit() == 0).isPresent();
    boolean silent = active.isPresent() && active.get().exit() > 1;
    if (silent) {
      throw new ProbeFailed("tuned-adm active: " + active.get().stderr().strip());
    }
  }

  static Probe probe() {
    Probe probe = TunedFiles.probe().run(TOOL, "active").run(TOOL, "verify");
    for (String pattern : SCRIPTS) {
      probe = probe.glob(pattern);
    }
    return probe
        .and(new SysctlWriter().probe())
        .file(LOG)
        .file(ONLINE)
        .attributes(GRUB)
        .file("/run/tuned/tuned.pid");
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
    Optional<String> refusal = refusal(overlay);
    if (refusal.isPresent()) {
      return TunedWanted.unsupported(refusal.get());
    }
    Map<String, Content> child = new TreeMap<>();
    overlay.childFiles().forEach((name, text) -> child.put(name, Content.of(text)));
    Map<String, String> boot = new TreeMap<>();
    boolean boots = readings.attributes(GRUB).known(GRUB).isPresent();
    if (boots) {
      overlay.profiles().merge(List.of(overlay.active())).commandLine().stream()
          .map(TunedUnit.Option::value)
          .filter(word -> !word.contains("${"))
          .forEach(word -> boot.put(KernelWord.key(word), word.replaceFirst("^[^=]*=?", "")));
    }
    List<String> absent =
        overlay.child().words(task.cmdline_remove()).stream()
            .map(KernelWord::key)
            .filter(key -> !boot.containsKey(key))
            .toList();
    Map<String, String> variables =
        overlay.variablesFile().isPresent() ? overlay.variables() : Map.of();
    return new TunedWanted(
        overlay.active(),
        variables,
        child,
        boot,
        absent,
        warnings(overlay, boots),
        Optional.empty(),
        Optional.empty());
  }

  /** What TuneD would refuse, or read otherwise, when it is too late. */
  private Optional<String> refusal(TunedOverlay overlay) throws ProbeFailed {
    for (Map.Entry<String, String> variable : task.variables().entrySet()) {
      String name = variable.getKey();
      boolean known = overlay.merge().speaksOf(name);
      if (!known) {
        return Optional.of("no profile of " + task.profile() + " reads a variable `" + name + "`");
      }
      Optional<CpuSet> online = online();
      boolean cpus = name.equals("isolated_cores") && !variable.getValue().contains("${");
      if (cpus && online.isPresent()) {
        CpuSet isolated = CpuSet.parse(variable.getValue());
        if (!online.get().containsAll(isolated)) {
          return Optional.of("isolated_cores " + isolated + " are not all online: " + online.get());
        }
        if (isolated.containsAll(online.get())) {
          return Optional.of("isolated_cores " + isolated + " leave no CPU for the system");
        }
      }
    }
    return Optional.empty();
  }

  private Optional<CpuSet> online() throws ProbeFailed {
    try {
      return readings.line(ONLINE).map(CpuSet::parse);
    } catch (IllegalArgumentException garbage) {
      throw new ProbeFailed(ONLINE + ": " + garbage.getMessage());
    }
  }

  private List<String> warnings(TunedOverlay overlay, boolean boots) throws ProbeFailed {
    List<String> warnings = new ArrayList<>();
    overlay
        .merge()
        .unknown()
        .forEach(i -> warnings.add("only TuneD knows what the include " + i + " brings"));
    if (!boots && !overlay.merge().commandLine().isEmpty()) {
      warnings.add("there is no " + GRUB + ": TuneD adds no words to the kernel's command line");
    }
    if (adm.active().equals(Optional.of(overlay.active()))) {
      TunedLog log = log();
      log.errors().stream().limit(5).forEach(error -> warnings.add("TuneD's log says: " + error));
      if (!verified && log.failures().isEmpty()) {
        warnings.add("`tuned-adm verify` fails, and its log does not say why");
      }
      overridden(log).forEach(warnings::add);
    }
    return warnings;
  }

  private TunedLog log() throws ProbeFailed {
    return TunedLog.parse(readings.text(LOG).orElse(""));
  }

  /** What files of sysctl.d set otherwise: TuneD reads them behind its own settings. */
  private List<String> overridden(TunedLog log) throws ProbeFailed {
    Map<String, String> files = SysctlWriter.all(readings);
    List<String> overridden = new ArrayList<>();
    for (String name : log.failures().keySet()) {
      String path = files.get(SysctlConf.path(name));
      if (path != null) {
        overridden.add("the profile's " + name + " is overridden by " + path);
      }
    }
    return overridden;
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
    Map<String, String> sysctls = SysctlWriter.all(readings);
    TunedLog log = log();
    Map<String, String> failures = new TreeMap<>(log.lost());
    if (verified) {
      return failures;
    }
    log.failures()
        .forEach(
            (what, how) -> {
              boolean sysctl = sysctls.containsKey(SysctlConf.path(what));
              boolean reboot = what.startsWith(TunedLog.CMDLINE);
              boolean waits = reboot && !boot.entrySet().containsAll(wanted.boot().entrySet());
              boolean excluded =
                  !task.exclude_interrupts().isEmpty() && what.matches("SMP affinity of IRQ \\d+");
              if (!sysctl && !waits && !excluded) {
                failures.put(what, how);
              }
            });
    return failures;
  }
}
