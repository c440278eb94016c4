package io.tuner.resources;

import io.tuner.resource.Action;
import io.tuner.resource.Binder;
import io.tuner.resource.Codec;
import io.tuner.resource.Content;
import io.tuner.resource.Described;
import io.tuner.resource.LocalFile;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Unsupported;
import io.tuner.resource.Upload;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A type played through a transcript, without a host: what its sections should say. */
final class Rehearsal {

  /** What a resource made of the readings; a later part is absent where an earlier one failed. */
  record Played(
      Resource<Record> resource,
      WrittenHost host,
      Optional<Record> from,
      Optional<Record> to,
      Notes notes) {}

  private final Described described;
  private final Transcript transcript;
  private final Map<String, List<String>> sections = new LinkedHashMap<>();
  private Optional<Played> played = Optional.empty();

  private Rehearsal(Described described, Transcript transcript) {
    this.described = described;
    this.transcript = transcript;
  }

  static Rehearsal of(Described described, Transcript transcript) {
    Rehearsal rehearsal = new Rehearsal(described, transcript);
    rehearsal.play();
    return rehearsal;
  }

  /** The expectation sections as the type makes them now. */
  Map<String, List<String>> sections() {
    return sections;
  }

  /** What a resource did; empty for an action, and where the task is refused. */
  Optional<Played> played() {
    return played;
  }

  /** The task of a transcript, made; its faults are added to the diagnostics. */
  static Optional<Record> bind(
      Described described, Transcript transcript, Diagnostics diagnostics) {
    String yaml = String.join("\n", transcript.section("task")) + "\n";
    Tree task = YamlTree.parse(transcript.path().getFileName().toString(), yaml);
    return Binder.bind(described, withFiles(described, transcript, task), diagnostics);
  }

  private void play() {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Record> bound = bind(described, transcript, diagnostics);
    if (bound.isEmpty()) {
      List<String> errors = new ArrayList<>();
      diagnostics
          .sorted()
          .forEach(
              d -> {
                errors.add("error: " + d.message());
                d.hint().ifPresent(hint -> errors.add("hint: " + hint));
              });
      sections.put("plan", errors);
      return;
    }
    WrittenHost host = new WrittenHost(transcript.section("readings"));
    if (bound.get() instanceof Action action) {
      play(action, host);
    } else {
      play(resource(bound.get()), host);
    }
    if (!host.unasked().isEmpty()) {
      throw new IllegalStateException("readings that nobody asks for: " + host.unasked());
    }
  }

  private void play(Action action, WrittenHost host) {
    sections.put("apply", Shown.script(action.script()));
    List<String> outcome;
    try {
      outcome =
          List.of(
              action.failure(host.answer(action.probe())).map(f -> "failed: " + f).orElse("ok"));
    } catch (ProbeFailed e) {
      outcome = List.of("probe failed: " + e.getMessage());
    }
    sections.put("outcome", outcome);
  }

  private void play(Resource<Record> resource, WrittenHost host) {
    Notes notes = new Notes();
    Record from;
    try {
      from = resource.parse(host.answer(resource.probe()));
    } catch (ProbeFailed e) {
      sections.put("plan", List.of("probe failed: " + e.getMessage()));
      played = Optional.of(new Played(resource, host, Optional.empty(), Optional.empty(), notes));
      return;
    }
    sections.put("state", Shown.leaves(from));
    Record to;
    try {
      to = resource.target(from, notes);
    } catch (Unsupported e) {
      String kind = e instanceof Missing ? "missing: " : "unsupported: ";
      sections.put("plan", List.of(kind + e.getMessage()));
      played = Optional.of(new Played(resource, host, Optional.of(from), Optional.empty(), notes));
      return;
    }
    Script apply = resource.transition(from, to);
    sections.put("plan", Shown.plan(from, to, notes));
    sections.put("apply", Shown.script(apply));
    sections.put("rollback", Shown.script(resource.transition(to, from)));
    Aftermath.of(transcript, resource).ifPresent(outcome -> sections.put("outcome", outcome));
    played = Optional.of(new Played(resource, host, Optional.of(from), Optional.of(to), notes));
  }

  @SuppressWarnings("unchecked")
  private static Resource<Record> resource(Record record) {
    return (Resource<Record>) record;
  }

  /**
   * Puts the section {@code files} in place of the paths that name files of the control machine.
   */
  private static Tree withFiles(Described described, Transcript transcript, Tree task) {
    if (!(task instanceof Tree.Mapping mapping)) {
      return task;
    }
    WrittenHost files = new WrittenHost(transcript.section("files"));
    List<Tree.Entry> entries = new ArrayList<>();
    for (Tree.Entry entry : mapping.entries()) {
      boolean local =
          java.util.Arrays.stream(described.record().getRecordComponents())
              .anyMatch(c -> c.getName().equals(entry.key().text()) && isLocal(c, described));
      entries.add(
          local && entry.value() instanceof Tree.Scalar path
              ? new Tree.Entry(entry.key(), content(files, described, entry.key().text(), path))
              : entry);
    }
    return new Tree.Mapping(mapping.span(), entries);
  }

  private static boolean isLocal(RecordComponent component, Described described) {
    return component.isAnnotationPresent(LocalFile.class)
        || inner(described, component.getName()) == Upload.class;
  }

  private static java.lang.reflect.Type inner(Described described, String name) {
    return described.parameters().stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow()
        .inner();
  }

  private static Tree content(
      WrittenHost files, Described described, String parameter, Tree.Scalar path) {
    String place = Path.of("/").resolve(path.text()).toString();
    Optional<Content> content;
    try {
      content =
          files.answer(io.tuner.resource.Probe.NOTHING.file(place)).file(place).known(path.text());
    } catch (ProbeFailed e) {
      throw new IllegalStateException(e);
    }
    if (content.isEmpty()) {
      throw new IllegalStateException("section `files` lacks `file " + place + ":`");
    }
    Span span = path.span();
    if (inner(described, parameter) != Upload.class) {
      return Tree.text(span, content.get().toString());
    }
    byte[] bytes = content.get().bytes();
    return Tree.text(span, new Upload(path.text(), sha256(bytes), bytes.length).toString());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A state made anew from what a journal would hold of it. */
  static Record journalled(Record state) {
    return Codec.fromMap(state.getClass(), Codec.toMap(state));
  }
}
