package io.tuner.resources;

import io.tuner.format.Preload;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.util.Optional;

/**
 * The file that says which libraries are preloaded.
 *
 * @param kind of file
 * @param path where it is
 */
record PreloadPlace(Kind kind, String path) {

  /** The places there are. */
  enum Kind {
    DROP_IN,
    ENVIRONMENT_FILE,
    WRAPPER
  }

  /** What it says; empty where it says nothing. */
  Optional<String> value(Optional<Content> content) throws Refusal {
    String text = EditedFile.text(content).all();
    return switch (kind) {
      case DROP_IN -> Preload.inDropIn(text);
      case ENVIRONMENT_FILE -> Preload.inEnvironmentFile(text);
      case WRAPPER -> Preload.inWrapper(text);
    };
  }

  /** Makes it say that. */
  EditedFile.Edit edit(Optional<String> value) {
    return text ->
        switch (kind) {
          case DROP_IN -> Preload.dropIn(text.all(), value);
          case ENVIRONMENT_FILE -> Preload.environmentFile(text.all(), value);
          case WRAPPER -> Preload.wrapper(value);
        };
  }

  /** The way from one content and value to another. */
  Script transition(
      Optional<Content> content,
      Optional<String> value,
      Optional<Content> wantedContent,
      Optional<String> wanted) {
    if (value.equals(wanted)) {
      return Script.empty();
    }
    Script script = new EditedFile(path, content).to(wantedContent, edit(value), edit(wanted));
    boolean program = kind == Kind.WRAPPER && wanted.isPresent();
    return program ? script.setOwnership(path, Step.Ownership.mode("0755")) : script;
  }

  Knob knob() {
    return Knob.of((kind == Kind.WRAPPER ? "file:" : Preload.VARIABLE + ":") + path);
  }
}
