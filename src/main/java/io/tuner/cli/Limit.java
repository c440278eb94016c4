package io.tuner.cli;

import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * {@code --limit} as a pattern: where it is {@code @FILE}, the hosts of that file, a name a line;
 * where it is {@code @failed}, those that the last stored run failed on or could not reach.
 */
final class Limit {

  private static final String FAILED = "@failed";

  private Limit() {}

  /**
   * A pattern.
   *
   * @param runs of this machine
   * @throws Stop where there is no such file or run, or no host in it
   */
  static Optional<String> pattern(Optional<String> given, StoredRuns runs) throws Stop {
    if (given.isEmpty() || !given.get().startsWith("@")) {
      return given;
    }
    List<String> hosts =
        given.get().equals(FAILED) ? failed(runs) : listed(given.get().substring(1));
    return Optional.of(String.join(":", hosts));
  }

  private static List<String> failed(StoredRuns runs) throws Stop {
    List<String> hosts;
    try {
      hosts =
          runs.read("last").run().hosts().stream()
              .filter(host -> isFailed(host.status()))
              .map(HostResult::host)
              .toList();
    } catch (IOException e) {
      throw Stop.usage("the stored runs cannot be read: " + e.getMessage(), "name the hosts");
    }
    if (hosts.isEmpty()) {
      throw Stop.usage(
          "no host of the last run failed or was out of reach",
          "`tuner report last` shows it; leave --limit out for all hosts");
    }
    return hosts;
  }

  private static boolean isFailed(Status status) {
    return status == Status.FAILED || status == Status.UNREACHABLE;
  }

  private static List<String> listed(String file) throws Stop {
    List<String> hosts;
    try {
      hosts =
          Files.readAllLines(Path.of(file)).stream()
              .map(line -> line.replaceFirst("#.*", "").strip())
              .filter(line -> !line.isEmpty())
              .toList();
    } catch (NoSuchFileException e) {
      throw Stop.usage(
          "`" + file + "` of --limit does not exist",
          "name a file of hosts, a line each, or `@failed` for those that the last run failed on");
    } catch (IOException e) {
      throw Stop.usage(
          "`" + file + "` of --limit cannot be read", "it is a file of hosts, a line each");
    }
    if (hosts.isEmpty()) {
      throw Stop.usage(
          "`" + file + "` of --limit names no host", "it is a file of hosts, a line each");
    }
    return hosts;
  }
}
