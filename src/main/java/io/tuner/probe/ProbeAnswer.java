package io.tuner.probe;

import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what {@link ProbeScript} makes a host print. */
public final class ProbeAnswer {

  private final Probe probe;
  private final String root;
  private final String token;
  private final Cursor out;
  private final Cursor err;
  private final Readings.Builder readings = new Readings.Builder();

  private ProbeAnswer(Probe probe, String root, String token, byte[] stdout, byte[] stderr) {
    this.probe = probe;
    this.root = root;
    this.token = token;
    this.out = new Cursor(stdout);
    this.err = new Cursor(stderr);
  }

  /**
   * The readings of a whole answer.
   *
   * @throws Garbled where it breaks off or is not of the form; the message names the first reading
   *     that lacks
   */
  public static Readings parse(Probe probe, String root, String token, byte[] stdout, byte[] stderr)
      throws Garbled {
    return new ProbeAnswer(probe, root, token, stdout, stderr).parse();
  }

  /** What came back is no answer to the probe. */
  public static final class Garbled extends Exception {
    private static final long serialVersionUID = 1L;

    Garbled(String message) {
      super(message);
    }
  }

  private Readings parse() throws Garbled {
    require(out.until("\n" + token + " BEGIN\n"), "the beginning");
    require(err.until("\n" + token + " BEGIN\n"), "the beginning");
    files();
    attributes();
    links();
    commands();
    return readings.build();
  }

  private void files() throws Garbled {
    List<String> names = new ArrayList<>();
    while (true) {
      String name = latin1(require(out.until("\0"), "the names of the files"));
      if (name.isEmpty()) {
        break;
      }
      names.add(name);
    }
    Map<String, SortedMap<String, Reading<Content>>> groups = new LinkedHashMap<>();
    Map<String, Reading<Content>> group = new LinkedHashMap<>();
    Map<String, Reading<Content>> single = group;
    List<Read.Glob> globs = ProbeScript.of(probe, Read.Glob.class);
    int limit = ProbeScript.FILE_LIMIT;
    for (String name : names) {
      byte[] content = require(out.until("T=" + token + "\0"), name);
      String error = error(name);
      if (name.startsWith("/dev/null/")) {
        String mark = name.substring(10);
        group = groups.computeIfAbsent(mark, key -> new TreeMap<>());
        limit =
            mark.matches("g[0-9]+")
                ? globs.get(Integer.parseInt(mark.substring(1)) - 1).limit()
                : ProbeScript.FILE_LIMIT;
      } else {
        String path = name.startsWith(root) ? name.substring(root.length()) : name;
        group.put(text(path), reading(content, error, limit));
      }
    }
    for (Read.File file : ProbeScript.of(probe, Read.File.class)) {
      Reading<Content> reading = single.get(file.path());
      if (reading == null) {
        throw new Garbled("the host did not answer about " + file.path());
      }
      readings.file(file, reading);
    }
    int number = 0;
    for (Read.Glob glob : globs) {
      SortedMap<String, Reading<Content>> found =
          groups.getOrDefault("g" + ++number, new TreeMap<>());
      if (found.get(glob.pattern()) instanceof Reading.Absent<Content>) {
        // A pattern that nothing matches stays as it is.
        found.remove(glob.pattern());
      }
      readings.glob(glob, found);
    }
    number = 0;
    for (Read.Process process : ProbeScript.processes(probe)) {
      readings.processes(process, found(groups.getOrDefault("p" + ++number, new TreeMap<>())));
    }
  }

  private static List<Readings.Found> found(SortedMap<String, Reading<Content>> files) {
    Map<Integer, Map<String, Reading<Content>>> byProcess = new TreeMap<>();
    files.forEach(
        (path, reading) -> {
          String[] parts = path.split("/", 4);
          if (parts.length == 4 && parts[2].matches("[0-9]{1,9}") && !path.contains("*")) {
            byProcess
                .computeIfAbsent(Integer.valueOf(parts[2]), key -> new TreeMap<>())
                .put(parts[3], reading);
          }
        });
    List<Readings.Found> found = new ArrayList<>();
    byProcess.forEach((pid, contents) -> found.add(new Readings.Found(pid, contents)));
    return found;
  }

  private static Reading<Content> reading(byte[] content, String error, int limit) {
    if (!error.isEmpty()) {
      boolean absent =
          error.endsWith("No such file or directory") || error.endsWith("Not a directory");
      return absent ? new Reading.Absent<>() : new Reading.Refused<>(reason(error));
    }
    return content.length > limit
        ? new Reading.Refused<>("larger than " + (limit >> 20) + " MiB")
        : new Reading.Present<>(Content.of(content));
  }

  /** What was complained of between the last fence on standard error and the next one. */
  private String error(String what) throws Garbled {
    byte[] before = require(err.until("/dev/null/" + token), what);
    require(err.until("\n"), what);
    String text = latin1(before);
    // The fence's own line begins with the program's name, which is not the file's error.
    int lineEnd = text.lastIndexOf('\n');
    return lineEnd < 0 ? "" : text.substring(0, lineEnd).strip();
  }

  private static String reason(String error) {
    return error.substring(error.lastIndexOf(": ") + (error.contains(": ") ? 2 : 1));
  }

  private void attributes() throws Garbled {
    for (Read.Attributes read : ProbeScript.of(probe, Read.Attributes.class)) {
      String lines = latin1(require(out.until(" /./.\n"), read.path()));
      String error = error(read.path());
      int fence = lines.lastIndexOf('\n');
      if (fence < 0) {
        boolean refused = !error.isEmpty() && !error.endsWith("No such file or directory");
        boolean known = !refused || error.endsWith("Not a directory");
        readings.attributes(
            read, known ? new Reading.Absent<>() : new Reading.Refused<>(reason(error)));
      } else {
        readings.attributes(
            read, new Reading.Present<>(attributes(lines.substring(0, fence), read)));
      }
    }
  }

  private static Readings.Attributes attributes(String line, Read.Attributes read) throws Garbled {
    String[] words = line.split(" ", 8);
    try {
      int bits = Integer.parseInt(words[0], 16);
      return new Readings.Attributes(
          kind(bits),
          Readings.Attributes.digits(bits & 07777),
          words[5],
          words[6],
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]),
          Long.parseLong(words[4]));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new Garbled("the host's `stat` answered `" + line + "` about " + read.path());
    }
  }

  private static Readings.Attributes.Kind kind(int bits) {
    return switch (bits & 0170000) {
      case 0040000 -> Readings.Attributes.Kind.DIRECTORY;
      case 0120000 -> Readings.Attributes.Kind.LINK;
      case 0060000 -> Readings.Attributes.Kind.BLOCK;
      case 0020000 -> Readings.Attributes.Kind.CHARACTER;
      case 0010000 -> Readings.Attributes.Kind.FIFO;
      case 0140000 -> Readings.Attributes.Kind.SOCKET;
      default -> Readings.Attributes.Kind.FILE;
    };
  }

  private void links() throws Garbled {
    for (Read.Link read : ProbeScript.of(probe, Read.Link.class)) {
      String answer = text(latin1(require(out.until("\0"), read.path())));
      readings.link(
          read,
          answer.startsWith("E")
              ? new Reading.Present<>(answer.length() == 1 ? "/" : answer.substring(1))
              : new Reading.Absent<>());
    }
  }

  private void commands() throws Garbled {
    int number = 0;
    for (Read read : ProbeScript.commandsOf(probe)) {
      number++;
      String what = read instanceof Read.Run run ? run.tools().get(0) : "a command";
      String fence = "\n" + token + " c " + number;
      byte[] stdout = require(out.until(fence + " "), what);
      String exit = latin1(require(out.until("\n"), what));
      byte[] stderr = require(err.until(fence + "\n"), what);
      if (read instanceof Read.Process process) {
        List<Readings.Found> found =
            ProcessLines.parse(output(stdout), utf8(stderr), token)
                .orElseThrow(() -> new Garbled("the host answered otherwise about lines of files"));
        readings.processes(process, found);
        continue;
      }
      if (exit.equals("-")) {
        readings.output(read, new Reading.Absent<>());
      } else if (exit.equals("137")) {
        readings.output(read, new Reading.Refused<>(what + " did not end within its time"));
      } else {
        readings.output(
            read,
            new Reading.Present<>(
                new Readings.Output(what, number(exit, what), output(stdout), utf8(stderr))));
      }
    }
  }

  /** A command may write before the shell that started it tells its number, and between. */
  private String output(byte[] stdout) {
    String all = latin1(stdout);
    int start = all.indexOf("\n" + token + " p ");
    int end = start < 0 ? -1 : all.indexOf('\n', start + 1);
    return text(end < 0 ? all : all.substring(0, start) + all.substring(end + 1));
  }

  private static int number(String exit, String what) throws Garbled {
    if (!exit.matches("[0-9]{1,3}")) {
      throw new Garbled("the host answered with exit `" + exit + "` of " + what);
    }
    return Integer.parseInt(exit);
  }

  private static byte[] require(byte[] bytes, String what) throws Garbled {
    if (bytes == null) {
      throw new Garbled("the host's answer breaks off at " + what);
    }
    return bytes;
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Names travel as bytes; what is UTF-8 among them is read so. */
  private static String text(String latin1) {
    return utf8(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String utf8(byte[] bytes) {
    return Readings.decode(Content.of(bytes));
  }
}
