package io.tuner.load;

import io.tuner.format.Refusal;
import io.tuner.format.TunedKnobs;
import io.tuner.format.TunedMerge;
import io.tuner.format.TunedProfiles;
import io.tuner.resource.Knob;
import io.tuner.resource.Resource;
import io.tuner.resource.Writer;
import io.tuner.resources.TunedIsolation;
import io.tuner.resources.TunedProfile;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TuneD profiles of a directory, which a playbook is checked against: what a task sets, and a
 * profile sets otherwise, is an error that names both. Where a task of a host chooses a profile,
 * that one counts, as the task makes it; else every profile that is given.
 */
public final class GivenProfiles {

  private static final Pattern DISK = Pattern.compile("/sys/block/([^/]+)/.*");
  private static final Pattern CPU = Pattern.compile("/sys/devices/system/cpu/cpu(\\d{1,6})/.*");
  private static final Pattern LINK = Pattern.compile("(?:ethtool:|/sys/class/net/)([^/:]+)[/:].*");
  private static final long LARGEST = 1 << 20;

  private final Path directory;
  private final TunedProfiles given;
  private final Diagnostics diagnostics;
  private final Set<String> said = new HashSet<>();

  private GivenProfiles(Path directory, TunedProfiles given, Diagnostics diagnostics) {
    this.directory = directory;
    this.given = given;
    this.diagnostics = diagnostics;
  }

  /**
   * Checks every host of a playbook.
   *
   * @param directory holds {@code NAME/tuned.conf} and files of variables, as /etc/tuned does
   */
  public static void check(Path directory, Loaded loaded, Diagnostics diagnostics) {
    try {
      TunedProfiles given = read(directory);
      if (given.names().isEmpty()) {
        refuse(directory, "holds no profile", diagnostics);
        return;
      }
      new GivenProfiles(directory, given, diagnostics).check(loaded);
    } catch (IOException e) {
      refuse(directory, "cannot be read as a directory of TuneD profiles", diagnostics);
    }
  }

  private static void refuse(Path directory, String why, Diagnostics diagnostics) {
    Span span = new Span(new Source("--profiles", directory.toString()), 0, 0, 1);
    diagnostics.add(
        Diagnostic.error(span, "`" + directory + "` " + why)
            .hint("it is laid out as /etc/tuned is: NAME/tuned.conf, NAME-variables.conf"));
  }

  private static TunedProfiles read(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        Path conf = entry.resolve("tuned.conf");
        if (Files.isRegularFile(conf) && Files.size(conf) <= LARGEST) {
          files.put(directory + "/" + entry.getFileName() + "/tuned.conf", text(conf));
        } else if (entry.toString().endsWith(".conf") && Files.size(entry) <= LARGEST) {
          files.put("/etc/tuned/" + entry.getFileName(), text(entry));
        }
      }
    }
    return new TunedProfiles(List.of(directory.toString()), files);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private void check(Loaded loaded) {
    Map<String, List<Instance>> hosts = new LinkedHashMap<>();
    for (Play play : loaded.plays()) {
      for (String host : play.hosts()) {
        List<Instance> all = hosts.computeIfAbsent(host, h -> new ArrayList<>());
        Expansion expansion =
            loaded.expand(play, host, Optional.empty(), Map.of(), new Diagnostics());
        expansion.instances().stream().filter(i -> i.resource().isPresent()).forEach(all::add);
      }
    }
    hosts.values().forEach(this::host);
  }

  private void host(List<Instance> instances) {
    boolean chosen = false;
    for (Instance instance : instances) {
      if (instance.resource().orElseThrow() instanceof TunedProfile task) {
        chosen = true;
        try {
          compare(instances, task.applied(given), task.active(), task.scripts(given));
        } catch (Refusal refusal) {
          say(
              Diagnostic.warning(instance.span(), refusal.getMessage() + " in " + directory)
                  .hint("give it there with those it includes, and tasks are checked against it"));
        }
      }
    }
    for (String name : chosen ? List.<String>of() : given.names()) {
      try {
        compare(instances, given, name, Map.of());
      } catch (Refusal refusal) {
        Span span = new Span(new Source(directory + "/" + name + "/tuned.conf", ""), 0, 0, 1);
        say(
            Diagnostic.warning(
                span, "`" + name + "`: " + refusal.getMessage() + " in " + directory));
      }
    }
  }

  private void compare(
      List<Instance> instances, TunedProfiles profiles, String name, Map<String, String> scripts)
      throws Refusal {
    TunedMerge merge = profiles.merge(List.of(name));
    Map<Knob, TunedKnobs.Setting> sets = new LinkedHashMap<>();
    TunedKnobs.of(merge, devices(instances)).forEach(set -> sets.put(Knob.of(set.knob()), set));
    Optional<TunedIsolation> isolation = TunedIsolation.of(merge, scripts);
    for (Instance instance : instances) {
      isolation
          .flatMap(isolated -> isolated.claim(instance.resource().orElseThrow()))
          .ifPresent(claim -> isolated(instance, claim, name));
      claims(instance)
          .forEach(
              (knob, value) -> {
                TunedKnobs.Setting set = sets.get(knob);
                if (set != null && !set.makes(value).equals(value)) {
                  say(conflict(instance, knob, value, name, set));
                }
              });
    }
  }

  /** A profile that takes isolated CPUs from a task's interrupts or processes. */
  private void isolated(Instance instance, Writer.Claim claim, String profile) {
    String wanted = claim.value();
    String made = claim.makes().apply(wanted);
    if (!made.equals(wanted)) {
      TunedKnobs.Setting set = new TunedKnobs.Setting(claim.knob().name(), made, claim.place());
      say(conflict(instance, claim.knob(), wanted, profile, set));
    }
  }

  private static Diagnostic conflict(
      Instance instance, Knob knob, String value, String profile, TunedKnobs.Setting set) {
    boolean absent = value.equals(Resource.ABSENT);
    return Diagnostic.error(
            instance.span(),
            "`%s` is %s by `%s`, and set to `%s` by the TuneD profile `%s`"
                .formatted(
                    knob,
                    absent ? "taken out" : "set to `" + value + "`",
                    instance.address(),
                    set.makes(value),
                    profile))
        .hint("the profile says so at " + set.place() + "; keep one of them");
  }

  private void say(Diagnostic diagnostic) {
    if (said.add(diagnostic.span() + " " + diagnostic.message())) {
      diagnostics.add(diagnostic);
    }
  }

  private static Map<Knob, String> claims(Instance instance) {
    Resource<?> task = instance.resource().orElseThrow();
    Map<Knob, String> claims = new TreeMap<>(task.claims());
    // Every host has CPU 0, whatever else a task of all CPUs finds.
    task.needs().forEach((knob, v) -> claims.put(Knob.of(knob.name().replace("*", "0")), v));
    return claims;
  }

  /** The devices that tasks name: others cannot conflict. */
  private static TunedKnobs.Devices devices(List<Instance> instances) {
    Set<String> disks = new TreeSet<>();
    Set<String> links = new TreeSet<>();
    Set<Integer> cpus = new TreeSet<>();
    for (Instance instance : instances) {
      for (Knob knob : claims(instance).keySet()) {
        one(DISK, knob).forEach(disks::add);
        one(LINK, knob).forEach(links::add);
        one(CPU, knob).forEach(cpu -> cpus.add(Integer.parseInt(cpu)));
      }
    }
    return new TunedKnobs.Devices(disks, links, cpus, "");
  }

  private static List<String> one(Pattern pattern, Knob knob) {
    Matcher matcher = pattern.matcher(knob.name());
    return matcher.matches() ? List.of(matcher.group(1)) : List.of();
  }
}
