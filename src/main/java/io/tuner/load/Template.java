package io.tuner.load;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.Optional;

/**
 * A text to render.
 *
 * @param scalar the text
 * @param file where it is a whole file and not a value in YAML
 */
record Template(Tree.Scalar scalar, Optional<Text> file) {

  /** The place of an offset of the text. */
  Span place(int offset, int length) {
    return file.map(text -> text.place(offset, length))
        .orElseGet(() -> Position.of(scalar, offset, length));
  }
}
