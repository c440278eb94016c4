package io.tuner.load;

import io.tuner.resource.Content;
import io.tuner.resource.Described;
import io.tuner.resource.Upload;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts the content of local files, or their digests, in place of their paths. */
final class LocalFiles {

  private static final long CONTENT_LIMIT = 16L << 20;

  private enum Form {
    CONTENT,
    RENDERED,
    UPLOAD
  }

  private final SourceFiles files;
  private final Map<Class<?>, Map<String, Form>> forms = new HashMap<>();
  private final Map<Path, Upload> uploads = new HashMap<>();

  LocalFiles(SourceFiles files) {
    this.files = files;
  }

  /** True where the type takes files of the control machine. */
  boolean any(Described described) {
    return !forms(described).isEmpty();
  }

  /** The parameters with files read; {@code directories} are searched in order. */
  Tree.Mapping read(
      Described described,
      Tree.Mapping parameters,
      List<Path> directories,
      Scope scope,
      Templates templates)
      throws Unrendered, FactsWanted {
    Map<String, Form> local = forms(described);
    if (parameters.entries().stream().noneMatch(e -> local.containsKey(e.key().text()))) {
      return parameters;
    }
    List<Tree.Entry> entries = new ArrayList<>();
    for (Tree.Entry entry : parameters.entries()) {
      Form form = local.get(entry.key().text());
      boolean path = form != null && entry.value() instanceof Tree.Scalar s && !s.isNull();
      entries.add(
          path
              ? new Tree.Entry(
                  entry.key(),
                  read(form, (Tree.Scalar) entry.value(), directories, scope, templates))
              : entry);
    }
    return new Tree.Mapping(parameters.span(), entries);
  }

  private Tree read(
      Form form, Tree.Scalar name, List<Path> directories, Scope scope, Templates templates)
      throws Unrendered, FactsWanted {
    Path path = find(name, directories, form);
    if (form == Form.UPLOAD) {
      return Tree.text(name.span(), upload(path, name.span()).toString());
    }
    Diagnostics faults = new Diagnostics();
    if (form == Form.CONTENT) {
      Optional<byte[]> bytes = files.bytes(path, CONTENT_LIMIT, name.span(), faults);
      if (bytes.isPresent()) {
        return Tree.text(name.span(), Content.of(bytes.get()).toString());
      }
    } else {
      Optional<Text> text = files.text(path, name.span(), faults);
      if (text.isPresent()) {
        Tree.Scalar rendered = templates.file(text.get(), scope);
        String content = Content.of(rendered.text()).toString();
        return new Tree.Scalar(name.span(), content, rendered.kind());
      }
    }
    throw new Unrendered(faults.sorted().get(0));
  }

  private Path find(Tree.Scalar name, List<Path> directories, Form form) throws Unrendered {
    if (name.text().isBlank() || name.text().indexOf('\0') >= 0) {
      throw new Unrendered(name.span(), "the path of a file is missing here");
    }
    List<String> folders =
        form == Form.RENDERED
            ? List.of("", "templates", "files")
            : List.of("", "files", "templates");
    for (Path directory : directories) {
      for (String folder : folders) {
        Path path = directory.resolve(folder).resolve(name.text());
        if (files.isFile(path)) {
          return path;
        }
      }
    }
    Diagnostic error = Diagnostic.error(name.span(), "`" + name.text() + "` is not there");
    for (Path directory : directories) {
      for (String folder : folders) {
        Path parent = files.actual(directory.resolve(folder).resolve(name.text())).getParent();
        Path last = Path.of(name.text()).getFileName();
        Optional<String> near =
            parent == null || last == null || !Files.isDirectory(parent)
                ? Optional.empty()
                : Suggestions.ofFile(last.toString(), parent);
        if (near.isPresent() && error.note().isEmpty()) {
          error = error.note(near.get());
        }
      }
    }
    throw new Unrendered(
        error.hint("it is looked for beside the playbook, and in files/ and templates/ there"));
  }

  private Upload upload(Path path, Span span) throws Unrendered {
    Path actual = files.actual(path).toAbsolutePath().normalize();
    Upload known = uploads.get(actual);
    if (known != null) {
      return known;
    }
    try (InputStream in = Files.newInputStream(actual)) {
      MessageDigest digest = SourceFiles.sha256();
      byte[] buffer = new byte[1 << 16];
      long size = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
        size += n;
      }
      byte[] sum = digest.digest();
      files.record(path.toString(), sum);
      Upload upload = new Upload(actual.toString(), HexFormat.of().formatHex(sum), size);
      uploads.put(actual, upload);
      return upload;
    } catch (IOException e) {
      throw new Unrendered(
          Diagnostic.error(span, "`" + path + "` cannot be read")
              .hint("check that its mode lets this user read it"));
    }
  }

  private Map<String, Form> forms(Described described) {
    return forms.computeIfAbsent(described.record(), type -> read(described));
  }

  private static Map<String, Form> read(Described described) {
    Map<String, Form> found = new LinkedHashMap<>();
    for (Described.Named parameter : described.parameters()) {
      if (parameter.inner() == Upload.class) {
        found.put(parameter.name(), Form.UPLOAD);
      } else if (parameter.localFile().isPresent()) {
        boolean rendered = parameter.localFile().get().rendered();
        found.put(parameter.name(), rendered ? Form.RENDERED : Form.CONTENT);
      }
    }
    return found;
  }
}
