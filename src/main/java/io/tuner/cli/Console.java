package io.tuner.cli;

import io.tuner.report.Style;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What surrounds a command: its streams and environment, the process's own or a test's.
 *
 * @param out where the result goes
 * @param err where progress, questions and errors go
 * @param in where answers come from
 * @param outIsTerminal true where somebody sees {@code out}
 * @param errIsTerminal true where somebody sees {@code err}
 * @param inIsTerminal true where somebody can answer
 * @param environment the environment variables
 */
record Console(
    PrintStream out,
    PrintStream err,
    BufferedReader in,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean inIsTerminal,
    Map<String, String> environment) {

  /** The console of this process; always UTF-8, for the locale of a cron job is often POSIX. */
  static Console ofProcess() {
    return new Console(
        stream(new Piped(new FileOutputStream(FileDescriptor.out))),
        stream(new FileOutputStream(FileDescriptor.err)),
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
        isTerminal(1),
        isTerminal(2),
        isTerminal(0),
        System.getenv());
  }

  /** How the result is coloured: on a terminal, unless NO_COLOR is set (no-color.org). */
  Style outStyle() {
    return style(outIsTerminal);
  }

  /** How errors and progress are coloured. */
  Style errStyle() {
    return style(errIsTerminal);
  }

  /**
   * Asks, and waits for a line; empty where input is at its end. Another thread reads, for a read
   * cannot be interrupted and Ctrl-C must not wait for an answer.
   */
  Optional<String> ask(String question) throws InterruptedException, IOException {
    err.print(question);
    err.flush();
    FutureTask<String> answer = new FutureTask<>(in::readLine);
    Thread reader = new Thread(answer, "answer");
    reader.setDaemon(true);
    reader.start();
    try {
      return Optional.ofNullable(answer.get());
    } catch (ExecutionException e) {
      throw new IOException("the answer cannot be read: " + e.getCause().getMessage(), e);
    }
  }

  private Style style(boolean terminal) {
    boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
    return terminal && !refused && !dumb ? Style.COLOUR : Style.PLAIN;
  }

  private static PrintStream stream(OutputStream out) {
    return new PrintStream(new BufferedOutputStream(out, 8192), true, StandardCharsets.UTF_8);
  }

  /** Where somebody reads no further, as {@code head} does, they have all that they wanted. */
  static final class Piped extends FilterOutputStream {
    Piped(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        // What strerror(3) says of EPIPE; Java has no other way to tell.
        if (!"Broken pipe".equals(e.getMessage())) {
          throw e;
        }
      }
    }
  }

  /**
   * Java 17 only tells whether input and output are both terminals, and later versions answer
   * otherwise; so the descriptor's name is asked where /proc has it.
   */
  private static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    if (!Files.isSymbolicLink(link)) {
      return System.console() != null;
    }
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException unreadable) {
      return false;
    }
  }
}
