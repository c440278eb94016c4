package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A boot entry file of the Boot Loader Specification, {@code /boot/loader/entries/*.conf}: a key, a
 * blank and a value on each line.
 *
 * <p>Several {@code options} lines add up. On Fedora and RHEL they may refer to variables of GRUB's
 * environment: {@code $kernelopts}, {@code $tuned_params}.
 */
public final class BootEntry {
  private static final Pattern KEY = Pattern.compile("(\\s*)([A-Za-z][A-Za-z0-9_-]*)([ \\t]*)(.*)");
  private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)\\}|(\\w+))");

  private final List<Line> lines;

  private BootEntry(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /** Reads a file. */
  public static BootEntry parse(String text) {
    return new BootEntry(Line.split(text));
  }

  /** The file. */
  public String text() {
    return Line.join(lines);
  }

  /** The first value of a key: title, version, linux, initrd, … */
  public Optional<String> get(String key) {
    for (Line line : lines) {
      Matcher matcher = KEY.matcher(line.text());
      if (matcher.matches() && matcher.group(2).equals(key)) {
        return Optional.of(matcher.group(4).strip());
      }
    }
    return Optional.empty();
  }

  /** The words of all options lines, variables as they stand. */
  public List<String> options() {
    List<String> options = new ArrayList<>();
    for (int i : optionLines()) {
      options.addAll(KernelArguments.parse(value(i)).words());
    }
    return options;
  }

  /** The options with GRUB's variables put in; those that are not set are empty. */
  public List<String> options(Map<String, String> variables) {
    String line =
        VARIABLE
            .matcher(String.join(" ", options()))
            .replaceAll(
                name -> {
                  String variable = name.group(1) == null ? name.group(2) : name.group(1);
                  return Matcher.quoteReplacement(variables.getOrDefault(variable, ""));
                });
    return KernelArguments.parse(line).words();
  }

  /**
   * This file with its options edited: {@code edit} gets the words of all options lines and gives
   * those wanted. Lines without a changed word stay as they are; words new at the end go to the
   * last options line, or a line of their own where there is none.
   */
  public BootEntry withOptions(UnaryOperator<List<String>> edit) {
    List<String> wanted = List.copyOf(edit.apply(options()));
    List<Line> changed = new ArrayList<>(lines);
    List<Integer> indexes = optionLines();
    if (indexes.isEmpty()) {
      if (!wanted.isEmpty()) {
        Line.insert(changed, changed.size(), "options " + String.join(" ", wanted));
      }
      return new BootEntry(changed);
    }
    Map<Integer, List<String>> shares = shares(indexes, wanted);
    for (int i : indexes) {
      if (!shares.get(i).equals(KernelArguments.parse(value(i)).words())) {
        Matcher matcher = matched(i);
        String gap = matcher.group(3).isEmpty() ? " " : matcher.group(3);
        String start = matcher.group(1) + matcher.group(2) + gap;
        changed.set(i, changed.get(i).withText(start + String.join(" ", shares.get(i))));
      }
    }
    return new BootEntry(changed);
  }

  /** Deals wanted words to lines: to their own, new ones to that of the word before. */
  private Map<Integer, List<String>> shares(List<Integer> indexes, List<String> wanted) {
    Map<Integer, List<String>> shares = new LinkedHashMap<>();
    List<Integer> lineOfWord = new ArrayList<>();
    for (int index : indexes) {
      shares.put(index, new ArrayList<>());
      KernelArguments.parse(value(index)).words().forEach(word -> lineOfWord.add(index));
    }
    int[] origins = new WordAlignment(options(), wanted).origins();
    int lastKept = wanted.size() - 1;
    while (lastKept >= 0 && origins[lastKept] < 0) {
      lastKept--;
    }
    int line = indexes.get(0);
    for (int i = 0; i < wanted.size(); i++) {
      line = origins[i] >= 0 ? lineOfWord.get(origins[i]) : line;
      shares.get(i > lastKept ? indexes.get(indexes.size() - 1) : line).add(wanted.get(i));
    }
    return shares;
  }

  private List<Integer> optionLines() {
    List<Integer> indexes = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher matcher = matched(i);
      if (matcher.matches() && matcher.group(2).equals("options")) {
        indexes.add(i);
      }
    }
    return indexes;
  }

  private String value(int index) {
    Matcher matcher = matched(index);
    return matcher.matches() ? matcher.group(4) : "";
  }

  private Matcher matched(int index) {
    Matcher matcher = KEY.matcher(lines.get(index).text());
    matcher.matches();
    return matcher;
  }
}
