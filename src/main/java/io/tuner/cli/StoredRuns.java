package io.tuner.cli;

import io.tuner.report.ReportForm;
import io.tuner.report.RunReport;
import io.tuner.report.StoredReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The runs whose reports are kept on this machine. Their names begin with the time they started at,
 * so that the order of the names is theirs.
 *
 * @param directory {@code .tuner/runs}
 */
record StoredRuns(Path directory) {

  private static final int MOST_LISTED = 10;

  /** Those of the working directory. */
  static StoredRuns ours() {
    return new StoredRuns(Path.of(".tuner", "runs"));
  }

  /**
   * The report of a run that is named by its name, how that begins, a directory, or {@code last}.
   */
  RunReport read(String name) throws Stop, IOException {
    Path document = find(name).resolve(ReportForm.JSON.file());
    try {
      return StoredReport.read(document);
    } catch (StoredReport.Damaged damaged) {
      throw Stop.usage(
          "`" + document + "` cannot be read as a report: " + damaged.getMessage(),
          "it was damaged, or written by a newer tuner; report.txt beside it may still tell the run");
    }
  }

  private Path find(String name) throws Stop, IOException {
    List<String> names = names();
    if (name.equals("last") && !names.isEmpty()) {
      return directory.resolve(names.get(0));
    }
    List<String> meant = names.stream().filter(run -> run.startsWith(name)).toList();
    if (names.contains(name) || (meant.size() == 1 && !name.isEmpty())) {
      return directory.resolve(names.contains(name) ? name : meant.get(0));
    }
    if (isReport(name)) {
      return Path.of(name);
    }
    Optional<Path> begun = begun(name);
    if (begun.isPresent()) {
      throw Stop.usage(
          "`" + begun.get() + "` holds no " + ReportForm.JSON.file(),
          "the run is still under way, or ended before it could write its report");
    }
    if (names.isEmpty()) {
      throw Stop.usage(
          "no run is stored in `" + directory + "`",
          "`tuner apply` stores its reports there; give the directory of another report by its path");
    }
    if (meant.size() > 1 && !name.isEmpty()) {
      throw Stop.usage("`" + name + "` begins the names of several runs", listed(meant));
    }
    throw Stop.usage("no stored run `" + name + "`", listed(names));
  }

  /** The directory of a run whose report is not there. */
  private Optional<Path> begun(String name) {
    try {
      Path path = Path.of(name);
      Path stored = path.getNameCount() == 1 ? directory.resolve(path) : path;
      return name.isBlank()
          ? Optional.empty()
          : Stream.of(stored, path).filter(Files::isDirectory).findFirst();
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  private static boolean isReport(String name) {
    try {
      return Files.isRegularFile(Path.of(name, ReportForm.JSON.file()));
    } catch (InvalidPathException noPath) {
      return false;
    }
  }

  /** The latest first. */
  private List<String> names() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> runs = Files.list(directory)) {
      return runs.filter(run -> Files.isRegularFile(run.resolve(ReportForm.JSON.file())))
          .map(run -> run.getFileName().toString())
          .sorted(Comparator.reverseOrder())
          .toList();
    }
  }

  private static String listed(List<String> names) {
    int more = names.size() - MOST_LISTED;
    return "stored runs, the latest first: "
        + String.join(", ", names.stream().limit(MOST_LISTED).toList())
        + (more > 0 ? ", and " + more + " more" : "");
  }
}
