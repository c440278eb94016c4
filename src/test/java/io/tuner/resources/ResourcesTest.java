package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Described;
import org.junit.jupiter.api.Test;

class ResourcesTest {

  /** A type is found by its class's name before its annotations are read. */
  @Test
  void everyTypeIsFoundByItsName() {
    assertThat(Resources.all())
        .isNotEmpty()
        .allSatisfy(type -> assertThat(Resources.find(type.name())).contains(type));
  }

  @Test
  void namesOfSeveralWordsHaveUnderscores() {
    assertThat(Resources.find("block_queue").map(Described::record)).contains(BlockQueue.class);
    assertThat(Resources.find("BlockQueue")).isEmpty();
  }
}
