package io.tuner.load;

import freemarker.cache.TemplateLoader;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The directory {@code templates/} beside a playbook: all that a template can include. Nothing
 * outside it is read, by whatever links or dots.
 */
final class TemplateDirectory implements TemplateLoader {

  private final Path directory;
  private final SourceFiles files;
  private final Map<String, Text> texts = new HashMap<>();

  TemplateDirectory(Path playbookDirectory, SourceFiles files) {
    this.directory = playbookDirectory.resolve("templates");
    this.files = files;
  }

  /** A template that was included, for places. */
  Optional<Source> source(String name) {
    return Optional.ofNullable(texts.get(name)).map(Text::source);
  }

  @Override
  public Object findTemplateSource(String name) throws IOException {
    Text known = texts.get(name);
    if (known != null) {
      return known;
    }
    Path path = directory.resolve(name);
    Path actual = files.actual(path);
    if (!Files.isRegularFile(actual)) {
      return null;
    }
    Path root = files.actual(directory).toRealPath();
    if (!actual.toRealPath().startsWith(root)) {
      return null;
    }
    Diagnostics faults = new Diagnostics();
    Optional<Text> text = files.text(path, Span.NONE, faults);
    text.ifPresent(found -> texts.put(name, found));
    return text.orElse(null);
  }

  @Override
  public long getLastModified(Object source) {
    return 0;
  }

  @Override
  public Reader getReader(Object source, String encoding) {
    return new StringReader(((Text) source).content());
  }

  @Override
  public void closeTemplateSource(Object source) {}
}
