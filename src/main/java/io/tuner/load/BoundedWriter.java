package io.tuner.load;

import java.io.IOException;
import java.io.Writer;

/** Takes what a template writes, up to a limit. */
final class BoundedWriter extends Writer {

  private static final int LIMIT = 16 << 20;

  /** More was written than may be. */
  static final class Full extends IOException {
    private static final long serialVersionUID = 1L;

    Full() {
      super("the template writes more than " + (LIMIT >> 20) + " MiB");
    }
  }

  private final StringBuilder text = new StringBuilder();

  @Override
  public void write(char[] buffer, int offset, int length) throws IOException {
    if (length > LIMIT - text.length()) {
      throw new Full();
    }
    text.append(buffer, offset, length);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public String toString() {
    return text.toString();
  }
}
