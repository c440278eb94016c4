package io.tuner.resources;

import io.tuner.resource.Described;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Awkward types, drawn only as far as the contract must hold them. */
class SketchesTest {

  @TestFactory
  Stream<DynamicTest> sketches() {
    return Stream.of(NodeosState.class)
        .map(SketchesTest::described)
        .flatMap(
            type -> {
              List<Transcript> all = TranscriptsTest.transcripts("sketch/" + type.name());
              return all.stream().map(t -> TranscriptsTest.test(type, t));
            });
  }

  private static Described described(Class<? extends Record> type) {
    return Described.of(type);
  }
}
