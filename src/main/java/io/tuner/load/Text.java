package io.tuner.load;

import io.tuner.text.Source;
import io.tuner.text.Span;

/**
 * The text of a file to be read.
 *
 * @param source as diagnostics show it, secrets starred
 * @param content as it is, of the same length
 */
record Text(Source source, String content) {

  static Text of(String name, String content) {
    return new Text(Masked.source(name, content), content);
  }

  Span start() {
    return Span.start(source);
  }
}
