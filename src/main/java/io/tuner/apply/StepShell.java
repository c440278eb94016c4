package io.tuner.apply;

import io.tuner.probe.HostShell;
import io.tuner.probe.ProbeScript;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import io.tuner.text.Shell;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The steps of a script as commands of a POSIX shell, which {@link StepFunctions} are the words of.
 * The first step that fails ends the script; {@code _at} is then its number.
 */
final class StepShell {

  private StepShell() {}

  /** The steps as one list of commands joined by {@code &&}; raw, for {@link HostShell#bytes}. */
  static String commands(Script script) {
    List<String> commands = new ArrayList<>();
    int number = 0;
    for (Step step : script.steps()) {
      commands.add("_at=" + ++number);
      commands.add(command(step, requests(script)));
    }
    return commands.isEmpty() ? ":" : String.join(" &&\n", commands);
  }

  /** The sends of a script in their order: their bytes follow when the host asks. */
  static List<Step.Send> sends(Script script) {
    return script.steps().stream()
        .filter(Step.Send.class::isInstance)
        .map(Step.Send.class::cast)
        .toList();
  }

  /** The requests of a script, which the host asks the control machine for by their numbers. */
  static List<Step.Request> requests(Script script) {
    List<Step.Request> requests = new ArrayList<>();
    requests(script.steps(), requests);
    return requests;
  }

  private static void requests(List<Step> steps, List<Step.Request> requests) {
    for (Step step : steps) {
      if (step instanceof Step.Request request) {
        requests.add(request);
      } else if (step instanceof Step.Attempt attempt) {
        requests(attempt.body(), requests);
        requests(attempt.undo(), requests);
      } else if (step instanceof Step.Each each) {
        requests(each.steps(), requests);
      }
    }
  }

  private static String command(Step step, List<Step.Request> requests) {
    if (step instanceof Step.Write write) {
      return "step_write " + words(List.of(write.path(), write.value()));
    }
    if (step instanceof Step.ReplaceFile replace) {
      String check = replace.check().map(StepShell::check).orElse("");
      return print(replace.content())
          + " | step_replace "
          + HostShell.word(replace.path())
          + " "
          + ownership(replace.ownership())
          + " "
          + HostShell.word(check);
    }
    if (step instanceof Step.RemoveFile remove) {
      return "step_remove " + HostShell.word(remove.path());
    }
    if (step instanceof Step.MakeDirectory directory) {
      return "step_directory "
          + HostShell.word(directory.path())
          + " "
          + ownership(directory.ownership());
    }
    if (step instanceof Step.RemoveDirectory directory) {
      return "step_rmdir " + HostShell.word(directory.path());
    }
    if (step instanceof Step.Long patient) {
      return command(patient.step(), requests);
    }
    Optional<List<String>> tree = TreeShell.command(step);
    if (tree.isPresent()) {
      return words(tree.get());
    }
    if (step instanceof Step.MakeLink link) {
      return "step_link " + words(List.of(link.path(), link.target()));
    }
    if (step instanceof Step.SetOwnership owned) {
      return "step_owned " + HostShell.word(owned.path()) + " " + ownership(owned.ownership());
    }
    if (step instanceof Step.Run run) {
      return run(run);
    }
    if (step instanceof Step.Command own) {
      return "step_own " + HostShell.word(own.command());
    }
    if (step instanceof Step.Send send) {
      String size = Long.toString(send.file().size());
      return "step_send " + words(List.of(send.path(), size, send.file().sha256()));
    }
    if (step instanceof Step.Request request) {
      return "step_ask " + requests.indexOf(request);
    }
    if (step instanceof Step.Attempt attempt) {
      return "{ { "
          + attempt.body().stream()
              .map(part -> command(part, requests))
              .collect(Collectors.joining(" &&\n"))
          + "; } || { "
          + attempt.undo().stream()
              .map(part -> command(part, requests))
              .collect(Collectors.joining(" ;\n"))
          + "; false; }; }";
    }
    if (step instanceof Step.Each each) {
      return each.steps().stream()
          .map(part -> command(part, requests) + " || _each=1")
          .collect(Collectors.joining(";\n", "{ _each=0;\n", ";\n[ $_each = 0 ]; }"));
    }
    throw new IllegalArgumentException("not a step: " + step.show());
  }

  private static String run(Step.Run run) {
    String successes =
        run.successes().stream().sorted().map(String::valueOf).collect(Collectors.joining(" "));
    String input =
        run.input()
            .map(secret -> "printf %s " + HostShell.word(secret.reveal()) + " | ")
            .orElse("");
    return input
        + run.refusal().map(word -> "step_judged " + HostShell.word(word) + " ").orElse("step_run ")
        + HostShell.word(successes)
        + " "
        + ProbeScript.tools(run.tools())
        + " --"
        + (run.arguments().isEmpty() ? "" : " " + words(run.arguments()))
        + (run.input().isPresent() ? "" : " </dev/null");
  }

  /** The command that checks a new file; {@code %s} among its arguments is the file. */
  private static String check(Step.Check check) {
    String arguments =
        check.arguments().stream()
            .map(a -> a.equals("%s") ? "\"$_file\"" : Shell.quote(a))
            .collect(Collectors.joining(" "));
    String tool = "tool " + ProbeScript.tools(List.of(check.tool()));
    String run =
        check
            .faults()
            .map(w -> "asked() { (run " + arguments + ") 2>&1; }; newly " + Shell.quote(w))
            .orElse("run " + arguments);
    return check.onlyIfInstalled()
        ? "if " + tool + "; then " + run + "; fi"
        : tool
            + " || { echo "
            + Shell.quote(check.tool() + ": not installed")
            + " >&2; exit 127; }; "
            + run;
  }

  private static String ownership(Step.Ownership ownership) {
    return words(
        List.of(
            ownership.mode().orElse("-"),
            ownership.owner().orElse("-"),
            ownership.group().orElse("-")));
  }

  /** A command that prints these very bytes; a shell word cannot hold NUL, an octal escape can. */
  private static String print(Content content) {
    String bytes = new String(content.bytes(), StandardCharsets.ISO_8859_1);
    if (bytes.indexOf('\0') < 0) {
      return "printf %s " + Shell.quote(bytes);
    }
    StringBuilder octal = new StringBuilder();
    for (int i = 0; i < bytes.length(); i++) {
      octal.append(String.format("\\%03o", (int) bytes.charAt(i)));
    }
    return "printf '" + octal + "'";
  }

  private static String words(List<String> words) {
    return words.stream().map(HostShell::word).collect(Collectors.joining(" "));
  }
}
