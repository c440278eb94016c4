package io.tuner.resources;

import io.tuner.format.ModuleLines;
import io.tuner.format.ModuleNames;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a module is read: {@code initstate} is there for one that is loaded, and for none that is
 * built in, which {@code modules.builtin} of the running kernel names (Documentation/ABI/stable/
 * sysfs-module, Documentation/kbuild/kbuild.rst of the kernel).
 *
 * @param name with underscores
 * @param options that a task sets
 * @param persist whether our files are read as well
 */
record KernelModuleReader(String name, Set<String> options, boolean persist) {

  private static final String RELEASE = "/proc/sys/kernel/osrelease";
  private static final String BUILT_IN = "/lib/modules/*/modules.builtin";

  private String module() {
    return "/sys/module/" + name;
  }

  Probe probe() {
    Probe probe =
        Probe.NOTHING
            .file(module() + "/initstate")
            .file(module() + "/refcnt")
            .file(RELEASE)
            .glob(BUILT_IN)
            .run("modinfo", "-F", "filename", name);
    if (!options.isEmpty()) {
      probe = probe.glob(module() + "/parameters/*").run("modinfo", "-F", "parm", name);
    }
    probe = probe.and(new ModprobeLines(name).probe());
    return persist
        ? probe.file(KernelModuleState.LIST.path()).file(KernelModuleState.COMMANDS.path())
        : probe;
  }

  KernelModuleState parse(Readings readings) throws ProbeFailed {
    Optional<String> state = readings.line(module() + "/initstate").map(String::strip);
    if (state.filter(word -> !word.equals("live")).isPresent()) {
      throw new ProbeFailed("the module " + name + " is just " + state.get());
    }
    String live =
        state.isPresent()
            ? KernelModuleState.LOADED
            : isBuiltIn(readings) ? KernelModuleState.BUILT_IN : KernelModuleState.UNLOADED;
    String users = readings.line(module() + "/refcnt").orElse("0").strip();
    Optional<String> list = text(readings, KernelModuleState.LIST);
    Optional<String> commands = text(readings, KernelModuleState.COMMANDS);
    Map<String, String> persistent =
        new LinkedHashMap<>(KernelModuleState.LIST.values(list, Set.of("load " + name)));
    persistent.putAll(
        KernelModuleState.COMMANDS.values(
            commands, Set.of("options " + name, "blacklist " + name, "install " + name)));
    Optional<Readings.Output> file =
        readings.run("modinfo", "-F", "filename", name).known("modinfo");
    return new KernelModuleState(
        live,
        persistent,
        running(readings),
        new KernelModuleState.Around(
            users.matches("[0-9]{1,9}") ? Long.parseLong(users) : 0,
            file.map(output -> output.exit() == 0),
            takes(readings),
            new ModprobeLines(name).others(readings),
            list,
            commands));
  }

  private boolean isBuiltIn(Readings readings) throws ProbeFailed {
    String release = readings.line(RELEASE).orElse("").strip();
    String path = BUILT_IN.replace("*", release);
    Reading<Content> file = readings.glob(BUILT_IN).get(path);
    if (file == null) {
      return false;
    }
    return ModuleNames.builtIn(file.known(path).map(Readings::decode).orElse("")).contains(name);
  }

  /** The options that the kernel shows; some modules keep some to themselves. */
  private Map<String, String> running(Readings readings) throws ProbeFailed {
    Map<String, String> running = new TreeMap<>();
    String directory = module() + "/parameters/";
    for (String option : options) {
      Reading<Content> file =
          readings.glob(directory + "*").get(directory + ModuleLines.name(option));
      if (file != null) {
        file.known(directory + option)
            .ifPresent(content -> running.put(option, Readings.decode(content).strip()));
      }
    }
    return running;
  }

  private List<String> takes(Readings readings) throws ProbeFailed {
    return options.isEmpty()
        ? List.of()
        : readings
            .run("modinfo", "-F", "parm", name)
            .known("modinfo")
            .filter(output -> output.exit() == 0)
            .map(output -> ModuleNames.options(output.stdout()))
            .orElse(List.of());
  }

  private Optional<String> text(Readings readings, OwnFile file) throws ProbeFailed {
    return persist ? readings.text(file.path()) : Optional.empty();
  }
}
