package io.tuner.cli;

import io.tuner.report.JsonReport;
import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.List;

/** From the words of the command line to a command, and from its end to an exit code. */
final class Dispatch {

  /** As in pom.xml. */
  static final String VERSION = "0.1.0";

  private static final List<String> JSON = List.of("--output", "json");

  private final Console console;

  Dispatch(Console console) {
    this.console = console;
  }

  /**
   * Runs one command and answers with its exit code; never throws. A result that was lost, as on a
   * disk that is full, is a failure whatever came of the command.
   */
  int run(String... arguments) {
    int exit = ended(List.of(arguments));
    if (console.out().checkError()) {
      console.err().println("error: the result cannot be written to standard output");
      return exit == ExitCode.OK ? ExitCode.FAILED : exit;
    }
    return exit;
  }

  private int ended(List<String> words) {
    try {
      return run(words);
    } catch (Stop stop) {
      return ended(words, stop);
    } catch (IOException e) {
      return ended(words, Stop.failed(reason(e)));
    } catch (InterruptedException e) {
      return ended(words, ExitCode.INTERRUPTED, "interrupted\n", error("interrupted"));
    } catch (Exception | StackOverflowError e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      String bug = "this is a bug in tuner: " + trace;
      return ended(words, ExitCode.FAILED, "error: " + bug, error(bug));
    }
  }

  private static List<Diagnostic> error(String message) {
    return List.of(Diagnostic.error(Span.NONE, message.strip()));
  }

  private int ended(List<String> words, Stop stop) {
    return ended(words, stop.exitCode(), stop.getMessage(), stop.diagnostics());
  }

  /**
   * Tells why a command ended without a result; who asked for JSON gets one document all the same.
   */
  private int ended(List<String> words, int exit, String error, List<Diagnostic> errors) {
    console.err().print(error);
    if (words.contains("--output=json") || Collections.indexOfSubList(words, JSON) >= 0) {
      console.out().print(JsonReport.ofFailure(words.get(0), exit, error.strip(), errors));
    }
    console.out().flush();
    return exit;
  }

  private int run(List<String> arguments) throws Exception {
    String first = arguments.isEmpty() ? "" : arguments.get(0);
    switch (first) {
      case "" -> {
        console.err().print(Usage.overview());
        return ExitCode.USAGE;
      }
      case "--help", "-h" -> {
        console.out().print(Usage.overview());
        return ExitCode.OK;
      }
      case "--version", "-V" -> {
        console.out().println("tuner " + VERSION);
        return ExitCode.OK;
      }
      case "help" -> {
        return arguments.size() < 2 ? run("--help") : run(arguments.get(1), "--help");
      }
      default -> {
        return command(first, arguments.subList(1, arguments.size()));
      }
    }
  }

  private int command(String name, List<String> rest) throws Exception {
    if (name.startsWith("-")) {
      throw Stop.usage(
          "`" + name + "` stands before the command", "write `tuner COMMAND " + name + " …`");
    }
    Commands.Entry entry = Commands.find(name).orElseThrow(() -> Commands.unknown(name));
    Command command = entry.make().apply(console);
    Syntax syntax = new Syntax(name);
    command.declare(syntax);
    syntax.read(rest);
    if (syntax.helpAsked()) {
      console.out().print(Usage.of(entry, syntax));
      return ExitCode.OK;
    }
    return command.call();
  }

  /** Why a file could not be read or written. */
  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "`" + e.getMessage() + "` does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "`" + e.getMessage() + "` may not be opened by this user";
    }
    if (e instanceof FileSystemException file && file.getReason() != null) {
      return "`" + file.getFile() + "`: " + file.getReason();
    }
    return String.valueOf(e.getMessage());
  }
}
