package io.tuner.resources;

import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.Printable;
import io.tuner.text.Shell;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A host as the section {@code readings} of a transcript writes it down. Every entry is a line
 * {@code kind what: outcome}, followed by content lines:
 *
 * <pre>
 * file /proc/sys/vm/swappiness:
 * | 60
 * file /etc/fstab: absent
 * file /etc/shadow: refused Permission denied
 * attributes /mnt: directory 0755 root root 0 0 4096
 * attributes followed /etc/mtab: file 0444 root root 0 0 0
 * link /dev/disk/by-id/wwn-0x5: /dev/sdb
 * link text /dev/disk/by-id/wwn-0x5: ../../sdb
 * run ethtool -c eth0: exit 1
 * | standard output
 * ! standard error
 * ask test -e /x: exit 0
 * process unit observer.service:
 * pid 17:
 * inner status:
 * | Cpus_allowed_list: 0-3
 * get https://bmc/redfish/v1/Systems /Members/0/@odata.id /Bios/@odata.id: status 200
 * @ https://bmc/redfish/v1/Systems/1/Bios
 * > ETag: "1"
 * | {}
 * </pre>
 *
 * Without an entry of its own, what {@code attributes} says holds for the end of a link as well. A
 * file, link or path that is not written down is absent; a pattern finds the files that are. A
 * command or request that is asked for must be written down, and all that is must be asked for.
 */
final class WrittenHost {

  /** One entry: its outcome and the lines that follow it. */
  record Entry(String outcome, List<String> lines) {
    boolean absent() {
      return outcome.equals("absent");
    }

    <T> Reading<T> reading(java.util.function.Function<Entry, T> present) {
      if (absent()) {
        return new Reading.Absent<>();
      }
      return outcome.startsWith("refused ")
          ? new Reading.Refused<>(outcome.substring("refused ".length()))
          : new Reading.Present<>(present.apply(this));
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Set<String> asked = new HashSet<>();

  WrittenHost(List<String> lines) {
    Entry current = null;
    for (String line : lines) {
      boolean content = line.isEmpty() || "|!>@".indexOf(line.charAt(0)) >= 0;
      if (content || line.startsWith("pid ") || line.startsWith("inner ")) {
        if (current != null) {
          current.lines.add(line);
        } else if (!line.isBlank()) {
          throw new IllegalStateException("content before any entry: " + line);
        }
        continue;
      }
      int colon = (line + " ").indexOf(": ");
      if (colon < 0) {
        throw new IllegalStateException("not `kind what: outcome`: " + line);
      }
      current = new Entry((line + "  ").substring(colon + 1).strip(), new ArrayList<>());
      if (entries.put(line.substring(0, colon), current) != null) {
        throw new IllegalStateException("written twice: " + line);
      }
    }
  }

  /** What it answers to a probe. */
  Readings answer(Probe probe) {
    Readings.Builder builder = new Readings.Builder();
    for (Read read : probe.reads()) {
      add(builder, read);
    }
    return builder.build();
  }

  /** What is written down and nobody asked for. */
  Set<String> unasked() {
    Set<String> rest = new HashSet<>(entries.keySet());
    rest.removeAll(asked);
    return rest;
  }

  private void add(Readings.Builder builder, Read read) {
    if (read instanceof Read.File file) {
      builder.file(file, file("file " + file.path()));
    } else if (read instanceof Read.Glob glob) {
      builder.glob(glob, matches(glob.pattern()));
    } else if (read instanceof Read.Attributes attributes) {
      String plain = "attributes " + attributes.path();
      String followed = "attributes followed " + attributes.path();
      boolean end = attributes.followed() && entries.containsKey(followed);
      builder.attributes(
          attributes, optional(end ? followed : plain).reading(e -> attributes(e.outcome)));
    } else if (read instanceof Read.Link link) {
      String key = (link.followed() ? "link " : "link text ") + link.path();
      builder.link(link, optional(key).reading(Entry::outcome));
    } else if (read instanceof Read.Run run) {
      builder.output(run, run(run));
    } else if (read instanceof Read.Ask ask) {
      builder.output(ask, required("ask " + ask.command()).reading(e -> output("sh", e)));
    } else if (read instanceof Read.Process process) {
      builder.processes(process, lines(process, processes(process)));
    } else {
      Read.Http http = (Read.Http) read;
      List<String> words = new ArrayList<>();
      words.add(http.method().toLowerCase(java.util.Locale.ROOT));
      words.add(http.url());
      words.addAll(http.follow());
      Entry entry = required(String.join(" ", words));
      builder.answer(http, entry.reading(e -> answer(http.url(), e)));
    }
  }

  private Reading<Content> file(String key) {
    return optional(key).reading(e -> Block.parse(e.lines, '|'));
  }

  private SortedMap<String, Reading<Content>> matches(String pattern) {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    SortedMap<String, Reading<Content>> files = new TreeMap<>();
    for (String key : List.copyOf(entries.keySet())) {
      if (key.startsWith("file ") && matcher.matches(Path.of(key.substring(5)))) {
        Reading<Content> reading = file(key);
        if (!(reading instanceof Reading.Absent)) {
          files.put(key.substring(5), reading);
        }
      }
    }
    return files;
  }

  private Reading<Readings.Output> run(Read.Run run) {
    List<String> keys = new ArrayList<>();
    for (String tool : run.tools()) {
      List<String> words = new ArrayList<>(List.of(tool));
      words.addAll(run.arguments());
      String input = run.input().map(i -> " < " + Shell.quote(Printable.of(i.reveal()))).orElse("");
      keys.add("run " + Shell.join(words) + input);
    }
    for (int i = 0; i < keys.size(); i++) {
      String tool = run.tools().get(i);
      if (entries.containsKey(keys.get(i)) && !entries.get(keys.get(i)).absent()) {
        return required(keys.get(i)).reading(e -> output(tool, e));
      }
    }
    keys.stream().filter(entries::containsKey).forEach(this::required);
    return keys.stream().anyMatch(entries::containsKey)
        ? new Reading.Absent<>()
        : required(keys.get(0)).reading(e -> output("", e));
  }

  /** Those lines that the host itself would pick. */
  private static List<Readings.Found> lines(Read.Process read, List<Readings.Found> found) {
    if (read.words().isEmpty()) {
      return found;
    }
    List<Readings.Found> picked = new ArrayList<>();
    for (Readings.Found process : found) {
      Map<String, Reading<Content>> files = new LinkedHashMap<>(process.files());
      files.replaceAll(
          (name, reading) ->
              reading instanceof Reading.Present<Content> whole
                  ? new Reading.Present<>(
                      Content.of(
                          Readings.decode(whole.value())
                              .lines()
                              .filter(line -> read.words().stream().anyMatch(line::contains))
                              .map(line -> line + "\n")
                              .collect(Collectors.joining())))
                  : reading);
      picked.add(new Readings.Found(process.pid(), files));
    }
    return picked;
  }

  private List<Readings.Found> processes(Read.Process read) {
    String kind = read.selector().kind().name().toLowerCase(java.util.Locale.ROOT);
    Entry entry = optional("process " + kind + " " + read.selector().value());
    List<Readings.Found> found = new ArrayList<>();
    Map<String, List<String>> files = new LinkedHashMap<>();
    for (String line : entry.lines) {
      if (line.startsWith("pid ")) {
        files = new LinkedHashMap<>();
        String number = line.substring(4).replace(":", "").strip();
        found.add(new Readings.Found(Integer.parseInt(number), contents(files)));
      } else if (line.startsWith("inner ")) {
        files.put(line.substring(6).replaceFirst(":.*", ""), new ArrayList<>(List.of(line)));
        found.set(
            found.size() - 1,
            new Readings.Found(found.get(found.size() - 1).pid(), contents(files)));
      } else if (!files.isEmpty()) {
        List<List<String>> all = List.copyOf(files.values());
        all.get(all.size() - 1).add(line);
        found.set(
            found.size() - 1,
            new Readings.Found(found.get(found.size() - 1).pid(), contents(files)));
      }
    }
    return found;
  }

  private static Map<String, Reading<Content>> contents(Map<String, List<String>> files) {
    Map<String, Reading<Content>> out = new LinkedHashMap<>();
    files.forEach(
        (name, lines) -> {
          String outcome = lines.get(0).replaceFirst("^[^:]*:", "").strip();
          out.put(name, new Entry(outcome, lines).reading(e -> Block.parse(e.lines, '|')));
        });
    return out;
  }

  private static Readings.Output output(String tool, Entry entry) {
    int exit =
        entry.outcome.isEmpty() ? 0 : Integer.parseInt(entry.outcome.replaceFirst("^exit ", ""));
    return new Readings.Output(
        tool,
        exit,
        Readings.decode(Block.parse(entry.lines, '|')),
        Readings.decode(Block.parse(entry.lines, '!')));
  }

  private static Readings.Answer answer(String asked, Entry entry) {
    Map<String, String> headers = new LinkedHashMap<>();
    String url = asked;
    for (String line : entry.lines) {
      if (line.startsWith("> ")) {
        int colon = line.indexOf(": ");
        String name = line.substring(2, colon).toLowerCase(java.util.Locale.ROOT);
        headers.put(name, line.substring(colon + 2));
      } else if (line.startsWith("@ ")) {
        url = line.substring(2);
      }
    }
    int status =
        entry.outcome.isEmpty()
            ? 200
            : Integer.parseInt(entry.outcome.replaceFirst("^status ", ""));
    return new Readings.Answer(
        url, status, headers, Readings.decode(Block.parse(entry.lines, '|')));
  }

  private static Readings.Attributes attributes(String text) {
    String[] words = text.split(" +");
    if (words.length != 7) {
      throw new IllegalStateException("not `kind mode owner group uid gid size`: " + text);
    }
    return new Readings.Attributes(
        Readings.Attributes.Kind.valueOf(words[0].toUpperCase(java.util.Locale.ROOT)),
        words[1],
        words[2],
        words[3],
        Long.parseLong(words[4]),
        Long.parseLong(words[5]),
        Long.parseLong(words[6]));
  }

  private Entry optional(String key) {
    asked.add(key);
    return entries.getOrDefault(key, new Entry("absent", List.of()));
  }

  private Entry required(String key) {
    if (!entries.containsKey(key)) {
      throw new IllegalStateException("the transcript lacks `" + key + ":`");
    }
    return optional(key);
  }
}
