package io.tuner.bench;

import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.resources.YamlTree;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.List;

/** Benchmarks as a playbook has them. */
final class Bound {

  private Bound() {}

  /** The one that a text says: {@code fio: {…}}. */
  static Benchmark of(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Tree.Entry entry = entry(text);
    return Binder.bind(type(entry), entry.value(), diagnostics)
        .map(Benchmark.class::cast)
        .orElseThrow(() -> new AssertionError(shown(diagnostics)));
  }

  /** What is wrong with it: {@code 1:20: …}. */
  static List<String> problems(String text) {
    Diagnostics diagnostics = new Diagnostics();
    Tree.Entry entry = entry(text);
    Binder.bind(type(entry), entry.value(), diagnostics);
    return shown(diagnostics);
  }

  private static Tree.Entry entry(String text) {
    return ((Tree.Mapping) YamlTree.parse("play.yml", text)).entries().get(0);
  }

  private static Described type(Tree.Entry entry) {
    return Benchmarks.find(entry.key().text()).orElseThrow();
  }

  private static List<String> shown(Diagnostics diagnostics) {
    return diagnostics.sorted().stream().map(Bound::shown).toList();
  }

  private static String shown(Diagnostic one) {
    return one.span().line() + ":" + one.span().column() + ": " + one.message();
  }
}
