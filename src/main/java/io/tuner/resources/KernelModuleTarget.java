package io.tuner.resources;

import io.tuner.format.ModuleLines;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Unsupported;
import io.tuner.resources.KernelModule.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a module found so is to become. */
record KernelModuleTarget(
    String name, Map<String, String> wanted, State state, KernelModuleState observed, Notes notes) {

  KernelModuleState state(boolean persist) throws Unsupported {
    boolean builtIn = observed.live().equals(KernelModuleState.BUILT_IN);
    if (builtIn && state != State.LOADED) {
      throw new Unsupported("`" + name + "` is built into the kernel, and cannot be unloaded");
    }
    if (builtIn && !wanted.isEmpty()) {
      String first = wanted.entrySet().iterator().next().toString();
      throw new Unsupported(
          "`%s` is built into the kernel: `present: [%s.%s]` of a kernel_cmdline task sets its options"
              .formatted(name, name, first));
    }
    boolean loaded = observed.live().equals(KernelModuleState.LOADED);
    if (state == State.LOADED && !builtIn) {
      load(loaded);
    } else if (loaded && observed.around().users() > 0) {
      throw new Unsupported(
          "`%s` is in use (%d), and cannot be unloaded".formatted(name, observed.around().users()));
    }
    if (loaded && state != State.LOADED) {
      notes.warn("a rollback loads it with the options in modprobe.d, whatever it has now");
    }
    Map<String, String> kept = new LinkedHashMap<>(observed.persistent());
    if (persist && !builtIn) {
      keep(kept);
    }
    String live =
        builtIn
            ? observed.live()
            : state == State.LOADED ? KernelModuleState.LOADED : KernelModuleState.UNLOADED;
    return observed.with(live, kept, loaded ? options() : observed.options());
  }

  private void load(boolean loaded) throws Unsupported {
    if (!loaded && observed.around().known().filter(known -> !known).isPresent()) {
      throw new Missing("the running kernel has no module `" + name + "`");
    }
    List<String> takes = observed.around().takes();
    for (String option : wanted.keySet()) {
      if (!takes.isEmpty() && !takes.contains(option)) {
        // The kernel only logs an option that it does not know.
        throw new Unsupported(
            "`%s` has no option `%s`; it takes %s"
                .formatted(name, option, String.join(", ", takes)));
      }
    }
    for (String other : observed.around().others()) {
      boolean against = other.matches(".*: (blacklist|install) .*");
      if (against || !wanted.isEmpty() && other.contains(": options ")) {
        notes.warn(other + (against ? " keeps a boot from loading it" : " sets options as well"));
      }
    }
    if (!loaded && !wanted.isEmpty()) {
      notes.disturbs("options", "told by the module once it is loaded");
    }
  }

  private void keep(Map<String, String> kept) {
    boolean banned = state == State.BLACKLISTED;
    kept.keySet().removeIf(key -> !key.startsWith("options "));
    if (state == State.LOADED) {
      kept.put("load " + name, ModuleLines.SET);
    }
    if (!wanted.isEmpty()) {
      kept.put("options " + name, String.join(" ", words(wanted)));
    }
    if (banned) {
      kept.put("blacklist " + name, ModuleLines.SET);
      kept.put("install " + name, "/bin/false");
    }
  }

  /** What a loaded module will have; one that the kernel does not show is not known. */
  private Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>(observed.options());
    options.replaceAll((key, found) -> same(wanted.get(key), found) ? found : wanted.get(key));
    wanted.keySet().stream()
        .filter(key -> !options.containsKey(key))
        .forEach(key -> notes.warn("`" + name + "` does not show its option " + key));
    return options;
  }

  /** The kernel shows truth values as Y and N. */
  static boolean same(String one, String found) {
    boolean yes = found.equals("Y") && one.matches("1|[yY]|on|true");
    boolean no = found.equals("N") && one.matches("0|[nN]|off|false");
    return yes || no || one.equals(found);
  }

  /** As modprobe takes them. */
  static List<String> words(Map<String, String> options) {
    return options.entrySet().stream().map(Map.Entry::toString).toList();
  }
}
