package io.tuner.lab;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one session did, from a log of {@code strace -f -yy}: the login shell and all below it, from
 * the shell's start on. What comes before is sshd's.
 */
public final class SystemCalls {
  private static final Pattern LINE = Pattern.compile("(\\d+)\\s+(.*)");
  private static final Pattern RESUMED = Pattern.compile("<\\.\\.\\. (\\w+) resumed>(.*)");
  private static final Pattern CALL = Pattern.compile("(\\w+)\\((.*)\\)\\s+= (-?\\w+)(.*)");
  private static final String UNFINISHED = " <unfinished ...>";

  private final List<SystemCall> calls;

  private SystemCalls(List<SystemCall> calls) {
    this.calls = List.copyOf(calls);
  }

  /**
   * One call.
   *
   * @param process who made it
   * @param program the file name of the program it ran then
   * @param name of the call
   * @param arguments as strace prints them
   * @param result its first word
   * @param text the whole line
   */
  record SystemCall(
      int process, String program, String name, String arguments, String result, String text) {}

  /**
   * Reads a log.
   *
   * @param session the process that became the login shell
   */
  public static SystemCalls parse(int session, List<String> log) {
    Map<Integer, String> programs = new HashMap<>();
    List<SystemCall> calls = new ArrayList<>();
    boolean started = false;
    for (Joined line : join(log)) {
      Matcher call = CALL.matcher(line.text());
      if (!call.matches()) {
        continue;
      }
      String name = call.group(1);
      String result = call.group(3);
      started |= line.process() == session && name.equals("execve") && result.equals("0");
      if (!started) {
        continue;
      }
      if (name.equals("execve") && result.equals("0")) {
        programs.put(line.process(), program(call.group(2)));
      }
      String program = programs.getOrDefault(line.process(), "?");
      calls.add(
          new SystemCall(
              line.process(),
              program,
              name,
              call.group(2),
              result,
              line.process() + " " + program + ": " + line.text()));
      if (Set.of("clone", "clone3", "fork", "vfork").contains(name) && result.matches("\\d+")) {
        programs.put(Integer.parseInt(result), program);
      }
    }
    return new SystemCalls(calls);
  }

  /** Every program that was started, in order, by the path it was found at. */
  public List<String> programs() {
    return calls.stream()
        .filter(call -> call.name().equals("execve") && call.result().equals("0"))
        .map(call -> call.arguments().replaceFirst("^\"([^\"]*)\".*", "$1"))
        .toList();
  }

  /**
   * The calls that change, or would change, something outside the session's own processes, tried or
   * done: files, mounts, attributes, settings of devices, of the network, of other processes, and
   * requests to systemd. What sudo does for itself (its time stamp, the log, the terminal) does not
   * count.
   */
  public List<String> changes() {
    Set<Integer> own = new HashSet<>();
    calls.forEach(call -> own.add(call.process()));
    return calls.stream()
        .filter(call -> ChangingCalls.changes(call, own))
        .map(SystemCall::text)
        .toList();
  }

  private static String program(String arguments) {
    String path = arguments.replaceFirst("^\"([^\"]*)\".*", "$1");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private record Joined(int process, String text) {}

  /**
   * Puts the two halves of a call that others interrupted together, where its first half stood: for
   * a new process's first calls come before the end of the call that made it, but a program is only
   * known by what happened first. A call that makes a process therefore comes before all that the
   * process does.
   */
  private static List<Joined> join(List<String> log) {
    List<Joined> lines = new ArrayList<>();
    Map<Integer, Deque<Integer>> open = new HashMap<>();
    for (String line : log) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        continue;
      }
      int process = Integer.parseInt(matcher.group(1));
      String text = matcher.group(2);
      Matcher resumed = RESUMED.matcher(text);
      if (resumed.matches()) {
        Deque<Integer> starts = open.get(process);
        if (starts != null && !starts.isEmpty()) {
          int at = starts.pop();
          String start = lines.get(at).text();
          lines.set(at, new Joined(process, start + resumed.group(2).stripLeading()));
        }
      } else if (text.endsWith(UNFINISHED)) {
        open.computeIfAbsent(process, key -> new ArrayDeque<>()).push(lines.size());
        lines.add(new Joined(process, text.substring(0, text.length() - UNFINISHED.length())));
      } else {
        lines.add(new Joined(process, text));
      }
    }
    return lines;
  }
}
