package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.Optional;

/** A piece of a playbook that no file holds, such as an example. */
public final class Fragment {

  private Fragment() {}

  /** What it says; empty where it is no YAML. */
  public static Optional<Tree> read(String text) {
    return YamlReader.read(Text.of("example", text), new Diagnostics());
  }
}
