package io.tuner.apply;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What surrounds a change.
 *
 * @param notified handlers to remember before it, by file name
 * @param done the handler that is done with it
 * @param undone the journal entries ({@code RUN/NNNN}) it takes back, oldest first
 */
record Before(Map<String, String> notified, Optional<String> done, List<String> undone) {
  static final Before NOTHING =
      new Before(Map.of(), Optional.empty(), List.of());
}
