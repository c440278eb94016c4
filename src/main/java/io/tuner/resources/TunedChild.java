package io.tuner.resources;

import io.tuner.format.TunedInterrupts;
import io.tuner.format.TunedMerge;
import io.tuner.format.TunedUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The profile that tuner puts over another one: it includes that one, and says otherwise where the
 * task does.
 *
 * @param profile the one it includes
 * @param merge that one, merged
 */
record TunedChild(String profile, TunedMerge merge) {

  /** What its name, and that of its directory, begins with. */
  static final String PREFIX = "tuner-";

  static final String FILE = "tuned.conf";

  private static final String HEAD = "# Written by tuner; see `tuner history`\n";

  static String name(String profile) {
    return PREFIX + profile;
  }

  /**
   * Its files by name.
   *
   * @param removed words that the kernel's command line does not get
   * @param processes names of those that stay on their CPUs
   * @param interrupts interfaces and actions of those that stay on theirs
   * @param variables those that no file of variables takes
   */
  Map<String, String> files(
      List<String> removed,
      List<String> processes,
      List<String> interrupts,
      Map<String, String> variables) {
    StringBuilder conf = new StringBuilder(HEAD);
    conf.append("[main]\nsummary=").append(profile).append(", as tuner wants it\ninclude=");
    conf.append(profile).append('\n');
    if (!variables.isEmpty()) {
      conf.append("\n[variables]\n");
      variables.forEach((name, value) -> conf.append(name + "=" + value + "\n"));
    }
    if (!removed.isEmpty()) {
      conf.append("\n[bootloader]\ncmdline_tuner=-").append(String.join(" ", words(removed)));
      conf.append('\n');
    }
    if (!processes.isEmpty()) {
      conf.append("\n[scheduler]\nps_blacklist=").append(blacklist(processes)).append('\n');
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (String role : interrupts.isEmpty() ? List.<String>of() : List.of("before", "after")) {
      String file = "interrupts-" + role + ".sh";
      conf.append("\n[tuner_interrupts_" + role + "]\ntype=script\n");
      conf.append("priority=" + (role.equals("before") ? "-100" : "100") + "\n");
      conf.append("script=${i:PROFILE_DIR}/" + file + "\n");
      files.put(file, TunedInterrupts.script(role, interrupts));
    }
    files.put(FILE, conf.toString());
    return files;
  }

  /**
   * The words to remove, whole as they are added: TuneD takes out none by its key alone.
   *
   * @param removed words, or keys that stand for all words of theirs
   */
  List<String> words(List<String> removed) {
    List<String> words = new ArrayList<>();
    for (String entry : removed) {
      List<String> added =
          merge.commandLine().stream()
              .map(TunedUnit.Option::value)
              .filter(word -> word.equals(entry) || word.startsWith(entry + "="))
              .toList();
      words.addAll(added.isEmpty() ? List.of(entry) : added);
    }
    return words.stream().distinct().toList();
  }

  /**
   * The parent's list and ours, for an option of a child takes the place of its parent's. TuneD
   * looks for a match in a thread's name of at most 15 characters, and of a process that starts
   * later in its command line.
   */
  private String blacklist(List<String> processes) {
    List<String> patterns = new ArrayList<>();
    Optional<TunedUnit.Option> parents = merge.option("scheduler", "ps_blacklist");
    parents.ifPresent(option -> patterns.add(option.value()));
    for (String process : processes) {
      String escaped = process.replaceAll("[.+]", "\\\\$0");
      patterns.add("^(\\S*/)?" + escaped + "(\\s|$)");
      if (process.length() > 15) {
        patterns.add("^" + process.substring(0, 15).replaceAll("[.+]", "\\\\$0") + "$");
      }
    }
    return String.join(";", patterns);
  }

  /** Names of processes and interrupts that fit into these files. */
  static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+@:-]*");
}
