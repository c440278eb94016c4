package io.tuner.resources;

import io.tuner.format.IrqbalanceBans;
import io.tuner.format.UnitEnvironment;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * How irqbalance is started here, and what it leaves alone: its unit, its variables, its process.
 */
final class IrqBanReader {

  static final Read.Selector PROCESS = new Read.Selector(Read.Selector.Kind.COMMAND, "irqbalance");

  /** Where distributions keep its variables: upstream, Debian's, Red Hat's and SUSE's, Arch's. */
  static final List<String> VARIABLES =
      List.of(
          "/usr/lib/irqbalance/defaults.env",
          "/etc/default/irqbalance",
          "/etc/sysconfig/irqbalance",
          "/etc/irqbalance.env");

  private static final UnitSources UNIT =
      new UnitSources(new DropIn(IrqAffinityState.IRQBALANCE, "tuner.conf", Map.of()));

  /** systemd makes words of such a variable, and one of {@code ${NAME}} (systemd.service(5)). */
  private static final Pattern OPTIONS = Pattern.compile("(?<= )\\$([A-Z_]+)(?= |$)");

  private IrqBanReader() {}

  static Probe probe() {
    Probe probe = UNIT.probe().and(IrqAffinityState.IRQBALANCE.probe());
    for (String path : VARIABLES) {
      probe = probe.file(path);
    }
    return probe.file(IrqbalanceBans.SCRIPT).process(PROCESS, "cmdline", "environ");
  }

  /** What is read; {@code ban} is the one that is wanted. */
  static IrqBan parse(Readings readings, String ban) throws ProbeFailed {
    String key = IrqbalanceBans.key(ban);
    UnitSources.Found unit = UNIT.read(readings);
    List<Readings.Found> processes = readings.processes(PROCESS, "cmdline", "environ");
    Optional<Content> policy = readings.file(IrqbalanceBans.SCRIPT).known(IrqbalanceBans.SCRIPT);
    boolean runs = !processes.isEmpty();
    List<String> files = new ArrayList<>();
    for (String value : unit.settings("EnvironmentFile", "")) {
      files.add(value.replaceFirst("^-", ""));
    }
    Optional<String> variable =
        unit.settings("ExecStart", "").stream()
            .flatMap(line -> OPTIONS.matcher(line).results())
            .map(match -> match.group(1))
            .findFirst();
    boolean managed = IrqAffinityState.IRQBALANCE.properties(readings).isPresent();
    Optional<String> fault = fault(files, variable, managed || !runs);
    boolean here = runs || !unit.files().isEmpty();
    if (!here || fault.isPresent()) {
      IrqBan.Around around =
          new IrqBan.Around(
              ban, "", Optional.empty(), "", "", runs, here ? fault : Optional.empty());
      return new IrqBan(Optional.empty(), Optional.empty(), policy, around);
    }
    String path = files.get(files.size() - 1);
    Map<String, String> inherited = new HashMap<>();
    for (String earlier : files.subList(0, files.size() - 1)) {
      inherited.putAll(UnitEnvironment.ofFile(readings.text(earlier).orElse("")));
    }
    Optional<Content> content = readings.file(path).known(path);
    String options = inherited.getOrDefault(variable.get(), "");
    Map<String, String> configured =
        new IrqbalanceBans(variable.get()).in(content.map(Readings::decode).orElse(""), options);
    return new IrqBan(
        Optional.ofNullable(configured.get(key)),
        runs ? running(processes.get(0), key) : Optional.empty(),
        policy,
        new IrqBan.Around(ban, path, content, variable.get(), options, runs, Optional.empty()));
  }

  private static Optional<String> fault(
      List<String> files, Optional<String> variable, boolean restartable) {
    String instead = "; stop it with `ban: service`";
    if (!restartable) {
      return Optional.of("irqbalance runs here, and systemd did not start it" + instead);
    }
    if (variable.isEmpty() || files.isEmpty()) {
      return Optional.of("irqbalance's unit takes no options from a file" + instead);
    }
    return VARIABLES.containsAll(files)
        ? Optional.empty()
        : Optional.of("irqbalance's unit takes its options from " + files + instead);
  }

  private static Optional<String> running(Readings.Found process, String key) throws ProbeFailed {
    String of = "/proc/" + process.pid() + "/";
    List<String> arguments =
        words(process.files().get("cmdline").known(of + "cmdline").map(Readings::decode));
    Map<String, String> variables = new LinkedHashMap<>();
    for (String word :
        words(process.files().get("environ").known(of + "environ").map(Readings::decode))) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        variables.put(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return Optional.ofNullable(
        IrqbalanceBans.of(
                arguments.subList(Math.min(1, arguments.size()), arguments.size()), variables)
            .get(key));
  }

  private static List<String> words(Optional<String> text) {
    return List.of(text.orElse("").split("[\0\n]"));
  }

  /** The PCI device that a path in sysfs is below or at, such as 0000:01:00.0. */
  static String address(String path) {
    return Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]")
        .matcher(path)
        .results()
        .map(MatchResult::group)
        .reduce("", (one, later) -> later);
  }
}
