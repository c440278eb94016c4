package io.tuner.resources;

import io.tuner.format.CachePolicy;
import io.tuner.format.Refusal;
import io.tuner.format.Storcli;
import io.tuner.resource.Knob;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How the tool of one controller is asked and told (StorCLI Reference Manual, Broadcom; PERC CLI
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

  private List<List<String>> families() {
    return tool.map(path -> List.of(List.of(path))).orElse(List.of(STORCLI, PERCCLI));
  }

  private boolean perccli(List<String> family) {
    return tool.map(path -> path.replaceFirst(".*/", "").startsWith("perccli"))
        .orElse(family.equals(PERCCLI));
  }

  Probe probe() {
    Probe probe = Probe.NOTHING;
    for (List<String> family : families()) {
      for (String what : List.of("vall", "cv", "bbu")) {
        probe = probe.runFirst(family, show(what), Optional.empty());
      }
    }
    return probe;
  }

  private List<String> show(String what) {
    return List.of("/c" + controller + "/" + what, "show", "all", "J");
  }

  StorcliState parse(Readings readings) throws ProbeFailed {
    for (List<String> family : families()) {
      Reading<Readings.Output> all = readings.runFirst(family, show("vall"), Optional.empty());
      Optional<Readings.Output> output = all.known("the controller's virtual drives");
      if (output.isPresent()) {
        return parse(read(output.get()), family, readings);
      }
    }
    return new StorcliState(Map.of(), Map.of(), StorcliState.Found.nothing(false, ""));
  }

  private static Storcli.Controller read(Readings.Output output) throws ProbeFailed {
    try {
      return Storcli.parse(output.stdout()).controllers().get(0);
    } catch (Refusal unreadable) {
      String words = output.stderr().isBlank() ? unreadable.getMessage() : output.stderr().strip();
      throw new ProbeFailed(
          "cannot read what %s answers (exit %d): %s"
              .formatted(output.tool(), output.exit(), Printable.of(words)));
    }
  }

  private StorcliState parse(Storcli.Controller found, List<String> family, Readings readings)
      throws ProbeFailed {
    Map<String, StorcliState.Setting> configured = new TreeMap<>();
    Map<String, StorcliState.Current> current = new TreeMap<>();
    List<String> caches = new ArrayList<>();
    boolean card = found.model().toLowerCase(Locale.ROOT).contains("warpdrive");
    boolean absent = found.description().matches("(?i).*no controller found.*|.*not found.*");
    if (found.failed() && found.drives().isEmpty() || card) {
      if (!card && !absent && !found.isUnsupported()) {
        throw new ProbeFailed("controller " + controller + ": " + found.reason());
      }
      String why =
          card ? found.model() + " is flash of its own, and is not touched" : found.reason();
      return new StorcliState(Map.of(), Map.of(), StorcliState.Found.nothing(true, why));
    }
    for (Storcli.Drive drive : found.drives()) {
      String number = "" + drive.number();
      if (drive.isCacheDevice()) {
        caches.add(number);
      } else if (chosen.isEmpty() || chosen.contains(number)) {
        CachePolicy policy =
            drive
                .cache()
                .orElseThrow(
                    () ->
                        new ProbeFailed("cannot read the cache policy of virtual drive " + number));
        configured.put(number, setting(drive, policy));
        current.put(number, new StorcliState.Current(policy.write().name()));
      }
    }
    List<Storcli.Pack> packs = packs(found, family, readings);
    String pack =
        packs.isEmpty()
            ? "it has neither battery nor CacheVault that would tell its state"
            : packs.stream()
                .map(p -> p.kind() + " is " + (p.state().isEmpty() ? "unknown" : p.state()))
                .collect(Collectors.joining(", "));
    return new StorcliState(
        configured,
        current,
        new StorcliState.Found(
            true,
            perccli(family),
            "",
            Printable.of(pack),
            packs.stream().anyMatch(Storcli.Pack::isHealthy),
            found.drives().isEmpty()
                ? "none"
                : found.drives().stream()
                    .map(d -> "" + d.number())
                    .collect(Collectors.joining(", ")),
            List.copyOf(caches)));
  }

  /** One that always writes back is set to it, whatever an older tool says of its first setting. */
  private static StorcliState.Setting setting(Storcli.Drive drive, CachePolicy policy) {
    CachePolicy.Write write =
        policy.write() == CachePolicy.Write.AWB
            ? policy.write()
            : drive.initial().orElse(policy.write());
    return new StorcliState.Setting(
        write.name(),
        policy.read().name(),
        policy.direct() ? "direct" : "cached",
        drive.disks().map(disks -> disks.name().toLowerCase(Locale.ROOT)));
  }

  /** What cannot be asked for a pack is no healthy one. */
  private List<Storcli.Pack> packs(
      Storcli.Controller found, List<String> family, Readings readings) {
    List<Storcli.Pack> packs = new ArrayList<>(found.packs());
    for (String what : List.of("cv", "bbu")) {
      Reading<Readings.Output> answer = readings.runFirst(family, show(what), Optional.empty());
      if (answer instanceof Reading.Present<Readings.Output> present) {
        try {
          packs.addAll(Storcli.parse(present.value().stdout()).controllers().get(0).packs());
        } catch (Refusal silent) {
          // A controller that knows no such thing may say so in any words.
        }
      }
    }
    return packs;
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
