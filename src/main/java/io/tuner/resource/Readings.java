package io.tuner.resource;

import io.tuner.text.Secret;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What a host answered to a probe. Asking for what was not probed is a fault of the resource, and
 * said as one.
 */
public final class Readings {

  /**
   * What `stat` tells of a path (stat(1), inode(7)).
   *
   * @param links how many names what is there has (hard links); of a directory it tells nothing
   */
  public record Attributes(
      Kind kind,
      String mode,
      String owner,
      String group,
      long uid,
      long gid,
      long size,
      long links) {

    /** Of what has one name. */
    public Attributes(
        Kind kind, String mode, String owner, String group, long uid, long gid, long size) {
      this(kind, mode, owner, group, uid, gid, size, 1);
    }

    /** The kinds of path there are. */
    public enum Kind {
      FILE,
      DIRECTORY,
      LINK,
      BLOCK,
      CHARACTER,
      FIFO,
      SOCKET
    }

    /** Permissions in four octal digits, as {@link #mode} has them. */
    public static String digits(int permissions) {
      String octal = Integer.toOctalString(permissions);
      return "0000".substring(Math.min(4, octal.length())) + octal;
    }
  }

  /** What a command gave. */
  public record Output(String tool, int exit, String stdout, String stderr) {}

  /** A process: its number and the files that were asked for, by name below /proc/PID. */
  public record Found(int pid, Map<String, Reading<Content>> files) {}

  /**
   * What a management controller answered.
   *
   * @param url where it was asked in the end
   * @param headers names in lower case
   */
  public record Answer(String url, int status, Map<String, String> headers, String body) {}

  private final Map<Read, Object> values;

  private Readings(Map<Read, Object> values) {
    this.values = values;
  }

  /** Collects readings; used by the engine and by tests. */
  public static final class Builder {
    private final Map<Read, Object> values = new HashMap<>();

    public Builder file(Read.File read, Reading<Content> reading) {
      values.put(read, reading);
      return this;
    }

    public Builder glob(Read.Glob read, SortedMap<String, Reading<Content>> files) {
      values.put(read, files);
      return this;
    }

    public Builder attributes(Read.Attributes read, Reading<Attributes> reading) {
      values.put(read, reading);
      return this;
    }

    public Builder link(Read.Link read, Reading<String> reading) {
      values.put(read, reading);
      return this;
    }

    /** The answer to {@link Read.Run} or {@link Read.Ask}; absent where no tool is installed. */
    public Builder output(Read read, Reading<Output> reading) {
      values.put(read, reading);
      return this;
    }

    public Builder processes(Read.Process read, List<Found> found) {
      values.put(read, List.copyOf(found));
      return this;
    }

    public Builder answer(Read.Http read, Reading<Answer> reading) {
      values.put(read, reading);
      return this;
    }

    public Builder addAll(Readings other) {
      values.putAll(other.values);
      return this;
    }

    public Readings build() {
      return new Readings(Map.copyOf(values));
    }
  }

  /** True where that was read. */
  public boolean has(Read read) {
    return values.containsKey(read);
  }

  /** A file's bytes. */
  public Reading<Content> file(String path) {
    return get(new Read.File(path));
  }

  /**
   * A file's text, without the line end a kernel attribute has; empty where there is no such file.
   */
  public Optional<String> line(String path) throws ProbeFailed {
    return text(path)
        .map(text -> text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
  }

  /** A file's text as it is, bytes that are no UTF-8 included as ISO 8859-1. */
  public Optional<String> text(String path) throws ProbeFailed {
    return file(path).known(path).map(Readings::decode);
  }

  /** The files a pattern names, by path. */
  public SortedMap<String, Reading<Content>> glob(String pattern) {
    return get(new Read.Glob(pattern));
  }

  public Reading<Attributes> attributes(String path) {
    return get(new Read.Attributes(path));
  }

  /** The attributes of what a link at the path leads to. */
  public Reading<Attributes> followedAttributes(String path) {
    return get(new Read.Attributes(path, true));
  }

  public Reading<String> link(String path) {
    return get(new Read.Link(path));
  }

  /** The words of the link at the path. */
  public Reading<String> linkText(String path) {
    return get(new Read.Link(path, false));
  }

  /** What a command of one tool gave. */
  public Reading<Output> run(String tool, String... arguments) {
    return runFirst(List.of(tool), List.of(arguments), Optional.empty());
  }

  public Reading<Output> runFirst(
      List<String> tools, List<String> arguments, Optional<Secret> input) {
    return get(new Read.Run(tools, arguments, input));
  }

  public Reading<Output> ask(String command) {
    return get(new Read.Ask(command));
  }

  public List<Found> processes(Read.Selector selector, String... files) {
    return get(new Read.Process(selector, List.of(files)));
  }

  /** The processes found, each with the lines of a file that hold one of these words. */
  public List<Found> lines(Read.Selector selector, String file, List<String> words) {
    return get(new Read.Process(selector, List.of(file), words));
  }

  public Reading<Answer> answer(Read.Http request) {
    return get(request);
  }

  /** The text of a content: UTF-8 where it is, else byte by byte. */
  public static String decode(Content content) {
    return content.text().orElseGet(() -> new String(content.bytes(), StandardCharsets.ISO_8859_1));
  }

  @SuppressWarnings("unchecked")
  private <T> T get(Read read) {
    Object value = values.get(read);
    if (value == null) {
      throw new IllegalStateException("a resource asks for what it did not probe: " + read);
    }
    return (T) value;
  }
}
