package io.tuner.probe;

import io.tuner.resource.Content;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.Shell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines of processes' files that the host itself looks for, with {@code grep}. */
final class ProcessLines {

  private ProcessLines() {}

  /**
   * For each process and file a line that names them, the lines wanted, and {@code grep}'s exit: 0
   * or 1 where the file could be read. Each begins with the token, so that no line is taken for
   * one.
   */
  static String command(Read.Process process) {
    StringBuilder words = new StringBuilder();
    process.words().forEach(word -> words.append(" -e ").append(Shell.quote(word)));
    return """
        place grep
        for _pid in $_pids; do
          for _file in FILES; do
            _p=/proc/$_pid/$_file
            [ -z "$R" ] || follow "$_p" || continue
            echo "$T $_pid $_file"
            "$_t" -F WORDS -- "$R$_p"
            echo "$T $?"
          done
        done"""
        .replace("FILES", String.join(" ", process.files()))
        .replace(" WORDS", words);
  }

  /** What was found; empty where that is no answer to the command. */
  static Optional<List<Readings.Found>> parse(String stdout, String stderr, String token) {
    SortedMap<Integer, Map<String, Reading<Content>>> found = new TreeMap<>();
    String mark = Pattern.quote(token) + " ";
    Pattern searched =
        Pattern.compile("(?s)([0-9]{1,9}) ([a-z_]+)\n(.*?)" + mark + "([0-9]{1,3})\n");
    String[] files = stdout.split("(?m)^" + mark + "(?=[0-9]+ [a-z])");
    for (String file : List.of(files).subList(1, files.length)) {
      Matcher parts = searched.matcher(file);
      if (!parts.matches()) {
        return Optional.empty();
      }
      String path = "/proc/" + parts.group(1) + "/" + parts.group(2) + ": ";
      int exit = Integer.parseInt(parts.group(4));
      String reason =
          stderr
              .lines()
              .filter(line -> line.contains(path))
              .findFirst()
              .map(line -> line.substring(line.lastIndexOf(": ") + 2))
              .orElse("grep ended with " + exit);
      Reading<Content> reading =
          exit <= 1
              ? new Reading.Present<>(Content.of(parts.group(3)))
              : reason.startsWith("No such ")
                  ? new Reading.Absent<>()
                  : new Reading.Refused<>(reason);
      found
          .computeIfAbsent(Integer.valueOf(parts.group(1)), pid -> new TreeMap<>())
          .put(parts.group(2), reading);
    }
    return Optional.of(
        found.entrySet().stream()
            .map(process -> new Readings.Found(process.getKey(), process.getValue()))
            .toList());
  }
}
