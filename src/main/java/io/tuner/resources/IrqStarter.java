package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What runs the script of {@link io.tuner.format.IrqRules}: a unit at boot, and hooks of what
 * brings interfaces up, for a driver asks for its interrupts anew then and puts them where it
 * likes. udev tells nobody of that.
 */
final class IrqStarter {

  static final String SCRIPT = "/etc/tuner/irq-affinity";

  private static final String UNIT = "/etc/systemd/system/tuner-irq-affinity.service";
  private static final String WANTS =
      "/etc/systemd/system/multi-user.target.d/tuner-irq-affinity.conf";

  /**
   * Where hooks are, each with the directory that must be there: interfaces(5), NetworkManager(8).
   */
  private static final Map<String, String> HOOKS =
      Map.of(
          "/etc/network/if-up.d", "tuner-irq-affinity",
          "/etc/NetworkManager/dispatcher.d", "90-tuner-irq-affinity",
          "/etc/networkd-dispatcher/routable.d", "90-tuner-irq-affinity");

  private static final String UNIT_TEXT =
      """
      # Written by tuner; see `tuner history`
      [Unit]
      Description=Interrupts on the CPUs that were wanted
      Wants=network-online.target
      After=network-online.target irqbalance.service tuned.service

      [Service]
      Type=oneshot
      ExecStart=/bin/sh /etc/tuner/irq-affinity
      """;

  private static final String WANTS_TEXT =
      """
      # Written by tuner; see `tuner history`
      [Unit]
      Wants=tuner-irq-affinity.service
      """;

  private static final String HOOK_TEXT =
      """
      #!/bin/sh
      # Written by tuner; see `tuner history`
      # NetworkManager names the event behind the interface; the others run this for one event alone.
      case ${2-up} in
      up) exec /bin/sh /etc/tuner/irq-affinity ;;
      esac
      """;

  private IrqStarter() {}

  private static List<String> paths() {
    List<String> paths = new ArrayList<>(List.of(UNIT, WANTS));
    HOOKS.forEach((directory, name) -> paths.add(directory + "/" + name));
    return paths;
  }

  static Probe probe() {
    Probe probe = Probe.NOTHING;
    for (String path : paths()) {
      probe = probe.file(path);
    }
    for (String directory : HOOKS.keySet()) {
      probe = probe.followedAttributes(directory);
    }
    return probe;
  }

  /** The files that are there, by path. */
  static Map<String, Content> files(Readings readings) throws ProbeFailed {
    Map<String, Content> files = new TreeMap<>();
    for (String path : paths()) {
      Optional<Content> content = readings.file(path).known(path);
      content.ifPresent(found -> files.put(path, found));
    }
    return files;
  }

  /** The directories of hooks that this host has. */
  static List<String> hooks(Readings readings) throws ProbeFailed {
    List<String> hooks = new ArrayList<>();
    for (String directory : new TreeSet<>(HOOKS.keySet())) {
      if (readings.followedAttributes(directory).known(directory).isPresent()) {
        hooks.add(directory);
      }
    }
    return hooks;
  }

  /** The files wanted on a host with these directories. */
  static Map<String, Content> wanted(List<String> hooks) {
    Map<String, Content> files = new TreeMap<>();
    files.put(UNIT, Content.of(UNIT_TEXT));
    files.put(WANTS, Content.of(WANTS_TEXT));
    hooks.forEach(
        directory -> files.put(directory + "/" + HOOKS.get(directory), Content.of(HOOK_TEXT)));
    return files;
  }

  static Script transition(Map<String, Content> from, Map<String, Content> to) {
    Script script = Script.empty();
    for (Map.Entry<String, Content> file : to.entrySet()) {
      if (!file.getValue().equals(from.get(file.getKey()))) {
        boolean program = !file.getKey().startsWith("/etc/systemd/");
        script =
            script.replaceFile(
                file.getKey(),
                file.getValue(),
                program ? Step.Ownership.mode("0755") : Step.Ownership.KEEP,
                Optional.empty());
      }
    }
    for (String path : from.keySet()) {
      script = to.containsKey(path) ? script : script.removeFile(path);
    }
    return script;
  }
}
