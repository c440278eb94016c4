package io.tuner.apply;

import io.tuner.plan.JournalEntry;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
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

  /** For whoever may read the journal; who may not sees no runs, which is not to say there are none. */
  private static final String SEQUENCE = "/var/lib/tuner/sequence";

  private static final List<String> PATTERNS =
      Stream.of("*.json", "*.result", "sequence", "ended", "rolled-back", "continues")
          .map(name -> RUNS + "*/" + name)
          .toList();

  /** What must be read. */
  public static final Probe PROBE =
      PATTERNS.stream().reduce(Probe.NOTHING.file(SEQUENCE), Probe::glob, Probe::and);

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
    files.forEach((run, byName) -> run(run, byName).ifPresent(runs::add));
    runs.sort(Comparator.comparingInt(PastRun::sequence).thenComparing(PastRun::run));
    return runs;
  }

  private static Optional<PastRun> run(String run, SortedMap<String, String> files) {
    Optional<Map<String, Object>> header =
        Optional.ofNullable(files.get("run.json")).flatMap(Json::read);
    if (header.isEmpty()) {
      return Optional.empty();
    }
    List<JournalEntry> entries = new ArrayList<>();
    files.forEach(
        (name, text) -> {
          if (name.matches("[0-9]{4,}\\.json")) {
            boolean finished = files.containsKey(name.replace(".json", ".result"));
            Json.read(text)
                .flatMap(map -> JournalEntry.of(run, map, finished))
                .ifPresent(entries::add);
          }
        });
    entries.sort(Comparator.comparingInt(JournalEntry::index));
    String sequence = files.getOrDefault("sequence", "0").strip();
    return Optional.of(
        new PastRun(
            run,
            sequence.matches("[0-9]{1,9}") ? Integer.parseInt(sequence) : 0,
            header.get(),
            entries,
            files.getOrDefault("ended", "").strip(),
            files.getOrDefault("rolled-back", "").strip(),
            files.getOrDefault("continues", "").lines().filter(l -> !l.isBlank()).toList()));
  }
}
