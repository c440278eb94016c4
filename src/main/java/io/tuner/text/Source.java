package io.tuner.text;

import java.util.List;

/**
 * A text somebody wrote, kept so that a diagnostic can show the line it speaks of.
 *
 * @param name the path as the operator gave it
 * @param text the whole text
 */
public record Source(String name, String text) {

  /** The line of that number, counted from 1, without its line end; empty beyond the text. */
  public String line(int number) {
    List<String> lines = text.lines().toList();
    return number >= 1 && number <= lines.size() ? lines.get(number - 1) : "";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Source that && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
