package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tool of one controller, and how it is told (StorCLI Reference Manual, Broadcom; PERC CLI
 * Reference Guide, Dell). Dell's is asked apart, for it has another word for always writing back.
 */
record StorcliTool(int controller, List<String> chosen, Optional<String> tool) {

  private static final List<String> STORCLI = places("storcli64", "storcli", "storcli2");
  private static final List<String> PERCCLI = places("perccli64", "perccli", "perccli2");

  /** A word of the tool's for each setting, in the order they are set. */
  private static final Map<String, String> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put("write", "wrcache");
    WORDS.put("read", "rdcache");
    WORDS.put("io", "iopolicy");
    WORDS.put("disk_cache", "pdcache");
  }

  private static List<String> places(String... names) {
    List<String> places = new ArrayList<>(List.of(names));
    for (String name : names) {
      places.add("/opt/MegaRAID/*/" + name);
    }
    return List.copyOf(places);
  }

  /** The tools that are asked, each list the names of one. */
  List<List<String>> families() {
    return tool.map(path -> List.of(List.of(path))).orElse(List.of(STORCLI, PERCCLI));
  }

  /** True where these are names of Dell's. */
  boolean perccli(List<String> family) {
    return tool.map(path -> path.replaceFirst(".*/", "").startsWith("perccli"))
        .orElse(family.equals(PERCCLI));
  }

  Script transition(StorcliState from, StorcliState to) {
    Script sets = Script.empty();
    for (String drive : to.configured().keySet()) {
      StorcliState.Setting was = from.configured().get(drive);
      if (was == null) {
        return Script.impossible("there is no virtual drive " + drive + " any more");
      }
      for (String setting : WORDS.keySet()) {
        String value = to.configured().get(drive).get(setting);
        boolean again = setting.equals("write") && rewrites(from, to, drive);
        if (value.isEmpty() || value.equals(was.get(setting)) && !again) {
          continue;
        }
        if (value.equals("ADRA")) {
          return Script.impossible(
              "virtual drive " + drive + " reads ahead adaptively, which no tool of today sets");
        }
        if (again && from.found().healthy() && value.equals("WB") && to.writesThrough(drive)) {
          return Script.impossible(
              "virtual drive " + drive + " was set to write back and did not, which nothing sets");
        }
        sets = sets.then(set(drive, setting, value, from.found().perccli()));
      }
    }
    return Script.empty().each(sets);
  }

  /** True where a drive does not write as it is set to, and could. */
  private static boolean rewrites(StorcliState from, StorcliState to, String drive) {
    StorcliState.Current was = from.current().get(drive);
    StorcliState.Current wanted = to.current().get(drive);
    boolean waits = from.waits(drive) && to.configured().get(drive).write().equals("WB");
    return wanted != null && !wanted.equals(was) && !waits;
  }

  private Script set(String drive, String setting, String value, boolean perccli) {
    String word = value.equals("AWB") && perccli ? "FWB" : value.equals("NORA") ? "NoRA" : value;
    return Script.empty()
        .runUnless(
            "Fail",
            tool.map(List::of).orElse(perccli ? PERCCLI : STORCLI),
            List.of("/c" + controller + "/v" + drive, "set", WORDS.get(setting) + "=" + word));
  }

  /** The knobs of the chosen drives, and what each is to be. */
  Map<Knob, String> claims(Map<String, String> wanted) {
    Map<Knob, String> claims = new TreeMap<>();
    for (String drive : chosen) {
      wanted.forEach((name, value) -> claims.put(Knob.of(place(drive) + WORDS.get(name)), value));
    }
    return claims;
  }

  private String place(String drive) {
    return "storcli:/c" + controller + "/v" + drive + ":";
  }

  Map<String, Knob> knobs(StorcliState state, Set<String> settings) {
    Map<String, Knob> knobs = new TreeMap<>();
    state
        .configured()
        .forEach(
            (drive, setting) -> {
              for (String name : settings) {
                if (!setting.get(name).isEmpty()) {
                  knobs.put(
                      "configured." + drive + "." + name, Knob.of(place(drive) + WORDS.get(name)));
                }
              }
              if (settings.contains("write") && state.current().containsKey(drive)) {
                knobs.put("current." + drive + ".write", Knob.of(place(drive) + "current"));
              }
            });
    return knobs;
  }
}
