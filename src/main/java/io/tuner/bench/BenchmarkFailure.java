package io.tuner.bench;

/**
 * What fails a run besides its tasks: a benchmark that told no number, or an expectation that
 * nothing can be said of.
 *
 * @param host where it was to run
 * @param benchmark its name, with the point of the matrix
 * @param reason what of it failed: {@code could not be measured: fio is not installed}
 */
public record BenchmarkFailure(String host, String benchmark, String reason) {

  /** {@code db1: fio randread 4k could not be measured: fio is not installed}. */
  public String sentence() {
    return host + ": " + benchmark + " " + reason;
  }
}
