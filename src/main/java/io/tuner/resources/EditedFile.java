package io.tuner.resources;

import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A file of which a task owns a part: the part is the state, the whole text goes with it as
 * context, so that several tasks can share the file.
 *
 * @param path on the host
 * @param content whole; empty where there is no such file
 */
record EditedFile(String path, Optional<Content> content) {

  /** Makes a text hold the part that a state speaks of; an empty text is that of no file. */
  interface Edit {
    String apply(Text text) throws Refusal;
  }

  /**
   * A text to edit, and the form that values have in it: a file that is no UTF-8 is edited byte by
   * byte.
   */
  record Text(String all, Charset charset) {
    String form(String value) {
      return new String(value.getBytes(StandardCharsets.UTF_8), charset);
    }

    String value(String form) {
      return new String(form.getBytes(charset), StandardCharsets.UTF_8);
    }
  }

  static Text text(Optional<Content> content) {
    boolean unicode = content.isEmpty() || content.get().text().isPresent();
    return new Text(
        content.map(Readings::decode).orElse(""),
        unicode ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  /** The content after an edit; none where there was none and the edit adds nothing. */
  static Optional<Content> edited(Optional<Content> content, Edit edit) throws Refusal {
    Text text = text(content);
    String all = edit.apply(text);
    return content.isEmpty() && all.isEmpty()
        ? Optional.empty()
        : Optional.of(Content.of(all.getBytes(text.charset())));
  }

  /**
   * The way from this file to the part of another state. Where {@code forth}, the edit that made
   * this file's part, leads from the other's text to this one, nobody else changed it, and the
   * other's text is taken whole: so a rollback gives back every byte. Otherwise this text is
   * edited.
   *
   * @param wanted the other state's text, perhaps older
   * @param forth makes a text hold this file's part
   * @param back makes a text hold the other state's part
   */
  Script to(Optional<Content> wanted, Edit forth, Edit back) {
    try {
      boolean untouched = edited(wanted, forth).equals(content);
      Optional<Content> result = untouched ? wanted : edited(content, back);
      if (result.equals(content)) {
        return Script.empty();
      }
      return result
          .map(text -> Script.empty().replaceFile(path, text))
          .orElseGet(() -> Script.empty().removeFile(path));
    } catch (Refusal refusal) {
      return Script.impossible(path + ": " + refusal.getMessage());
    }
  }
}
