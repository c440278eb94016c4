package io.tuner.format;

import io.tuner.format.ShellPiece.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Shell files that hold assignments, as {@code /etc/default/grub} with its {@code grub.d/*.cfg}, or
 * {@code /etc/sysconfig/*}: read by the rules of the POSIX shell without running them, and edited
 * so that every byte outside the words concerned stays.
 *
 * <p>Several files are read as one script, in the order the shell sources them. Variables that no
 * file sets are empty. Files that a file sources are not followed. What depends on a command, on
 * control flow or on the shell's own state cannot be known, and is refused.
 */
public final class ShellAssignments {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** Far above any kernel's command line (COMMAND_LINE_SIZE), and a bound for hostile files. */
  private static final int LONGEST = 1 << 16;

  /** A piece in effect: a character, or a reference with the units it stands for. */
  record Unit(ShellPiece piece, ShellAssignment owner, List<Unit> inside, int length, int weight) {}

  /** What a variable holds at the end, or why that cannot be known. */
  record Value(ShellAssignment winner, List<Unit> units, int length, int weight, String doubt) {
    String text() {
      StringBuilder text = new StringBuilder();
      collect(units, text);
      return text.toString();
    }

    private static void collect(List<Unit> units, StringBuilder text) {
      for (Unit unit : units) {
        if (unit.piece.kind() == Kind.LITERAL) {
          text.append(unit.piece.text());
        } else {
          collect(unit.inside, text);
        }
      }
    }
  }

  private final List<String> files;
  private final Map<String, Value> values = new LinkedHashMap<>();
  private final Map<String, Set<String>> mentions = new LinkedHashMap<>();
  private final String broken;

  private ShellAssignments(List<String> files) {
    this.files = List.copyOf(files);
    String failure = "";
    for (int i = 0; i < files.size() && failure.isEmpty(); i++) {
      try {
        ShellFileReader.read(i, files.get(i)).forEach(this::assign);
      } catch (Refusal refusal) {
        failure = refusal.getMessage();
      }
    }
    this.broken = failure;
  }

  /** Reads one file. */
  public static ShellAssignments parse(String file) {
    return new ShellAssignments(List.of(file));
  }

  /** Reads files that the shell sources one after the other. */
  public static ShellAssignments parse(List<String> files) {
    return new ShellAssignments(files);
  }

  /** The text of the first, or only, file. */
  public String text() {
    return files.get(0);
  }

  /** The texts of all files. */
  public List<String> files() {
    return files;
  }

  /** The names set by any assignment, in the order of their last assignments. */
  public Set<String> names() {
    return Collections.unmodifiableSet(values.keySet());
  }

  /**
   * The value a shell that read the files holds; empty where the variable is not set.
   *
   * @throws Refusal if the value cannot be known without running the files
   */
  public Optional<String> effective(String name) throws Refusal {
    return known(name).map(Value::text);
  }

  /**
   * The effective value split into words as the kernel splits them; none where it is not set.
   *
   * @throws Refusal if the value cannot be known without running the files
   */
  public List<String> words(String name) throws Refusal {
    return KernelArguments.parse(effective(name).orElse("")).words();
  }

  /**
   * These files with the words of a variable edited: {@code edit} gets the effective words and
   * gives those wanted. A word is changed where it is written, also in an earlier assignment that
   * the last one refers to; new words at the end go into the assignment that wins; an assignment is
   * added to the first file where there is none. All other bytes stay.
   *
   * @throws Refusal if the value cannot be known, or a word cannot be changed without changing
   *     another variable
   */
  public ShellAssignments withWords(String name, UnaryOperator<List<String>> edit) throws Refusal {
    checkName(name);
    List<String> wanted = List.copyOf(edit.apply(words(name)));
    return new ShellWords(this, name).edited(wanted);
  }

  /** The value at the end where it is known and set. */
  Optional<Value> known(String name) throws Refusal {
    if (!broken.isEmpty()) {
      throw new Refusal(broken);
    }
    Value value = values.get(name);
    if (value != null && !value.doubt.isEmpty()) {
      throw new Refusal("`" + name + "` cannot be known without running the file: " + value.doubt);
    }
    return Optional.ofNullable(value);
  }

  /** Files with a raw range of one of them replaced. */
  ShellAssignments replaced(int file, int start, int end, String text) {
    List<String> changed = new ArrayList<>(files);
    String old = files.get(file);
    changed.set(file, old.substring(0, start) + text + old.substring(end));
    return new ShellAssignments(changed);
  }

  /** Files with an assignment at the end of the first. */
  ShellAssignments added(String name, String rawValue) {
    List<Line> lines = new ArrayList<>(Line.split(files.get(0)));
    Line.insert(lines, lines.size(), name + "=" + rawValue);
    List<String> changed = new ArrayList<>(files);
    changed.set(0, Line.join(lines));
    return new ShellAssignments(changed);
  }

  /**
   * Which variables read differently after an edit of one, though they do not refer to it.
   *
   * @param edited the variables that were to change
   */
  List<String> strangersChanged(ShellAssignments after, String name, Set<String> edited) {
    Set<String> all = new TreeSet<>(values.keySet());
    all.addAll(after.values.keySet());
    all.removeAll(edited);
    return all.stream()
        .filter(other -> !show(other).equals(after.show(other)))
        .filter(other -> !refers(other, name, new TreeSet<>()))
        .toList();
  }

  private boolean refers(String from, String to, Set<String> seen) {
    return from.equals(to)
        || seen.add(from)
            && mentions.getOrDefault(from, Set.of()).stream().anyMatch(n -> refers(n, to, seen));
  }

  private static void mention(List<ShellPiece> pieces, Set<String> names) {
    for (ShellPiece piece : pieces) {
      if (piece.kind() == Kind.REFERENCE || piece.kind() == Kind.CONDITIONAL) {
        names.add(piece.text());
      }
      mention(piece.word(), names);
    }
  }

  private String show(String name) {
    Value value = values.get(name);
    if (value == null) {
      return "unset";
    }
    return value.doubt.isEmpty() ? "=" + value.text() : "?" + value.doubt;
  }

  private void assign(ShellAssignment assignment) {
    String name = assignment.name();
    if (assignment.unset() && assignment.doubt().isEmpty()) {
      values.remove(name);
      return;
    }
    List<Unit> units = new ArrayList<>();
    String doubt = assignment.doubt();
    if (doubt.isEmpty() && assignment.append()) {
      int at = assignment.start();
      ShellPiece self = new ShellPiece(Kind.REFERENCE, at, at, ShellPiece.Quote.NONE, name);
      doubt = expand(List.of(self), assignment, units);
    }
    doubt = doubt.isEmpty() ? expand(assignment.pieces(), assignment, units) : doubt;
    int length = sum(units.stream().mapToLong(Unit::length));
    int weight = sum(units.stream().mapToLong(Unit::weight));
    doubt = doubt.isEmpty() && weight > LONGEST ? "it is too long" : doubt;
    List<Unit> certain = doubt.isEmpty() ? List.copyOf(units) : List.of();
    values.remove(name);
    values.put(name, new Value(assignment, certain, length, weight, doubt));
    mention(assignment.pieces(), mentions.computeIfAbsent(name, key -> new TreeSet<>()));
  }

  private static int sum(LongStream lengths) {
    return (int) Math.min(lengths.sum(), LONGEST + 1L);
  }

  private String expand(List<ShellPiece> pieces, ShellAssignment owner, List<Unit> units) {
    for (ShellPiece piece : pieces) {
      Value value = piece.kind() == Kind.LITERAL ? null : values.get(piece.text());
      String doubt = "";
      if (piece.kind() == Kind.DYNAMIC) {
        doubt = "it holds " + piece.text();
      } else if (value != null && !value.doubt.isEmpty()) {
        doubt = "it refers to `" + piece.text() + "`, and " + value.doubt;
      } else if (piece.kind() == Kind.LITERAL) {
        units.add(new Unit(piece, owner, List.of(), 1, 1));
      } else if (piece.kind() == Kind.REFERENCE) {
        units.add(reference(piece, owner, value));
      } else {
        boolean holds = value != null && (!piece.operator().startsWith(":") || value.length > 0);
        if (holds != piece.operator().endsWith("-")) {
          doubt = expand(piece.word(), owner, units);
        } else if (holds) {
          units.add(reference(piece, owner, value));
        }
      }
      if (!doubt.isEmpty()) {
        return doubt;
      }
    }
    return "";
  }

  private static Unit reference(ShellPiece piece, ShellAssignment owner, Value value) {
    return value == null
        ? new Unit(piece, owner, List.of(), 0, 1)
        : new Unit(piece, owner, value.units, value.length, value.weight + 1);
  }

  private static void checkName(String name) throws Refusal {
    if (!NAME.matcher(name).matches()) {
      throw new Refusal("`" + name + "` is no name of a shell variable");
    }
  }
}
