package io.tuner.resources;

import io.tuner.resource.Content;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The bytes of a file as lines of a transcript. Each line has {@code "| "} before it. A line that
 * ends with blanks is {@code |$ text $}; a last line without a line end is followed by {@code |\};
 * bytes that are no text are {@code |base64 …}.
 */
final class Block {

  private Block() {}

  /** Reads the content of lines that begin with {@code mark}. */
  static Content parse(List<String> lines, char mark) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean ended = true;
    for (String line : lines) {
      if (line.isEmpty() || line.charAt(0) != mark) {
        continue;
      }
      String text = line.substring(1);
      if (text.startsWith("base64 ")) {
        bytes.writeBytes(Base64.getDecoder().decode(text.substring(7).strip()));
        return Content.of(bytes.toByteArray());
      }
      if (text.equals("\\")) {
        ended = false;
        continue;
      }
      if (text.startsWith("$ ") && text.endsWith("$")) {
        text = " " + text.substring(2, text.length() - 1);
      }
      bytes.writeBytes((text.isEmpty() ? "" : text.substring(1)).getBytes(StandardCharsets.UTF_8));
      bytes.write('\n');
    }
    byte[] all = bytes.toByteArray();
    return Content.of(ended ? all : java.util.Arrays.copyOf(all, all.length - 1));
  }

  /** The lines of a content. */
  static List<String> show(Content content) {
    if (content.text().isEmpty()) {
      return List.of("|base64 " + Base64.getEncoder().encodeToString(content.bytes()));
    }
    String text = content.text().orElseThrow();
    List<String> out = new ArrayList<>();
    int start = 0;
    for (int feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', start)) {
      out.add(line(text.substring(start, feed)));
      start = feed + 1;
    }
    if (start < text.length()) {
      out.add(line(text.substring(start)));
      out.add("|\\");
    }
    return out;
  }

  private static String line(String text) {
    if (text.isEmpty()) {
      return "|";
    }
    return text.equals(text.stripTrailing()) ? "| " + text : "|$ " + text + "$";
  }
}
