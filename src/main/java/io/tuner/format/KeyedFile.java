package io.tuner.format;

import java.util.Map;
import java.util.Optional;

/** A file in which a line sets a key, and which can be edited key by key. */
public interface KeyedFile {

  /** What the file sets each key to. */
  Map<String, String> values();

  /** With this value of a key, or without the key; no other line changes. */
  KeyedFile with(String key, Optional<String> value);

  /**
   * The file.
   *
   * @throws Refusal if a key or value cannot be written in it
   */
  String text() throws Refusal;
}
