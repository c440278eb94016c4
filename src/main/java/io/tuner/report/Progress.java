package io.tuner.report;

/**
 * What a run says of itself while it works. Called by many threads; never throws, never waits for a
 * host.
 */
public interface Progress {

  /** Work on a host begins. */
  void hostStarted(String host);

  /** What a host is at: {@code connecting}, {@code probing}, {@code applying 3/7 sysctl[…]}. */
  void hostPhase(String host, String phase);

  /** A host is done; {@code status} as the report says it. */
  void hostDone(String host, String status);

  /** Writes something else to the same stream: nothing of the progress stands in its way. */
  void aside(Runnable output);

  /** What was begun is done, and what was drawn is gone. The next phase of a host begins anew. */
  void finished();

  /** Says nothing. */
  static Progress silent() {
    return new Progress() {
      @Override
      public void hostStarted(String host) {}

      @Override
      public void hostPhase(String host, String phase) {}

      @Override
      public void hostDone(String host, String status) {}

      @Override
      public void aside(Runnable output) {
        output.run();
      }

      @Override
      public void finished() {}
    };
  }
}
