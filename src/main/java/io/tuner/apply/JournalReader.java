package io.tuner.apply;

import io.tuner.plan.JournalEntry;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a host's own journal, so that any operator's machine can list and take back runs. */
public final class JournalReader {

  private static final String RUNS = "/var/lib/tuner/runs/";

  /** An entry that is not as it was written: nobody can say what it would take back. */
  public static final class Damaged extends ProbeFailed {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
      super(message);
    }
  }

  /** For whoever may read the journal; who may not sees no runs, which is not to say there are none. */
  private static final String SEQUENCE = "/var/lib/tuner/sequence";

  /**
   * The most of one entry, in bytes: it holds two contents of at most 1 MiB each and the parameters'
   * own, and JSON may need six bytes for one.
   */
  private static final int LARGEST = 20 << 20;

  private static final List<String> PATTERNS =
      Stream.of("*.json", "*.result", "*.found", "sequence", "ended", "rolled-back", "continues")
          .map(name -> RUNS + "*/" + name)
          .toList();

  /** What must be read. */
  public static final Probe PROBE =
      PATTERNS.stream()
          .map(pattern -> new Read.Glob(pattern, LARGEST))
          .reduce(Probe.NOTHING.file(SEQUENCE), Probe::and, Probe::and);

  private JournalReader() {}

  /** True where there is a journal that this user may not read. */
  static boolean isRefused(Readings readings) {
    return readings.file(SEQUENCE) instanceof Reading.Refused;
  }

  /**
   * The runs, oldest first.
   *
   * @throws ProbeFailed where one cannot be read: a journal that is not known whole is not acted on
   */
  public static List<PastRun> read(Readings readings) throws ProbeFailed {
    readings.file(SEQUENCE).known(SEQUENCE);
    SortedMap<String, SortedMap<String, String>> files = new TreeMap<>();
    for (String pattern : PATTERNS) {
      for (Map.Entry<String, Reading<Content>> file : readings.glob(pattern).entrySet()) {
        String path = file.getKey();
        String[] parts = path.substring(RUNS.length()).split("/", 2);
        Optional<Content> content = file.getValue().known(path);
        if (content.isPresent()) {
          files
              .computeIfAbsent(parts[0], run -> new TreeMap<>())
              .put(parts[1], Readings.decode(content.get()));
        }
      }
    }
    List<PastRun> runs = new ArrayList<>();
    for (Map.Entry<String, SortedMap<String, String>> run : files.entrySet()) {
      run(run.getKey(), run.getValue()).ifPresent(runs::add);
    }
    runs.sort(Comparator.comparingInt(PastRun::sequence).thenComparing(PastRun::run));
    return runs;
  }

  private static Optional<PastRun> run(String run, SortedMap<String, String> files)
      throws ProbeFailed {
    // A run that died before its first word has changed nothing.
    if (files.keySet().stream().noneMatch(name -> name.endsWith(".json"))) {
      return Optional.empty();
    }
    Map<String, Object> header =
        Optional.ofNullable(files.get("run.json"))
            .flatMap(Json::read)
            .orElseThrow(() -> damaged(run, "run.json"));
    List<JournalEntry> entries = new ArrayList<>();
    for (Map.Entry<String, String> file : files.entrySet()) {
      String name = file.getKey();
      if (name.matches("[0-9]{4,}\\.json")) {
        boolean finished = files.containsKey(name.replace(".json", ".result"));
        Optional<Map<String, Object>> found =
            Optional.ofNullable(files.get(name.replace(".json", ".found"))).flatMap(Json::read);
        entries.add(
            Json.read(file.getValue())
                .flatMap(map -> JournalEntry.of(run, map, finished, found))
                .orElseThrow(() -> damaged(run, name)));
      }
    }
    entries.sort(Comparator.comparingInt(JournalEntry::index));
    String sequence = files.getOrDefault("sequence", "0").strip();
    return Optional.of(
        new PastRun(
            run,
            sequence.matches("[0-9]{1,9}") ? Integer.parseInt(sequence) : 0,
            header,
            entries,
            files.getOrDefault("ended", "").strip(),
            files.getOrDefault("rolled-back", "").strip(),
            files.getOrDefault("continues", "").lines().filter(l -> !l.isBlank()).toList()));
  }

  private static Damaged damaged(String run, String name) {
    return new Damaged(
        "%s%s/%s was damaged after it was written; move %s%s away to do without that run"
            .formatted(RUNS, run, name, RUNS, run));
  }
}
