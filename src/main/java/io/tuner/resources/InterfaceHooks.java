package io.tuner.resources;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Small programs that a host's network configuration runs when an interface comes up. The kernel
 * tells udev that an interface has appeared, not that it comes up, which is when some drivers
 * forget what was set; so ours say it: they send the event of a change, for which the rules in
 * {@link InterfaceState#RULES} set the interface again.
 */
final class InterfaceHooks {

  /** What a state says of a hook that is as it should be. */
  static final String SET = "has udev set them again";

  /**
   * ifupdown (interfaces(5)) and networkd-dispatcher(8) name the interface in IFACE;
   * NetworkManager-dispatcher(8) as the first argument, before the action; ifup-post of Red Hat's
   * network-scripts as its only one.
   */
  private static final String TEXT =
      """
      #!/bin/sh
      # Written by tuner: has udev set an interface again that came up, by its rules in
      # /etc/udev/rules.d/99-tuner-net.rules
      event=/sys/class/net/${IFACE:-$1}/uevent
      if [ "${2:-up}" = up ] && [ -e "$event" ]; then echo change >"$event"; fi
      """;

  /** By path of a hook, what a host has only with the program that runs it. */
  private static final Map<String, String> NEEDS =
      new TreeMap<>(
          Map.of(
              "/etc/network/if-up.d/tuner", "/etc/network/if-up.d",
              "/etc/NetworkManager/dispatcher.d/90-tuner", "/etc/NetworkManager/dispatcher.d",
              "/etc/networkd-dispatcher/routable.d/tuner", "/etc/networkd-dispatcher/routable.d",
              "/usr/sbin/ifup-local", "/etc/sysconfig/network-scripts/ifup-post"));

  private InterfaceHooks() {}

  static Probe probe() {
    Probe probe = Probe.NOTHING;
    for (Map.Entry<String, String> hook : NEEDS.entrySet()) {
      probe = probe.file(hook.getKey()).followedAttributes(hook.getValue());
    }
    return probe;
  }

  /** By path, what is there of the hooks that this host would run: SET, another text, or "". */
  static Map<String, String> found(Readings readings) throws ProbeFailed {
    Map<String, String> found = new TreeMap<>();
    for (Map.Entry<String, String> hook : NEEDS.entrySet()) {
      Optional<String> text = readings.text(hook.getKey());
      if (readings.followedAttributes(hook.getValue()).known(hook.getValue()).isPresent()) {
        found.put(hook.getKey(), text.map(t -> t.equals(TEXT) ? SET : t).orElse(""));
      }
    }
    return found;
  }

  /** Whether somebody else's program has the one name that this hook may have. */
  static boolean isForeign(String path, String found) {
    return path.equals("/usr/sbin/ifup-local") && !found.isEmpty() && !found.equals(SET);
  }

  /** Of the hooks found, those that are there and ours to change. */
  static Map<String, String> ours(Map<String, String> found) {
    Map<String, String> ours = new TreeMap<>(found);
    ours.entrySet()
        .removeIf(hook -> hook.getValue().isEmpty() || isForeign(hook.getKey(), hook.getValue()));
    return ours;
  }

  static boolean isHook(String key) {
    return key.startsWith("/");
  }

  /** Puts hooks in place that are not as a state has them. */
  static Script put(Map<String, String> from, Map<String, String> to) {
    Script script = Script.empty();
    for (Map.Entry<String, String> hook : to.entrySet()) {
      if (isHook(hook.getKey()) && !hook.getValue().equals(from.get(hook.getKey()))) {
        String text = hook.getValue().equals(SET) ? TEXT : hook.getValue();
        script =
            script.replaceFile(
                hook.getKey(),
                io.tuner.resource.Content.of(text),
                Step.Ownership.mode("0755"),
                Optional.empty());
      }
    }
    return script;
  }

  /** Takes away the hooks that a state does not have. */
  static Script remove(Map<String, String> from, Map<String, String> to) {
    Script script = Script.empty();
    for (String path : from.keySet()) {
      script = isHook(path) && !to.containsKey(path) ? script.removeFile(path) : script;
    }
    return script;
  }
}
