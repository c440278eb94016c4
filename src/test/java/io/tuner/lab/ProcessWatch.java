package io.tuner.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;

/**
 * Looks through the process list for as long as it is open, again and again: arguments and
 * environments of every process of this machine, those of the lab's hosts among them.
 */
final class ProcessWatch implements AutoCloseable {
  private final Pattern wanted;
  private final Set<String> found = new ConcurrentSkipListSet<>();
  private final Set<String> programs = new ConcurrentSkipListSet<>();
  private final Thread thread = new Thread(this::look, "process watch");
  private volatile boolean open = true;

  ProcessWatch(Pattern wanted) {
    this.wanted = wanted;
    thread.setDaemon(true);
    thread.start();
  }

  /** Each file of a process that held what was looked for, with what it held. */
  Set<String> found() {
    return new TreeSet<>(found);
  }

  /** The first word of every process that was seen: a watch that saw nothing proves nothing. */
  Set<String> programs() {
    return new TreeSet<>(programs);
  }

  private void look() {
    while (open) {
      try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
        for (Path process : processes) {
          look(process, "cmdline");
          look(process, "environ");
        }
      } catch (IOException e) {
        found.add("/proc cannot be listed: " + e);
      }
    }
  }

  private void look(Path process, String name) {
    String text;
    try {
      text = Files.readString(process.resolve(name), StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return;
    }
    if (name.equals("cmdline") && !text.isEmpty()) {
      programs.add(text.split("\0", 2)[0]);
    }
    if (wanted.matcher(text).find()) {
      found.add(process.resolve(name) + ": " + text.replace('\0', ' '));
    }
  }

  @Override
  public void close() {
    open = false;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
