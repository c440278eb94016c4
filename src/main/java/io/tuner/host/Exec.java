package io.tuner.host;

import java.io.IOException;

/** A shell that runs on a host: bytes go in, two streams come out. */
public interface Exec extends AutoCloseable {

  /**
   * Sends bytes to its standard input and flushes. Where its shell has ended, or the connection,
   * they are dropped: {@link Streams#await} then comes back closed, and {@link #lost} knows why.
   *
   * @throws IOException where it does not read them within the time of a command; it is ended then
   */
  void send(byte[] bytes) throws IOException;

  /** Ends its standard input; it may go on. */
  void endOfInput();

  /** What it has written so far. */
  Streams streams();

  /** For the caller whose {@link Streams#await} came back closed: what is known of the end. */
  Unreachable lost();

  /**
   * Ends it by force, with its process group: for a login shell that never came to the script, which
   * no guard is in yet. Where it can not be, it goes on.
   */
  void kill();

  /** Ends its standard input and takes no more output; what guards the script ends the rest. */
  @Override
  void close();
}
