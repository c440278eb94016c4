package io.tuner.resource;

import io.tuner.text.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One thing to read on a host; the closed vocabulary that probes are made of.
 *
 * <p>Readings are kept by them. Those that every run reads have their {@code equals} and {@code
 * hashCode} written out: a record's own are put together when they are first called, which costs
 * each start 2 to 3 ms for every one of them.
 */
public sealed interface Read {

  /** The most that is read of one file where nothing else is said, in bytes. */
  int LIMIT = 1 << 20;

  /** The content of a file, a kernel attribute included; at most 1 MiB. */
  record File(String path) implements Read {
    public File {
      path = Paths.absolute(path);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof File that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
    }
  }

  /**
   * The content of every file that a shell pattern names: {@code /etc/sysctl.d/*.conf}.
   *
   * @param pattern of their paths; two of one pattern are one
   * @param limit the most that is read of each, in bytes; a larger file is refused
   */
  record Glob(String pattern, int limit) implements Read {
    private static final Pattern SAFE = Pattern.compile("/[A-Za-z0-9_/.*?@:+,=\\[\\]-]*");

    public Glob {
      if (!SAFE.matcher(pattern).matches()) {
        throw new IllegalArgumentException("not a pattern that may reach a shell: " + pattern);
      }
    }

    /** Of files of at most 1 MiB each. */
    public Glob(String pattern) {
      this(pattern, LIMIT);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Glob that && pattern.equals(that.pattern);
    }

    @Override
    public int hashCode() {
      return pattern.hashCode();
    }
  }

  /**
   * Type, mode, owner and size.
   *
   * @param path of what
   * @param followed true for what a symbolic link leads to, false for the path itself
   */
  record Attributes(String path, boolean followed) implements Read {
    public Attributes {
      path = Paths.absolute(path);
    }

    /** Of the path itself. */
    public Attributes(String path) {
      this(path, false);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Attributes that
          && path.equals(that.path)
          && followed == that.followed;
    }

    @Override
    public int hashCode() {
      return path.hashCode() + (followed ? 1 : 0);
    }
  }

  /**
   * Where a path leads.
   *
   * @param path of what
   * @param followed true for the end of every symbolic link in it, where a link at the path itself
   *     may lead to what is not there; false for what that link says, word for word (readlink(1)),
   *     absent where there is no link
   */
  record Link(String path, boolean followed) implements Read {
    public Link {
      path = Paths.absolute(path);
    }

    /** Where it leads in the end. */
    public Link(String path) {
      this(path, true);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Link that && path.equals(that.path) && followed == that.followed;
    }

    @Override
    public int hashCode() {
      return path.hashCode() + (followed ? 1 : 0);
    }
  }

  /**
   * The output of a command that changes nothing.
   *
   * @param tools its names, the first that is installed is taken; a name with a slash is a path
   * @param arguments each one word, whatever is in it
   * @param input what it gets on its standard input; may hold a secret
   */
  record Run(List<String> tools, List<String> arguments, Optional<Secret> input) implements Read {
    public Run {
      tools = List.copyOf(tools);
      arguments = List.copyOf(arguments);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Run that
          && tools.equals(that.tools)
          && arguments.equals(that.arguments)
          && input.equals(that.input);
    }

    @Override
    public int hashCode() {
      return (tools.hashCode() * 31 + arguments.hashCode()) * 31 + input.hashCode();
    }
  }

  /**
   * A user's own question to the host's shell (the {@code unless} of a command); its text is shown
   * in every dry run.
   */
  record Ask(String command) implements Read {
    @Override
    public boolean equals(Object other) {
      return other instanceof Ask that && command.equals(that.command);
    }

    @Override
    public int hashCode() {
      return command.hashCode();
    }
  }

  /**
   * The processes that a selector finds, each with some of its files.
   *
   * @param selector which
   * @param files names below /proc/PID, such as status; with a star between task and status, those
   *     of every thread
   * @param words only the lines that hold one of these are read, and the host looks for them, so
   *     that the file may have any size; none for whole files of at most 1 MiB
   */
  record Process(Selector selector, List<String> files, List<String> words) implements Read {
    public Process {
      files = List.copyOf(files);
      words = List.copyOf(words);
      if (words.stream().anyMatch(word -> word.isEmpty() || word.contains("\n"))) {
        throw new IllegalArgumentException("not a word of a line");
      }
      for (String file : files) {
        if (!file.matches("[a-z_]+(/\\*/[a-z_]+)?")) {
          throw new IllegalArgumentException("not a file below /proc/PID: " + file);
        }
      }
    }

    /** Of whole files. */
    public Process(Selector selector, List<String> files) {
      this(selector, files, List.of());
    }
  }

  /** How processes are found. */
  record Selector(Kind kind, String value) {
    /** The ways. */
    public enum Kind {
      /** By /proc/PID/comm, at most 15 characters. */
      COMMAND,
      /** By the systemd unit in /proc/PID/cgroup. */
      UNIT,
      /** By a file that holds the number. */
      PID_FILE
    }
  }

  /**
   * A request from the control machine to a management controller.
   *
   * @param method GET for a probe
   * @param url with https
   * @param user of the basic authentication
   * @param password of the same
   * @param verifyTls false only where the task says so
   * @param headers further ones
   * @param body JSON, or empty
   * @param follow JSON pointers (RFC 6901): each names the string in an answer that is the next URL
   *     to ask, until the last one's answer; what is asked on the way is asked once a host. A star
   *     and a word in place of an index ({@code /Members/*Bios/@odata.id}) take the first element
   *     whose string has that word, in letters of either size
   */
  record Http(
      String method,
      String url,
      String user,
      Secret password,
      boolean verifyTls,
      Map<String, String> headers,
      Optional<String> body,
      List<String> follow)
      implements Read {
    public Http {
      headers = Map.copyOf(headers);
      follow = List.copyOf(follow);
    }
  }
}
