package io.tuner.resources;

import io.tuner.format.EthtoolAnswer;
import io.tuner.format.EthtoolOption;
import io.tuner.format.Glob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What ethtool says of network interfaces: asked for each that is named, and by a loop on the host
 * for those that a pattern means.
 *
 * @param option what is asked
 * @param names of interfaces, and patterns
 */
record InterfaceAnswers(EthtoolOption option, List<String> names) {

  private static final String NOT_INSTALLED = "ethtool is not installed";

  Probe probe() {
    Probe probe = Probe.NOTHING;
    for (String name : names) {
      probe = Glob.hasWildcard(name) ? probe : probe.run("ethtool", option.show(), name);
    }
    return patterns().isEmpty() ? probe : probe.run("sh", each());
  }

  private List<String> patterns() {
    return names.stream().filter(Glob::hasWildcard).toList();
  }

  private String[] each() {
    return new String[] {
      "-c", EthtoolAnswer.EACH, "sh", String.join(" ", patterns()), option.show()
    };
  }

  /**
   * The answers by interface.
   *
   * @param matched interfaces that are meant
   * @param unmatched gets the reason where nothing can be asked
   */
  Map<String, EthtoolAnswer> read(
      Readings readings, Collection<String> matched, List<String> unmatched) throws ProbeFailed {
    Map<String, EthtoolAnswer> answers = new TreeMap<>();
    for (String name : names) {
      if (matched.contains(name)) {
        Optional<Readings.Output> output =
            readings.run("ethtool", option.show(), name).known("`ethtool " + option.show() + "`");
        output.ifPresentOrElse(
            o -> answers.put(name, new EthtoolAnswer(o.exit(), o.stderr() + o.stdout())),
            () -> unmatched.add(NOT_INSTALLED));
      }
    }
    if (!patterns().isEmpty()) {
      String all =
          readings.run("sh", each()).known("interfaces").map(Readings.Output::stdout).orElse("");
      EthtoolAnswer.each(all)
          .forEach(
              (device, answer) -> {
                if (answer.isNotInstalled()) {
                  unmatched.add(NOT_INSTALLED);
                } else if (matched.contains(device)) {
                  answers.putIfAbsent(device, answer);
                }
              });
    }
    return answers;
  }
}
