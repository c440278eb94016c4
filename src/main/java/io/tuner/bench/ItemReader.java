package io.tuner.bench;

import io.tuner.bench.statistics.Expectation;
import io.tuner.bench.statistics.Expectations;
import io.tuner.bench.statistics.Metric;
import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Durations;
import io.tuner.text.Span;
import io.tuner.text.Suggestion;
import io.tuner.text.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the entries of a play's {@code benchmarks}; every fault is told at its place. */
public final class ItemReader {

  private static final Described SETTINGS = Described.of(Settings.class);
  private static final int MOST_RUNS = 1000;

  private final Map<String, String> environment;
  private final Diagnostics diagnostics;

  private ItemReader(Map<String, String> environment, Diagnostics diagnostics) {
    this.environment = environment;
    this.diagnostics = diagnostics;
  }

  /**
   * The entries that have no fault, in order.
   *
   * @param environment that of the play
   */
  public static List<Item> read(
      List<Tree> entries, Map<String, String> environment, Diagnostics diagnostics) {
    List<Item> items = new ArrayList<>();
    Map<List<Object>, Item> named = new HashMap<>();
    for (Tree entry : entries) {
      Diagnostics own = new Diagnostics();
      Optional<Item> read = new ItemReader(environment, own).item(entry);
      own.sorted().forEach(diagnostics::add);
      read.ifPresent(
          item -> {
            items.add(item);
            Item first = named.putIfAbsent(List.of(item.name(), item.settings().labels()), item);
            if (first != null) {
              diagnostics.add(
                  Diagnostic.error(
                          item.span(),
                          "a second benchmark `"
                              + item.name()
                              + "`; the first is at "
                              + first.span())
                      .hint("reports and stored runs know them by name: give one another `name`"));
            }
          });
    }
    return items;
  }

  private Optional<Item> item(Tree entry) {
    if (!(entry instanceof Tree.Mapping mapping)) {
      diagnostics.add(
          Diagnostic.error(entry.span(), "a benchmark is a mapping, not " + entry.describe())
              .hint("name its type: `- fio: {…}`; it is one of " + types()));
      return Optional.empty();
    }
    List<Tree.Entry> found = new ArrayList<>();
    List<Tree.Entry> settings = new ArrayList<>();
    boolean misspelt = false;
    for (Tree.Entry one : mapping.entries()) {
      String key = one.key().text();
      if (SETTINGS.takes(key)) {
        settings.add(one);
      } else if (Benchmarks.find(key).isPresent()) {
        found.add(one);
      } else {
        unknown(one.key());
        misspelt = true;
      }
    }
    if (found.isEmpty() && misspelt) {
      // The key that is not known is probably the type: its fault is told.
      Binder.bind(SETTINGS, new Tree.Mapping(mapping.span(), settings), diagnostics);
      return Optional.empty();
    }
    if (found.size() != 1) {
      diagnostics.add(
          Diagnostic.error(
                  found.isEmpty() ? mapping.span() : found.get(1).key().span(),
                  found.isEmpty()
                      ? "this benchmark has no type"
                      : "a benchmark has one type; this one has `"
                          + found.get(0).key().text()
                          + "` and `"
                          + found.get(1).key().text()
                          + "`")
              .hint("it is one of " + types()));
      return Optional.empty();
    }
    Tree.Entry type = found.get(0);
    Described described = Benchmarks.find(type.key().text()).orElseThrow();
    Optional<Record> benchmark = Binder.bind(described, type.value(), diagnostics);
    Tree.Mapping rest = new Tree.Mapping(mapping.span(), settings);
    Optional<Record> bound = Binder.bind(SETTINGS, rest, diagnostics);
    if (benchmark.isEmpty() || bound.isEmpty()) {
      return Optional.empty();
    }
    return item(type.key(), (Benchmark) benchmark.get(), (Settings) bound.get(), rest);
  }

  private Optional<Item> item(
      Tree.Scalar type, Benchmark benchmark, Settings settings, Tree.Mapping written) {
    within("repeat", settings.repeat(), 1, written);
    within("warmup", settings.warmup(), 0, written);
    Optional<Duration> settle = duration("settle", Optional.of(settings.settle()), written);
    Optional<Duration> timeout = duration("timeout", settings.timeout(), written);
    new ItemRules(benchmark, settings, timeout, written, diagnostics).check();
    Optional<ReferenceSource> reference =
        settings
            .reference()
            .flatMap(
                tree ->
                    ReferenceSource.read(
                        tree, benchmark, settings.observe().isPresent(), diagnostics));
    Item item =
        new Item(
            type.span(),
            type.text(),
            benchmark,
            settle.orElse(Duration.ZERO),
            timeout,
            reference,
            settings.expect().map(tree -> expected(tree, benchmark, settings)).orElse(List.of()),
            settings
                .observe()
                .map(tree -> ObserverReader.read(tree, diagnostics))
                .orElse(List.of()),
            environment,
            settings);
    benchmark
        .overBudget(item.runs() * item.blocks())
        .ifPresent(why -> diagnostics.error(type.span(), why));
    return diagnostics.hasErrors() ? Optional.empty() : Optional.of(item);
  }

  /** What is watched beside it has names that only a host can tell. */
  private List<Expectation> expected(Tree tree, Benchmark benchmark, Settings settings) {
    Optional<List<Metric>> told = benchmark.tells();
    boolean open = told.isEmpty() || settings.observe().isPresent();
    return Expectations.read(tree, told.orElse(List.of()), open, diagnostics);
  }

  private void within(String key, int value, int least, Tree.Mapping written) {
    if (value < least || value > MOST_RUNS) {
      diagnostics.error(
          span(key, written),
          "`"
              + key
              + "` is a number of runs from "
              + least
              + " to "
              + MOST_RUNS
              + ", not "
              + value);
    }
  }

  private Optional<Duration> duration(String key, Optional<String> text, Tree.Mapping written) {
    try {
      return text.map(Durations::parse);
    } catch (IllegalArgumentException e) {
      diagnostics.error(span(key, written), "`" + key + "`: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static Span span(String key, Tree.Mapping written) {
    return written.get(key).map(Tree::span).orElse(written.span());
  }

  private void unknown(Tree.Scalar key) {
    List<String> known = new ArrayList<>(SETTINGS.parameterNames());
    Benchmarks.all().forEach(type -> known.add(type.name()));
    Diagnostic error =
        Diagnostic.error(key.span(), "unknown key `" + key.text() + "` of a benchmark");
    diagnostics.add(
        Suggestion.didYouMean(key.text(), known)
            .map(error::note)
            .orElse(error)
            .hint(
                "its type is one of "
                    + types()
                    + "; beside it stand "
                    + String.join(", ", SETTINGS.parameterNames())));
  }

  private static String types() {
    return String.join(", ", Benchmarks.all().stream().map(Described::name).toList());
  }
}
