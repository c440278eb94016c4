package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.format.EthtoolOutput;
import io.tuner.format.Glob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How settings of some network interfaces are read.
 *
 * @param option what is set of them
 * @param names of interfaces, and patterns
 * @param parameters which to read
 * @param persist whether our rules are read as well
 */
record InterfaceReader(
    EthtoolOption option, List<String> names, Collection<String> parameters, boolean persist) {

  static final String NOT_INSTALLED = "ethtool is not installed";

  private static final String MTU = "/sys/class/net/*/mtu";
  private static final String LENGTH = "/sys/class/net/*/tx_queue_len";
  private static final String ETHTOOL = "ethtool";

  /** Asks of every interface that a pattern means; $1 are patterns, $2 is the option. */
  private static final String EACH =
      "cd \"$R/sys/class/net\" && for i in $1; do if [ -e \"$i/mtu\" ]; then"
          + " echo \"=== $i\"; ethtool \"$2\" \"$i\" 2>&1; echo \"=== exit $?\"; fi; done";

  private static final Pattern ANSWER =
      Pattern.compile("(?ms)^=== (\\S+)\\n(.*?)^=== exit ([0-9]+)$");

  private static final Map<EthtoolOption, String> NOUNS =
      Map.of(
          EthtoolOption.CHANNELS, "channels",
          EthtoolOption.RING, "rings",
          EthtoolOption.FEATURES, "features",
          EthtoolOption.COALESCE, "coalescing");

  /** An answer of ethtool. */
  private record Said(int exit, String text) {}

  /** What must be read of these interfaces. */
  Probe probe() {
    Probe probe = Probe.NOTHING.glob(MTU);
    if (option == EthtoolOption.LINK) {
      probe = probe.glob(LENGTH);
    } else {
      for (String name : names) {
        probe = Glob.hasWildcard(name) ? probe : probe.run(ETHTOOL, option.show(), name);
      }
      probe = patterns().isEmpty() ? probe : probe.run("sh", each());
    }
    return persist ? probe.and(InterfaceHooks.probe()).file(InterfaceState.RULES.path()) : probe;
  }

  private List<String> patterns() {
    return names.stream().filter(Glob::hasWildcard).toList();
  }

  private String[] each() {
    return new String[] {"-c", EACH, "sh", String.join(" ", patterns()), option.show()};
  }

  /** The state of these interfaces. */
  InterfaceState parse(Readings readings) throws ProbeFailed {
    TreeSet<String> present = new TreeSet<>();
    readings.glob(MTU).keySet().forEach(path -> present.add(path.split("/")[4]));
    TreeSet<String> matched = new TreeSet<>();
    List<String> unmatched = new ArrayList<>();
    for (String name : names) {
      List<String> found = matching(name, present);
      matched.addAll(found);
      if (found.isEmpty()) {
        unmatched.add("there is no interface `" + name + "`");
      }
    }
    Found found = new Found();
    if (option == EthtoolOption.LINK) {
      for (String device : matched) {
        attribute(readings, MTU, device, "mtu", found);
        attribute(readings, LENGTH, device, "txqueuelen", found);
      }
    } else {
      Map<String, Said> said = said(readings, matched, unmatched);
      matched.retainAll(said.keySet());
      for (String device : matched) {
        read(device, said.get(device), found);
      }
    }
    matched.removeIf(device -> found.lacking.containsKey(device) && !names.contains(device));
    return state(readings, List.copyOf(matched), unmatched, found);
  }

  private static List<String> matching(String name, Collection<String> present) {
    if (!Glob.hasWildcard(name)) {
      return present.contains(name) ? List.of(name) : List.of();
    }
    Glob pattern = Glob.of(name);
    return present.stream().filter(d -> !d.equals("lo") && pattern.matches(d)).toList();
  }

  private Map<String, Said> said(
      Readings readings, Collection<String> matched, List<String> unmatched) throws ProbeFailed {
    Map<String, Said> said = new TreeMap<>();
    for (String name : names) {
      if (matched.contains(name)) {
        Optional<Readings.Output> output =
            readings.run(ETHTOOL, option.show(), name).known("`ethtool " + option.show() + "`");
        output.ifPresentOrElse(
            o -> said.put(name, new Said(o.exit(), o.stderr() + o.stdout())),
            () -> unmatched.add(NOT_INSTALLED));
      }
    }
    if (!patterns().isEmpty()) {
      String all =
          readings.run("sh", each()).known("interfaces").map(Readings.Output::stdout).orElse("");
      Matcher answer = ANSWER.matcher(all);
      while (answer.find()) {
        int exit = answer.group(3).matches("0+") ? 0 : 1;
        if (answer.group(3).equals("127")) {
          unmatched.add(NOT_INSTALLED);
        } else if (matched.contains(answer.group(1))) {
          said.putIfAbsent(answer.group(1), new Said(exit, answer.group(2)));
        }
      }
    }
    return said;
  }

  /** What is collected of all interfaces. */
  private static final class Found {
    private final Map<String, String> lacking = new TreeMap<>();
    private final Map<String, String> offered = new TreeMap<>();
    private final Map<String, String> maximum = new TreeMap<>();
    private final List<String> fixed = new ArrayList<>();
    private final Map<String, List<String>> members = new TreeMap<>();
  }

  private static void attribute(
      Readings readings, String pattern, String device, String parameter, Found found)
      throws ProbeFailed {
    Disks.one(readings, pattern, pattern.replace("*", device))
        .ifPresent(value -> found.offered.put(device + "." + parameter, value));
  }

  private void read(String device, Said said, Found found) throws ProbeFailed {
    if (said.exit != 0) {
      if (said.text.toLowerCase(Locale.ROOT).contains("not supported")) {
        found.lacking.put(device, "`" + device + "` has no " + NOUNS.get(option));
        return;
      }
      String first = said.text.lines().findFirst().orElse("nothing was said");
      throw new ProbeFailed("`ethtool " + option.show() + " " + device + "` failed: " + first);
    }
    if (option == EthtoolOption.FEATURES) {
      features(device, EthtoolOutput.features(said.text), found);
      return;
    }
    EthtoolOutput.Limits limits =
        option == EthtoolOption.COALESCE
            ? new EthtoolOutput.Limits(Map.of(), EthtoolOutput.coalesce(said.text))
            : EthtoolOutput.limits(said.text);
    limits.current().forEach((word, value) -> found.offered.put(key(device, word), value));
    limits.maximum().forEach((word, value) -> found.maximum.put(key(device, word), value));
  }

  private static String key(String device, String word) {
    return device + "." + word.replace('-', '_');
  }

  /** A feature that stands for several is read and set as those of them that can be changed. */
  private void features(String device, Map<String, EthtoolOutput.Feature> features, Found found) {
    for (String parameter : parameters) {
      String name = EthtoolOption.featureName(parameter);
      EthtoolOutput.Feature feature = features.get(name);
      if (feature == null) {
        continue;
      }
      List<String> changeable =
          feature.members().stream().filter(member -> !features.get(member).fixed()).toList();
      List<String> all = changeable.isEmpty() ? List.of(name) : changeable;
      found.members.put(device + "." + parameter, all);
      for (String member : all) {
        found.offered.put(device + "." + member, features.get(member).value());
        boolean group = !feature.members().isEmpty() && changeable.isEmpty();
        if (features.get(member).fixed() || group) {
          found.fixed.add(device + "." + member);
        }
      }
    }
  }

  private InterfaceState state(
      Readings readings, List<String> devices, List<String> unmatched, Found found)
      throws ProbeFailed {
    Map<String, String> live = new TreeMap<>();
    Map<String, String> keys = new LinkedHashMap<>();
    for (String device : devices) {
      for (String parameter : parameters) {
        String key = device + "." + parameter;
        for (String member : found.members.getOrDefault(key, List.of(parameter))) {
          String one = device + "." + member;
          keys.put(InterfaceState.ruleKey(option, one), one);
          boolean chosen = Adaptive.isOn(found.offered, one);
          if (found.offered.containsKey(one) && !chosen) {
            live.put(one, found.offered.get(one));
          }
        }
      }
    }
    Optional<String> rules =
        persist ? readings.text(InterfaceState.RULES.path()) : Optional.empty();
    Map<String, String> hooks = persist ? InterfaceHooks.found(readings) : Map.of();
    Map<String, String> persistent = new TreeMap<>();
    InterfaceState.RULES
        .values(rules, keys.keySet())
        .forEach((key, value) -> persistent.put(keys.get(key), value));
    hooks.forEach(
        (path, text) -> {
          if (!text.isEmpty() && !InterfaceHooks.isForeign(path, text)) {
            persistent.put(path, text);
          }
        });
    return new InterfaceState(
        live,
        persistent,
        new InterfaceState.Around(
            devices,
            unmatched,
            found.lacking,
            found.offered,
            found.maximum,
            found.fixed,
            found.members,
            hooks,
            rules));
  }
}
