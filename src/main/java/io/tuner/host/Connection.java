package io.tuner.host;

/** A host that has been reached. Several threads may start commands side by side. */
public interface Connection extends AutoCloseable {

  /** What stands before every path on the host: empty on a real one, a directory in a sandbox. */
  String root();

  /**
   * Starts a shell that reads {@code <bytes>\n<script>} from its standard input and runs it, with
   * the rest of its input left open; through sudo where asked for. Returns when the script may be
   * sent.
   *
   * @throws Unreachable also where sudo refuses
   */
  Exec start(Become become) throws Unreachable;

  /** Ends every command that still runs, and the connection. */
  @Override
  void close();
}
