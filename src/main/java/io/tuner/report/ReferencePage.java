package io.tuner.report;

import io.tuner.bench.Benchmark;
import io.tuner.bench.Observer;
import io.tuner.bench.Settings;
import io.tuner.load.Fragment;
import io.tuner.resource.Binder;
import io.tuner.resource.Context;
import io.tuner.resource.Described;
import io.tuner.resource.Leaves;
import io.tuner.resource.Settles;
import io.tuner.text.Diagnostics;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reference of the types, made from their annotations: Markdown that reads as plain text. */
public final class ReferencePage {

  private static final int WIDTH = 100;

  private ReferencePage() {}

  /** The types, the actions, the benchmarks and the observers, a line each. */
  public static String list(
      Collection<Described> all,
      Collection<Described> benchmarks,
      Collection<Described> observers) {
    int width =
        Stream.of(all, benchmarks, observers)
            .flatMap(Collection::stream)
            .mapToInt(d -> d.name().length())
            .max()
            .orElse(0);
    String actions = lines(all, true, width);
    String measured = lines(benchmarks, false, width);
    String watched = lines(observers, false, width);
    return lines(all, false, width)
        + (actions.isEmpty() ? "" : "\nonly under `handlers`:\n" + actions)
        + (measured.isEmpty() ? "" : "\nonly under `benchmarks`:\n" + measured)
        + (watched.isEmpty() ? "" : "\nonly under `observe` of a benchmark:\n" + watched)
        + "\n`tuner doc TYPE` tells a type's parameters\n";
  }

  /** The page of one type. */
  public static String page(Described described) {
    StringBuilder out = new StringBuilder();
    out.append("# ").append(described.name()).append("\n\n");
    out.append(wrap(described.type().summary(), "")).append('\n');
    place(described).ifPresent(text -> out.append('\n').append(wrap(text, "")).append('\n'));
    out.append("\n## Example\n\n").append(indented(example(described))).append('\n');
    if (!described.parameters().isEmpty()) {
      out.append("\n## Parameters\n\n");
      described.parameters().forEach(p -> out.append(parameter(p)));
    }
    if (described.isResource()) {
      out.append("\n## State\n\n").append(state(described));
    }
    if (!described.type().guide().isBlank()) {
      out.append("\n## Notes\n\n").append(guide(described)).append('\n');
    }
    return out.toString();
  }

  /** Where it stands; empty for what stands under {@code tasks}. */
  private static Optional<String> place(Described described) {
    if (described.isAction()) {
      return Optional.of("An action: it stands under `handlers`, not under `tasks`.");
    }
    if (described.record() == Settings.class) {
      return Optional.of("These stand under `benchmarks`, beside the type of each entry.");
    }
    if (Benchmark.class.isAssignableFrom(described.record())) {
      return Optional.of(
          "A benchmark: it stands under `benchmarks`, with the keys of `tuner doc benchmark` beside it.");
    }
    return Observer.class.isAssignableFrom(described.record())
        ? Optional.of(
            "An observer: it stands under `observe` of a benchmark, by its name alone where it is to "
                + "have no parameters.")
        : Optional.empty();
  }

  /** An entry as a playbook would have it, of the examples of the parameters. */
  static String example(Described described) {
    boolean beside = described.record() == Settings.class;
    String head =
        beside
            ? "- fio: {filename: /data/1/fio, rw: randread, bs: 4k, size: 8G}"
            : "- " + described.name() + ":";
    String indent = beside ? "  " : "    ";
    List<String> lines =
        described.type().example().isEmpty()
            ? lines(fitting(described))
            : described.type().example().strip().lines().toList();
    return lines.isEmpty()
        ? "- " + described.name() + ": {}"
        : head + "\n" + indent + String.join("\n" + indent, lines);
  }

  /** Those that go together: of parameters that exclude each other the first. */
  private static List<Described.Named> fitting(Described described) {
    List<Described.Named> shown =
        described.parameters().stream().filter(p -> !p.annotation().example().isEmpty()).toList();
    List<Described.Named> kept =
        new ArrayList<>(shown.stream().filter(p -> p.annotation().required()).toList());
    for (Described.Named parameter : shown) {
      List<Described.Named> more =
          shown.stream().filter(p -> kept.contains(p) || p.equals(parameter)).toList();
      if (faults(described, more) <= faults(described, kept)) {
        kept.clear();
        kept.addAll(more);
      }
    }
    return kept;
  }

  private static int faults(Described described, List<Described.Named> parameters) {
    Diagnostics diagnostics = new Diagnostics();
    Fragment.read(parameters.isEmpty() ? "{}" : String.join("\n", lines(parameters)) + "\n")
        .ifPresent(task -> Binder.bind(described, task, diagnostics));
    return diagnostics.sorted().size();
  }

  private static List<String> lines(List<Described.Named> parameters) {
    return parameters.stream()
        .flatMap(p -> exampleLines(p.name(), p.annotation().example()).stream())
        .toList();
  }

  private static List<String> exampleLines(String name, String example) {
    List<String> lines = example.strip().lines().toList();
    return lines.size() == 1
        ? List.of(name + ": " + lines.get(0))
        : Stream.concat(Stream.of(name + ":"), lines.stream().map(line -> "  " + line)).toList();
  }

  private static String parameter(Described.Named parameter) {
    ParameterForm form = ParameterForm.of(parameter);
    String fallback = parameter.annotation().byDefault();
    String presence =
        parameter.annotation().required()
            ? "; required"
            : fallback.isEmpty() ? "" : "; default: `" + fallback + "`";
    String head = "- `" + parameter.name() + "` (" + form.words() + presence + ")";
    return wrap(head, "  ") + "\n  " + wrap(parameter.annotation().value(), "  ") + "\n";
  }

  private static String state(Described described) {
    StringBuilder out = new StringBuilder();
    for (RecordComponent component : described.state().getRecordComponents()) {
      if (!component.isAnnotationPresent(Context.class)) {
        out.append("- `").append(component.getName()).append("` ");
        out.append(settles(Leaves.settles(described.state(), component.getName()))).append('\n');
      }
    }
    return out.toString();
  }

  private static String settles(Settles.When when) {
    return switch (when) {
      case NOW -> "settles at once";
      case RESTART -> "settles when its service starts again; pending until then";
      case BOOT -> "settles at the next boot; pending until then";
      case NEVER -> "does not settle, for a reason that the plan tells";
    };
  }

  /** Paragraphs are wrapped; lists, tables and examples stay as they are. */
  private static String guide(Described described) {
    return Stream.of(described.type().guide().strip().split("\n\\s*\n"))
        .map(part -> part.lines().allMatch(ReferencePage::isProse) ? wrap(part, "") : part)
        .collect(Collectors.joining("\n\n"));
  }

  private static boolean isProse(String line) {
    return !line.startsWith(" ") && !line.startsWith("-") && !line.startsWith("|");
  }

  private static String lines(Collection<Described> all, boolean actions, int width) {
    return all.stream()
        .filter(described -> described.isAction() == actions)
        .map(d -> String.format("%-" + width + "s  %s%n", d.name(), d.type().summary()))
        .collect(Collectors.joining());
  }

  private static String indented(String text) {
    return text.lines().map(line -> "    " + line).collect(Collectors.joining("\n"));
  }

  private static String wrap(String text, String indent) {
    StringBuilder out = new StringBuilder();
    int column = indent.length();
    for (String word : text.strip().split("\\s+")) {
      if (out.length() > 0 && column + 1 + word.length() > WIDTH) {
        out.append('\n').append(indent);
        column = indent.length();
      } else if (out.length() > 0) {
        out.append(' ');
        column++;
      }
      out.append(word);
      column += word.length();
    }
    return out.toString();
  }
}
