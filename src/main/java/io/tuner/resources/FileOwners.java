package io.tuner.resources;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The owner and the group that a task gives to a path.
 *
 * @param owner a name or a number
 * @param group a name or a number
 */
record FileOwners(Optional<String> owner, Optional<String> group) {

  /** Asks whether the host knows the names; a directory service knows some that no file has. */
  Probe probe() {
    Probe probe = Probe.NOTHING;
    if (owner.filter(FileOwners::isName).isPresent()) {
      probe = probe.file("/etc/passwd").run("id", "-u", owner.get());
    }
    if (group.filter(FileOwners::isName).isPresent()) {
      probe = probe.file("/etc/group").run("getent", "group", group.get());
    }
    return probe;
  }

  /** The names that the host does not know, as sentences. */
  List<String> unknown(Readings readings) throws ProbeFailed {
    List<String> unknown = new ArrayList<>();
    if (owner.filter(FileOwners::isName).isPresent()
        && !listed(readings, "/etc/passwd", owner.get())
        && !answers(readings.run("id", "-u", owner.get()), "id")) {
      unknown.add("no user `" + owner.get() + "` here");
    }
    if (group.filter(FileOwners::isName).isPresent()
        && !listed(readings, "/etc/group", group.get())
        && !answers(readings.run("getent", "group", group.get()), "getent")) {
      unknown.add("no group `" + group.get() + "` here");
    }
    return unknown;
  }

  private static boolean listed(Readings readings, String file, String name) throws ProbeFailed {
    Function<String, Boolean> has = text -> ("\n" + text).contains("\n" + name + ":");
    return readings.text(file).map(has).orElse(false);
  }

  private static boolean answers(Reading<Readings.Output> reading, String tool) throws ProbeFailed {
    return reading.known(tool).filter(output -> output.exit() == 0).isPresent();
  }

  private static boolean isName(String text) {
    return !text.matches("[0-9]{1,10}");
  }

  /** The form the task speaks in, so that 0 and root are not two things. */
  static String named(Optional<String> parameter, String name, long number) {
    boolean numeric = parameter.isPresent() && !isName(parameter.get());
    return numeric || name.equals("UNKNOWN") || name.isEmpty() ? Long.toString(number) : name;
  }
}
