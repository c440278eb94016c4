package io.tuner.host;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts scripts on this machine. */
final class LocalConnection implements Connection {

  private final LocalHost host;
  private final Set<LocalExec> open = ConcurrentHashMap.newKeySet();

  LocalConnection(LocalHost host) {
    this.host = host;
  }

  @Override
  public String root() {
    return host.settings().root();
  }

  @Override
  public Exec start(Become become) throws Unreachable {
    String user = System.getProperty("user.name");
    return new Starter(host.name(), Optional.of(user), host.settings())
        .start(become, host.settings().commandTimeout(), this::start);
  }

  private Exec start(String command) throws Unreachable {
    try {
      LocalExec exec = new LocalExec(host.name(), process(command, root()), host, open::remove);
      open.add(exec);
      return exec;
    } catch (IOException e) {
      throw new Unreachable(
          Unreachable.Kind.REFUSED, host.name() + ": cannot start sh: " + e.getMessage(), "");
    }
  }

  /**
   * A shell in a process group of its own, for a script's guard kills its whole group; in a clean
   * environment, as a login over SSH would give it.
   */
  static Process process(String command, String root) throws IOException {
    List<String> words =
        installed("setsid")
            ? List.of("setsid", "sh", "-c", command)
            : List.of("sh", "-c", IN_A_JOB, "sh", command);
    ProcessBuilder builder = new ProcessBuilder(words);
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(Set.of("HOME", "USER", "LOGNAME", "SHELL"));
    environment.put("PATH", PATH);
    if (!root.isEmpty()) {
      environment.put("R", root);
    }
    return builder.start();
  }

  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** Job control gives every job its own group; a shell that refuses it must not go on. */
  static final String IN_A_JOB =
      "set -m; case $- in *m*) ;; *) echo 'setsid (util-linux) is not installed' >&2; exit 126;; esac;"
          + " sh -c \"$1\" <&0 & wait $!";

  static boolean installed(String tool) {
    for (String directory : PATH.split(":")) {
      if (new File(directory, tool).canExecute()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    open.forEach(LocalExec::close);
  }
}
