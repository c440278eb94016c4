package io.tuner.resources;

import io.tuner.format.KernelArguments;
import io.tuner.resource.Problems;
import io.tuner.text.CpuSet;
import java.util.List;
import java.util.Optional;

/** What no host could satisfy of a profile's parameters. */
final class TunedRules {

  private TunedRules() {}

  static void check(TunedProfile task, Problems problems) {
    if (!task.profile().matches("[a-zA-Z0-9_.-]+")
        || task.profile().startsWith(TunedChild.PREFIX)) {
      problems.error("profile", "`" + task.profile() + "` is not the name of a profile");
    }
    task.variables()
        .forEach(
            (name, value) -> {
              boolean fits =
                  name.matches("\\w+") && !value.isBlank() && !value.matches("(?s).*[#\\n].*");
              if (!fits || !value.equals(value.strip())) {
                problems.error("variables." + name, "`" + name + "` cannot have this value");
              } else if (name.matches("(isolated|no_balance)_cores") && !value.contains("${")) {
                try {
                  CpuSet.parse(value);
                } catch (IllegalArgumentException no) {
                  problems.error("variables." + name, no.getMessage());
                }
              }
            });
    for (String word : task.cmdline_remove()) {
      Optional<String> problem = KernelArguments.problem(word);
      boolean foreign = word.contains("$") || word.contains("#");
      problem
          .or(() -> Optional.of("`" + word + "` is no word").filter(m -> foreign))
          .ifPresent(message -> problems.error("cmdline_remove", message));
    }
    plain("exclude_processes", task.exclude_processes(), problems);
    plain("exclude_interrupts", task.exclude_interrupts(), problems);
  }

  private static void plain(String parameter, List<String> names, Problems problems) {
    for (String name : names) {
      if (!TunedChild.PLAIN.matcher(name).matches()) {
        problems.error(parameter, "`" + name + "` is not a name such as `observer`");
      }
    }
  }
}
