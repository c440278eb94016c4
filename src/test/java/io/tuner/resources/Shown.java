package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Leaves;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Step;
import io.tuner.resource.Writer;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** States, plans and scripts as lines of a transcript. */
final class Shown {

  private Shown() {}

  static List<String> leaves(Record state) {
    List<String> out = new ArrayList<>();
    new TreeMap<>(Leaves.of(state)).forEach((path, value) -> out.addAll(leaf(path, value)));
    return out;
  }

  private static List<String> leaf(String path, Object value) {
    List<String> out = new ArrayList<>();
    if (value instanceof Content content) {
      out.add(path + " =");
      out.addAll(Block.show(content));
    } else {
      out.add((path + " = " + Printable.of(value.toString())).stripTrailing());
    }
    return out;
  }

  static List<String> plan(Record from, Record to, Notes notes) {
    List<String> out = new ArrayList<>();
    Map<String, Object> before = Leaves.of(from);
    Map<String, Object> after = Leaves.of(to);
    TreeSet<String> paths = new TreeSet<>(before.keySet());
    paths.addAll(after.keySet());
    for (String path : paths) {
      Object old = before.get(path);
      Object wanted = after.get(path);
      if (java.util.Objects.equals(old, wanted)) {
        continue;
      }
      String line = Leaves.aspect(path) + " " + Leaves.within(path);
      if (wanted == null && notes.disturbed(path).isPresent()) {
        out.add("? " + line + "  " + value(old) + "  (" + notes.disturbed(path).get() + ")");
        continue;
      }
      String mark = old == null ? "+ " : wanted == null ? "- " : "~ ";
      String values =
          old == null
              ? value(wanted)
              : wanted == null ? value(old) : value(old) + " -> " + value(wanted);
      out.add((mark + line + "  " + values + settling(to, path, notes)).stripTrailing());
    }
    notes.warnings().forEach(text -> out.add("warning: " + text));
    for (Risk risk : Risk.values()) {
      if (notes.risks().containsKey(risk)) {
        out.add("risk " + risk.label() + ": " + notes.risks().get(risk));
      }
    }
    return out;
  }

  private static String settling(Record state, String path, Notes notes) {
    Settles.When standard = Leaves.settles(state.getClass(), Leaves.aspect(path));
    Notes.Settling settling =
        notes.settling(path).orElseGet(() -> new Notes.Settling(standard, ""));
    if (settling.when() == Settles.When.NOW) {
      return "";
    }
    String reason = settling.reason().isEmpty() ? "" : ": " + settling.reason();
    return "  (settles " + settling.when().name().toLowerCase(Locale.ROOT) + reason + ")";
  }

  private static String value(Object value) {
    if (value instanceof Content content) {
      return content.bytes().length + " bytes";
    }
    String text = Printable.of(value.toString());
    return text.isEmpty() ? "\"\"" : text;
  }

  static List<String> script(Script script) {
    if (script.impossible().isPresent()) {
      return List.of("impossible: " + script.impossible().get());
    }
    List<String> out = new ArrayList<>();
    script.steps().forEach(step -> out.addAll(step(step)));
    return out;
  }

  private static List<String> step(Step step) {
    List<String> out = new ArrayList<>();
    if (step instanceof Step.Attempt attempt) {
      out.add("attempt");
      attempt.body().forEach(s -> step(s).forEach(line -> out.add("  " + line)));
      out.add("or else");
      attempt.undo().forEach(s -> step(s).forEach(line -> out.add("  " + line)));
      return out;
    }
    if (step instanceof Step.Each each) {
      out.add("each");
      each.steps().forEach(s -> step(s).forEach(line -> out.add("  " + line)));
      return out;
    }
    String shown = step.show();
    if (step instanceof Step.Run run && run.tools().size() > 1) {
      shown += "  (or " + String.join(", ", run.tools().subList(1, run.tools().size())) + ")";
    }
    if (step instanceof Step.ReplaceFile file) {
      shown +=
          ownership(file.ownership())
              + file.check().map(c -> "  checked by " + c.tool()).orElse("");
    } else if (step instanceof Step.MakeDirectory directory) {
      shown += ownership(directory.ownership());
    }
    out.addAll(shown.lines().toList());
    if (step instanceof Step.ReplaceFile file) {
      out.addAll(Block.show(file.content()));
    } else if (step instanceof Step.Request request) {
      new TreeMap<>(request.request().headers()).forEach((k, v) -> out.add("> " + k + ": " + v));
      request.request().body().ifPresent(body -> out.addAll(Block.show(Content.of(body))));
      request
          .otherwise()
          .ifPresent(
              other -> {
                out.add("otherwise, where it is refused for " + other.word());
                other.request().body().ifPresent(b -> out.addAll(Block.show(Content.of(b))));
              });
    }
    return out;
  }

  private static String ownership(Step.Ownership ownership) {
    return ownership.mode().map(m -> "  mode " + m).orElse("")
        + ownership.owner().map(o -> "  owner " + o).orElse("")
        + ownership.group().map(g -> "  group " + g).orElse("");
  }

  static List<String> claims(List<Writer.Claim> claims) {
    return claims.stream()
        .map(c -> c.knob() + " = " + c.value() + "  (" + c.place() + ")")
        .toList();
  }
}
