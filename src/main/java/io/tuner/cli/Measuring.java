package io.tuner.cli;

import io.tuner.bench.Assessment;
import io.tuner.bench.Item;
import io.tuner.bench.ItemReader;
import io.tuner.bench.ReferenceSource;
import io.tuner.bench.Surroundings;
import io.tuner.host.Become;
import io.tuner.load.Expansion;
import io.tuner.load.Loaded;
import io.tuner.load.Play;
import io.tuner.report.RunReport;
import io.tuner.resources.StorcliCache;
import io.tuner.rollout.Measurement;
import io.tuner.rollout.PlaybookPlanner;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** From the benchmarks a playbook declares to what a run measures. */
final class Measuring {

  private Measuring() {}

  /** Says what is wrong with benchmarks, as far as it can be seen without facts. */
  static void check(Loaded loaded, Diagnostics diagnostics) {
    Set<String> told = new LinkedHashSet<>();
    for (Play play : loaded.plays()) {
      if (play.benchmarks().isEmpty()) {
        continue;
      }
      for (String host : play.hosts()) {
        List<Tree> entries =
            loaded.expand(play, host, Optional.empty(), Map.of(), new Diagnostics()).benchmarks();
        Diagnostics own = new Diagnostics();
        List<Item> items = ItemReader.read(entries, Map.of(), own);
        if (!loaded.inventory().standsIn() && !loaded.inventory().isIncomplete()) {
          items.forEach(item -> hosts(item, loaded, play, own));
        }
        for (Diagnostic one : own.sorted()) {
          if (told.add(one.render())) {
            diagnostics.add(one);
          }
        }
      }
    }
  }

  /** Load hosts and hosts of a reference are hosts of the inventory. */
  private static void hosts(Item item, Loaded loaded, Play play, Diagnostics diagnostics) {
    List<String> known = loaded.inventory().hosts();
    item.settings()
        .on()
        .filter(on -> !known.contains(on))
        .ifPresent(
            on ->
                diagnostics.add(
                    Diagnostic.error(item.span(), "`on: " + on + "` is no host of the inventory")
                        .hint("add it to the inventory; a load host needs no play of its own")));
    if (item.reference().isPresent()
        && item.reference().get() instanceof ReferenceSource.Hosts source) {
      for (String other :
          loaded.inventory().matching(source.pattern(), source.span(), diagnostics)) {
        // Of a host of the play itself all is checked, and facts may be awaited.
        if (!play.hosts().contains(other)) {
          rendered(loaded, play, other, item, diagnostics);
        }
      }
    }
  }

  /** A benchmark as a host has it that others are measured against. */
  private static Optional<Item> rendered(
      Loaded loaded, Play play, String other, Item item, Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    Expansion expansion = loaded.benchmark(play, other, item.span(), own);
    List<Item> read = ItemReader.read(expansion.benchmarks(), expansion.environment(), own);
    for (Diagnostic one : own.sorted()) {
      String where = "on `" + other + "`, which it is measured against: ";
      diagnostics.add(
          new Diagnostic(
              one.severity(),
              one.span(),
              where + one.message(),
              one.note(),
              one.hint().or(() -> Optional.of("that host runs it with its own variables"))));
    }
    return read.stream().findFirst();
  }

  /** The stored runs that what is going to be measured is compared with. */
  static StoredBaselines stored(
      Loaded loaded, TagOptions tags, Optional<String> against, Diagnostics diagnostics)
      throws Stop, IOException {
    Map<String, List<Item>> items = new LinkedHashMap<>();
    boolean whole = true;
    for (Play play : loaded.plays()) {
      for (String host : play.hosts()) {
        List<Tree> entries =
            loaded.expand(play, host, Optional.empty(), Map.of(), new Diagnostics()).benchmarks();
        whole &= entries.size() == play.benchmarks().size();
        if (entries.isEmpty()) {
          continue;
        }
        ItemReader.read(entries, Map.of(), new Diagnostics()).stream()
            .filter(item -> chosen(item, tags))
            .forEach(item -> items.computeIfAbsent(host, h -> new ArrayList<>()).add(item));
      }
    }
    return StoredBaselines.read(items, whole, against, diagnostics);
  }

  /** The same for who measures: no run is measured against one that is not there. */
  static StoredBaselines stored(
      Console console, Loaded loaded, TagOptions tags, Optional<String> against)
      throws Stop, IOException {
    Diagnostics diagnostics = new Diagnostics();
    StoredBaselines stored = stored(loaded, tags, against, diagnostics);
    if (diagnostics.hasErrors()) {
      throw Stop.usage(diagnostics);
    }
    diagnostics.sorted().forEach(warning -> console.err().print(warning.render()));
    return stored;
  }

  /** What a run measures. */
  static Measurement of(
      Loaded loaded, PlaybookPlanner planner, Reach reach, TagOptions tags, StoredBaselines stored)
      throws Stop, IOException {
    List<Map<String, List<Item>>> plays = new ArrayList<>();
    for (Map<String, Expansion> play : planner.expansions()) {
      Map<String, List<Item>> hosts = new LinkedHashMap<>();
      for (Map.Entry<String, Expansion> host : play.entrySet()) {
        List<Tree> entries = host.getValue().benchmarks();
        // A play without benchmarks does not load what reads them.
        if (!entries.isEmpty()) {
          hosts.put(
              host.getKey(),
              ItemReader.read(entries, host.getValue().environment(), planner.diagnostics())
                  .stream()
                  .filter(item -> chosen(item, tags))
                  .toList());
        }
      }
      plays.add(hosts);
    }
    List<Item> items =
        plays.stream().flatMap(hosts -> hosts.values().stream()).flatMap(List::stream).toList();
    for (Item item : items) {
      if (item.reference().isPresent()
          && item.reference().get() instanceof ReferenceSource.Run run) {
        stored.report(run.run());
      }
    }
    Assessment assessment =
        new Assessment(
            source ->
                loaded.inventory().matching(source.pattern(), source.span(), planner.diagnostics()),
            stored::rows,
            stored.against().map(StoredBaselines::rows));
    Set<String> others = new LinkedHashSet<>();
    items.forEach(item -> item.settings().on().ifPresent(others::add));
    Map<List<Object>, Item> references = new LinkedHashMap<>();
    for (int play = 0; play < plays.size(); play++) {
      Map<String, List<Item>> hosts = plays.get(play);
      for (Item item : hosts.values().stream().flatMap(List::stream).toList()) {
        for (String other : assessment.hosts(item)) {
          others.add(other);
          List<Object> key = List.of(play, other, item.span());
          Optional<Item> own =
              hosts.containsKey(other)
                  ? hosts.get(other).stream().filter(i -> i.span().equals(item.span())).findFirst()
                  : references.containsKey(key)
                      ? Optional.of(references.get(key))
                      : rendered(
                          loaded, loaded.plays().get(play), other, item, planner.diagnostics());
          own.ifPresent(known -> references.put(key, known));
          own.flatMap(known -> known.settings().on()).ifPresent(others::add);
        }
      }
    }
    reach.besides(others, loaded);
    Map<String, Become> becomes = reach.becomes();
    return new Measurement(
        plays,
        reach::session,
        host -> Optional.ofNullable(planner.become(host)).orElse(becomes.get(host)),
        assessment,
        surroundings(planner, stored.against()),
        (play, host, item) -> Optional.ofNullable(references.get(List.of(play, host, item.span()))),
        reach.watch());
  }

  private static Surroundings surroundings(PlaybookPlanner planner, Optional<RunReport> baseline) {
    Map<String, List<StorcliCache>> controllers = new LinkedHashMap<>();
    for (Map<String, Expansion> play : planner.expansions()) {
      play.forEach(
          (host, expansion) ->
              expansion.instances().stream()
                  .flatMap(instance -> instance.resource().stream())
                  .filter(StorcliCache.class::isInstance)
                  .map(StorcliCache.class::cast)
                  .forEach(
                      task -> controllers.computeIfAbsent(host, h -> new ArrayList<>()).add(task)));
    }
    Surroundings surroundings = new Surroundings(host -> controllers.getOrDefault(host, List.of()));
    baseline.ifPresent(
        report -> {
          report.environments().forEach(surroundings::baseline);
          if (!report.run().dryRun()) {
            report.run().hosts().forEach(h -> surroundings.changed(h.host(), h.changedTypes()));
          }
        });
    return surroundings;
  }

  private static boolean chosen(Item item, TagOptions tags) {
    List<String> own = item.settings().tags();
    boolean wanted = tags.tags.isEmpty() || own.stream().anyMatch(tags.tags::contains);
    return wanted && own.stream().noneMatch(tags.skipTags::contains);
  }
}
