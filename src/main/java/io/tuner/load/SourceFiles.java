package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Reads files of the control machine, each once, and keeps one digest over all of them. */
final class SourceFiles {

  /** The largest YAML, inventory or template: far above what people write. */
  static final long TEXT_LIMIT = 4L << 20;

  private final Path workingDirectory;
  private final Map<Path, Text> texts = new HashMap<>();
  private final Map<Path, byte[]> contents = new HashMap<>();
  private final MessageDigest digest = sha256();

  SourceFiles(Path workingDirectory) {
    this.workingDirectory = workingDirectory;
  }

  /** Where a path as the operator gave it leads. */
  Path actual(Path path) {
    return workingDirectory.resolve(path);
  }

  boolean isFile(Path path) {
    return Files.isRegularFile(actual(path));
  }

  boolean isDirectory(Path path) {
    return Files.isDirectory(actual(path));
  }

  /**
   * A file as text.
   *
   * @param asked where the path was written; {@link Span#NONE} where on the command line
   */
  Optional<Text> text(Path path, Span asked, Diagnostics diagnostics) {
    Text known = texts.get(actual(path));
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Text> read =
        bytes(path, TEXT_LIMIT, asked, diagnostics)
            .flatMap(bytes -> decode(path.toString(), bytes, diagnostics));
    read.ifPresent(text -> texts.put(actual(path), text));
    return read;
  }

  /** A file as bytes. */
  Optional<byte[]> bytes(Path path, long limit, Span asked, Diagnostics diagnostics) {
    Path actual = actual(path);
    byte[] known = contents.get(actual);
    if (known != null) {
      return Optional.of(known);
    }
    Span place = asked.isPlace() ? asked : new Span(new Source(path.toString(), ""), 0, 0, 1);
    try {
      if (!Files.isRegularFile(actual) && Files.exists(actual)) {
        diagnostics.error(
            place,
            Files.isDirectory(actual)
                ? "`" + path + "` is a directory, not a file"
                : "`" + path + "` is not a regular file");
        return Optional.empty();
      }
      try (InputStream in = Files.newInputStream(actual)) {
        byte[] bytes = in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
        if (bytes.length > limit) {
          diagnostics.error(
              place,
              "`" + path + "` is larger than " + (limit >> 20) + " MiB, the most that is read");
          return Optional.empty();
        }
        record(path.toString(), bytes);
        contents.put(actual, bytes);
        return Optional.of(bytes);
      }
    } catch (NoSuchFileException e) {
      diagnostics.add(missing(path, place));
    } catch (IOException e) {
      diagnostics.add(
          Diagnostic.error(place, "`" + path + "` cannot be read")
              .hint("check that its mode lets this user read it"));
    }
    return Optional.empty();
  }

  /**
   * Adds what was read otherwise, such as an upload or the output of an inventory, to the digest.
   */
  void record(String name, byte[] bytes) {
    digest.update(name.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    digest.update(ByteBuffer.allocate(8).putLong(bytes.length).array());
    digest.update(bytes);
  }

  /** SHA-256 over all that was read, in the order it was read. */
  String digest() {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Text from UTF-8 with or without its byte order mark. */
  static Optional<Text> decode(String name, byte[] bytes, Diagnostics diagnostics) {
    int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    CoderResult result =
        decoder.decode(ByteBuffer.wrap(bytes, start, bytes.length - start), out, true);
    String text = out.flip().toString();
    if (!result.isError()) {
      return Optional.of(Text.of(name, text));
    }
    boolean wide = startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF);
    Span span = Text.of(name, text).place(text.length(), 1);
    diagnostics.add(
        Diagnostic.error(
                span, wide ? "the file is UTF-16, not UTF-8" : "this byte is not UTF-8 text")
            .hint("save the file as UTF-8; `iconv -t UTF-8` turns one into it"));
    return Optional.empty();
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    byte[] wanted = new byte[mark.length];
    for (int i = 0; i < mark.length; i++) {
      wanted[i] = (byte) mark[i];
    }
    return bytes.length >= wanted.length
        && Arrays.equals(bytes, 0, wanted.length, wanted, 0, wanted.length);
  }

  private Diagnostic missing(Path path, Span place) {
    Diagnostic error = Diagnostic.error(place, "`" + path + "` does not exist");
    Path parent = actual(path).toAbsolutePath().getParent();
    Path name = path.getFileName();
    if (parent == null || name == null || !Files.isDirectory(parent)) {
      return error;
    }
    return Suggestions.ofFile(name.toString(), parent).map(error::note).orElse(error);
  }
}
