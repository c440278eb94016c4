package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Problems;
import io.tuner.resource.Read;
import io.tuner.resource.Readings;
import io.tuner.resource.Step;
import io.tuner.text.Printable;
import java.util.List;
import java.util.Optional;

/** What the parameters of file, template and their like must look like. */
final class PlacementRules {

  /** The most that is read of one file on a host, in bytes. */
  static final int LARGEST = 1 << 20;

  private PlacementRules() {}

  /** Says where that is no path on a host. */
  static void path(String parameter, String path, Problems problems) {
    try {
      new Read.File(path);
      if (parameter.equals("dest") && path.matches("/[/.]*")) {
        problems.error(parameter, "`" + path + "` is the root of the host, which stays as it is");
      } else if (path.endsWith("/") && !path.equals("/")) {
        problems.error(parameter, "`" + path + "` ends with a slash");
      }
    } catch (IllegalArgumentException e) {
      String shown = Printable.of(path);
      boolean control = path.chars().anyMatch(Character::isISOControl);
      problems.error(
          parameter,
          "`"
              + shown
              + (control
                  ? "` has a line end or another control character in it"
                  : "` is not an absolute path without `..`"));
    }
  }

  /** Says where mode, owner or group cannot be one. */
  static void ownership(
      Optional<String> mode, Optional<String> owner, Optional<String> group, Problems problems) {
    mode.filter(text -> !text.matches("0?[0-7]{3,4}"))
        .ifPresent(
            text ->
                problems.error(
                    "mode",
                    "`" + text + "` is not an octal mode such as 0644",
                    "write it as 0644"));
    account("owner", owner, problems);
    account("group", group, problems);
  }

  private static void account(String parameter, Optional<String> name, Problems problems) {
    name.filter(text -> !text.matches("[A-Za-z0-9_.][A-Za-z0-9_.@$\\\\-]{0,255}"))
        .ifPresent(text -> problems.error(parameter, "`" + text + "` is not a name or a number"));
  }

  /** Says where a file is larger than one that can be compared. */
  static void size(String parameter, Optional<Content> content, Problems problems) {
    if (content.filter(found -> found.bytes().length > LARGEST).isPresent()) {
      problems.error(
          parameter,
          "the file is larger than 1 MiB, and could not be compared with the host's",
          "install it as a package, or let a command fetch it");
    }
  }

  /** Four octal digits, as readings have them. */
  static Optional<String> digits(Optional<String> mode) {
    return mode.map(text -> Readings.Attributes.digits(Integer.parseInt(text, 8)));
  }

  /** Says where that is not one plain command with the new file in it. */
  static void validator(Optional<String> validate, Problems problems) {
    if (validate.isEmpty()) {
      return;
    }
    if (!List.of(validate.get().strip().split(" +")).contains("%s")) {
      problems.error("validate", "`validate` lacks the word %s, which stands for the new file");
    } else if (!validate.get().strip().matches("[A-Za-z0-9_/.:=@%+, -]+")) {
      problems.error(
          "validate",
          "`validate` is one command, without quotes or other words of a shell",
          "put more into a script on the host");
    }
  }

  /** The check of what the task wants; a rollback restores what was there, whatever it was. */
  static Optional<Step.Check> check(
      Optional<String> validate, Optional<Content> wanted, FileState to) {
    return validate
        .filter(text -> to.content().equals(wanted))
        .map(
            text -> {
              List<String> words = List.of(text.strip().split(" +"));
              return new Step.Check(
                  words.get(0), words.subList(1, words.size()), false, Optional.empty());
            });
  }
}
