package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where the value comes from that a host is measured against. */
public sealed interface ReferenceSource {

  /** What reports call it. */
  String label();

  /**
   * Other hosts, which run the same benchmark once.
   *
   * @param pattern of hosts
   * @param span where it stands
   */
  record Hosts(String label, String pattern, Span span) implements ReferenceSource {}

  /**
   * A stored run.
   *
   * @param run its name, or the beginning of it
   * @param span where it stands
   */
  record Run(String label, String run, Span span) implements ReferenceSource {}

  /**
   * Values that are written in the playbook.
   *
   * @param values each with the point of the matrix it is for
   */
  record Values(String label, List<Literal> values) implements ReferenceSource {}

  /**
   * Values of one point of the matrix.
   *
   * @param cell parameters that a cell must have; none: it is for all cells
   * @param values by metric
   */
  record Literal(Map<String, String> cell, Map<String, Double> values) {

    boolean isFor(Cell other) {
      return other.values().entrySet().containsAll(cell.entrySet());
    }
  }

  /**
   * Reads what a playbook says.
   *
   * @param benchmark that is measured against it
   * @param observed true where observers tell further metrics
   */
  static Optional<ReferenceSource> read(
      Tree tree, Benchmark benchmark, boolean observed, Diagnostics diagnostics) {
    if (!(tree instanceof Tree.Mapping mapping)) {
      diagnostics.add(
          Diagnostic.error(tree.span(), "`reference` takes a mapping, not " + tree.describe())
              .hint(FORMS));
      return Optional.empty();
    }
    Map<String, Tree> given = new LinkedHashMap<>();
    for (Tree.Entry entry : mapping.entries()) {
      String key = entry.key().text();
      if (!List.of("label", "hosts", "run", "values").contains(key)) {
        diagnostics.add(
            Diagnostic.error(entry.key().span(), "unknown key `" + key + "` of `reference`")
                .hint(FORMS));
        return Optional.empty();
      }
      given.put(key, entry.value());
    }
    Tree label = given.remove("label");
    if (given.size() != 1 || label != null && !(label instanceof Tree.Scalar)) {
      diagnostics.add(
          Diagnostic.error(tree.span(), "`reference` takes one of hosts, run and values")
              .hint(FORMS));
      return Optional.empty();
    }
    Map.Entry<String, Tree> source = given.entrySet().iterator().next();
    Optional<String> named = Optional.ofNullable(label).map(text -> ((Tree.Scalar) text).text());
    if (source.getKey().equals("values")) {
      List<Literal> literals =
          ReferenceValues.read(source.getValue(), benchmark, observed, diagnostics);
      return Optional.of(new Values(named.orElse("reference"), literals));
    }
    if (!(source.getValue() instanceof Tree.Scalar text)) {
      diagnostics.error(
          source.getValue().span(),
          "`" + source.getKey() + "` takes one value, not " + source.getValue().describe());
      return Optional.empty();
    }
    return Optional.of(
        source.getKey().equals("hosts")
            ? new Hosts(named.orElse(text.text()), text.text(), text.span())
            : new Run(named.orElse(text.text()), text.text(), text.span()));
  }

  /** How it may be written. */
  String FORMS =
      "`{hosts: x86}`, `{run: RUN}` or `{label: X86, values: {tpmC: 438783}}`; values may be a list, "
          + "as in `[{terminals: 200, tpmC: 438783}, {terminals: 400, tpmC: 365412}]`";
}
