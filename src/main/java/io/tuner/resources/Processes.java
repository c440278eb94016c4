package io.tuner.resources;

import io.tuner.resource.Read;

/** How processes are named in tasks. */
final class Processes {

  private Processes() {}

  /** By name; the kernel keeps 15 characters of it (proc_pid_comm(5)). */
  static Read.Selector named(String name) {
    return new Read.Selector(
        Read.Selector.Kind.COMMAND, name.substring(0, Math.min(15, name.length())));
  }

  /** By a file that holds the number. */
  static Read.Selector inFile(String path) {
    return new Read.Selector(Read.Selector.Kind.PID_FILE, path);
  }
}
