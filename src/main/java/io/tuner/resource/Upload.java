package io.tuner.resource;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of the control machine that is sent as it is, however large, and known by its digest. In a
 * playbook it is the file's path; loading adds digest and size.
 *
 * @param path on the control machine
 * @param sha256 in lower-case hexadecimal
 * @param size in bytes
 */
public record Upload(String path, String sha256, long size) {

  private static final Pattern FORM = Pattern.compile("(.+) sha256:([0-9a-f]{64}) ([0-9]{1,18})");

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException where it is not of that form
   */
  public static Upload parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("`" + text + "` is not a file that was read");
    }
    return new Upload(matcher.group(1), matcher.group(2), Long.parseLong(matcher.group(3)));
  }

  @Override
  public String toString() {
    return path + " sha256:" + sha256 + " " + size;
  }
}
