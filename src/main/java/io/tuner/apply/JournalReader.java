package io.tuner.apply;

import io.tuner.host.Unreachable;
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

  /**
   * For whoever may read the journal; who may not sees no runs, which is not to say there are none.
   */
  private static final String SEQUENCE = "/var/lib/tuner/sequence";

  /**
   * The most of one entry, in bytes: it holds two contents of at most 1 MiB each and the
   * parameters' own, and JSON may need six bytes for one.
   */
  private static final int LARGEST = 20 << 20;

  /** The most that is asked for at once where the journal is too large for one answer, in bytes. */
  private static final long PART = 32 << 20;

  private static final List<String> SMALL =
      patterns(
          "run.json", "*.result", "sequence", "ended", "interrupted", "rolled-back", "continues");

  private static final List<String> PATTERNS =
      Stream.concat(SMALL.stream(), patterns("[0-9]*.json", "*.found").stream()).toList();

  /** What must be read. */
  public static final Probe PROBE =
      PATTERNS.stream()
          .map(pattern -> new Read.Glob(pattern, LARGEST))
          .reduce(LockHolder.PROBE.file(SEQUENCE), Probe::and, Probe::and);

  /** Asks the host. */
  @FunctionalInterface
  interface Asking {
    Readings read(Probe probe) throws Unreachable, InterruptedException;
  }

  private JournalReader() {}

  private static List<String> patterns(String... names) {
    return Stream.of(names).map(name -> RUNS + "*/" + name).toList();
  }

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
    collect(readings, PATTERNS, files);
    return runs(files, LockHolder.run(readings));
  }

  /**
   * The same of a journal that is too large for one answer: sizes first, then so much at a time.
   */
  static List<PastRun> readInParts(Asking host)
      throws Unreachable, InterruptedException, ProbeFailed {
    String lists = RUNS + "*/*.paths";
    Probe first = LockHolder.PROBE.file(SEQUENCE).glob(lists);
    for (String pattern : SMALL) {
      first = first.glob(pattern);
    }
    Readings small = host.read(first);
    SortedMap<String, SortedMap<String, String>> files = new TreeMap<>();
    collect(small, SMALL, files);
    List<String> entries =
        small.glob(lists).keySet().stream()
            .map(path -> path.substring(0, path.length() - "paths".length()))
            .flatMap(path -> Stream.of(path + "json", path + "found"))
            .toList();
    Probe sizes =
        new Probe(entries.stream().<Read>map(path -> new Read.Attributes(path, false)).toList());
    Readings attributes = host.read(sizes);
    List<Read> part = new ArrayList<>();
    long bytes = 0;
    for (String path : entries) {
      Optional<Readings.Attributes> found = attributes.attributes(path).known(path);
      if (found.isEmpty()) {
        continue;
      }
      if (bytes + found.get().size() > PART) {
        collect(host, part, files);
        bytes = 0;
      }
      bytes += found.get().size();
      part.add(new Read.Glob(exactly(path), LARGEST));
    }
    collect(host, part, files);
    return runs(files, LockHolder.run(small));
  }

  /** A pattern that only this path fits, for a file's own limit is a lower one. */
  private static String exactly(String path) {
    return path.substring(0, path.length() - 1) + "[" + path.charAt(path.length() - 1) + "]";
  }

  private static void collect(
      Asking host, List<Read> part, SortedMap<String, SortedMap<String, String>> files)
      throws Unreachable, InterruptedException, ProbeFailed {
    List<String> patterns = part.stream().map(read -> ((Read.Glob) read).pattern()).toList();
    collect(host.read(new Probe(part)), patterns, files);
    part.clear();
  }

  private static void collect(
      Readings readings, List<String> patterns, SortedMap<String, SortedMap<String, String>> files)
      throws ProbeFailed {
    for (String pattern : patterns) {
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
  }

  private static List<PastRun> runs(
      SortedMap<String, SortedMap<String, String>> files, Optional<String> running)
      throws ProbeFailed {
    List<PastRun> runs = new ArrayList<>();
    for (Map.Entry<String, SortedMap<String, String>> run : files.entrySet()) {
      run(run.getKey(), run.getValue(), running.filter(run.getKey()::equals).isPresent())
          .ifPresent(runs::add);
    }
    runs.sort(Comparator.comparingInt(PastRun::sequence).thenComparing(PastRun::run));
    return runs;
  }

  private static Optional<PastRun> run(String run, SortedMap<String, String> files, boolean running)
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
      } else if (name.matches("[0-9]{4,}\\.result")) {
        // A change is written down before it is made: without that nobody can take it back.
        String entry = name.replace(".result", ".json");
        if (!files.containsKey(entry)) {
          throw damaged(run, entry);
        }
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
            running,
            files.containsKey("interrupted"),
            files.getOrDefault("rolled-back", "").strip(),
            files.getOrDefault("continues", "").lines().filter(l -> !l.isBlank()).toList()));
  }

  private static Damaged damaged(String run, String name) {
    return new Damaged(
        "%s%s/%s was damaged after it was written; move %s%s away to do without that run"
            .formatted(RUNS, run, name, RUNS, run));
  }
}
