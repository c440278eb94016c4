package io.tuner.resources;

import io.tuner.format.ModuleLines;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kernel module.
 *
 * @param live {@link #LOADED}, {@link #UNLOADED} or {@link #BUILT_IN}
 * @param persistent what our files say, by {@link ModuleLines}' keys
 * @param options of the loaded module, as the kernel shows them; a module takes them when it is
 *     loaded, which for one that is in use is a boot away
 * @param around what else was found
 */
record KernelModuleState(
    String live,
    Map<String, String> persistent,
    @Settles(Settles.When.BOOT) Map<String, String> options,
    @Context Around around) {

  static final String LOADED = "loaded";
  static final String UNLOADED = "unloaded";
  static final String BUILT_IN = "built in";

  static final OwnFile LIST = new OwnFile("/etc/modules-load.d/tuner.conf", ModuleLines::ofList);
  static final OwnFile COMMANDS =
      new OwnFile("/etc/modprobe.d/tuner.conf", ModuleLines::ofCommands);

  /**
   * What is not compared.
   *
   * @param users how many use the loaded module
   * @param known whether the running kernel has such a module; empty where no tool tells
   * @param takes the options it takes; empty where no tool tells
   * @param others what other files say of it, with their places
   * @param list our file of modules as it is
   * @param commands our file of commands as it is
   */
  record Around(
      long users,
      Optional<Boolean> known,
      List<String> takes,
      List<String> others,
      Optional<String> list,
      Optional<String> commands) {}

  /** This state with other values, and our files as they will be with them. */
  KernelModuleState with(String newLive, Map<String, String> kept, Map<String, String> newOptions)
      throws Unsupported {
    Around edited =
        new Around(
            around.users,
            around.known,
            around.takes,
            around.others,
            LIST.edited(around.list, in(persistent, true), in(kept, true)),
            COMMANDS.edited(around.commands, in(persistent, false), in(kept, false)));
    return new KernelModuleState(newLive, kept, newOptions, edited);
  }

  /**
   * The way from this state to another: files first where a module is loaded, for modprobe reads
   * its options there, and last where it goes. Only the module itself goes (rmmod(8)); what it
   * brought along may have other users.
   */
  Script to(KernelModuleState to, String name, List<String> options) {
    Script files =
        LIST.transition(around.list, in(persistent, true), to.around.list, in(to.persistent, true))
            .then(
                COMMANDS.transition(
                    around.commands,
                    in(persistent, false),
                    to.around.commands,
                    in(to.persistent, false)));
    if (live.equals(to.live) || live.equals(BUILT_IN) || to.live.equals(BUILT_IN)) {
      return files;
    }
    if (to.live.equals(UNLOADED)) {
      return Script.empty().run("rmmod", name).then(files);
    }
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(options);
    return files.then(Script.empty().run("modprobe", words.toArray(String[]::new)));
  }

  private static Map<String, String> in(Map<String, String> values, boolean list) {
    Map<String, String> part = new LinkedHashMap<>(values);
    part.keySet().removeIf(key -> key.startsWith("load ") != list);
    return part;
  }

  /** The knobs of the module. */
  Map<String, Knob> knobs(String name) {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      String within = Leaves.within(leaf);
      String knob =
          switch (Leaves.aspect(leaf)) {
            case "live" -> "module:" + name;
            case "options" -> "/sys/module/" + name + "/parameters/" + within;
            default -> (within.startsWith("load ") ? "modules-load.d:" : "modprobe.d:") + within;
          };
      knobs.put(leaf, Knob.of(knob));
    }
    return knobs;
  }
}
