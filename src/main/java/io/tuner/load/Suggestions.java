package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Span;
import io.tuner.text.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Errors about a word that is not known, with the word that was probably meant. */
final class Suggestions {

  private static final int MOST_FILES = 1000;

  private Suggestions() {}

  /** An error at a place, with "did you mean" where a known word is near. */
  static Diagnostic error(Span span, String message, String word, Collection<String> known) {
    Diagnostic error = Diagnostic.error(span, message);
    List<String> others = known.stream().filter(name -> !name.equals(word)).toList();
    return word.length() > 200
        ? error
        : Suggestion.didYouMean(word, others).map(error::note).orElse(error);
  }

  /** "did you mean" for the name of a file that is not there. */
  static Optional<String> ofFile(String name, Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      List<String> names =
          files.limit(MOST_FILES).map(file -> String.valueOf(file.getFileName())).sorted().toList();
      return Suggestion.didYouMean(name, names);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
