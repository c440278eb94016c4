package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Codec;
import io.tuner.resource.Content;
import io.tuner.resource.Leaves;
import io.tuner.resource.Notes;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Unsupported;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Readings that no host would give: of random bytes, and of pieces of what hosts say in a random
 * order, which come further into a parser.
 */
final class Garbage {

  private static final String WORDS =
      "= : [ ] { } \" ' \\ # , / - .. 0 -1 1 99999999999999999999999999 0x 1.5 % yes no none"
          + " unlimited infinity active masked enabled installed LoadState= LoadState=loaded"
          + " MainPID=7 DropInPaths= Inst E: error: ( ) $ ${x $(x) ` \u00e4 \ud83d\ude00 ; | < > *"
          + " ? ! @ ~";
  private static final List<String> PHRASES =
      List.of("", "\n", "\n\n", " ", "\t", "\0", "\r\n", "Max open files ", "Remv a [1]", " - ");

  private final Random random;
  private final List<String> pieces = new ArrayList<>(PHRASES);

  /**
   * Garbage for one world.
   *
   * @param texts what a host would say
   */
  Garbage(Random random, List<String> texts) {
    this.random = random;
    pieces.addAll(List.of(WORDS.split(" ")));
    texts.forEach(text -> pieces.addAll(List.of(text.split("(?<=[\\s=:])", -1))));
    pieces.addAll(texts);
  }

  /**
   * Parses and plans on garbage: a state, or one of the two ways to say no; nothing else.
   *
   * @param real what a host said, of which most stays; empty: everything is garbage
   */
  <S extends Record> void survives(Resource<S> resource, Optional<Readings> real, int times) {
    for (int i = 0; i < times; i++) {
      Readings readings = readings(resource.probe(), real);
      try {
        S state = resource.parse(readings);
        assertThat(Codec.fromMap(state.getClass(), Codec.toMap(state))).isEqualTo(state);
        assertThat(Leaves.of(state).keySet()).containsAll(resource.knobs(state).keySet());
        assertThat(resource.transition(state, state).isEmpty()).isTrue();
        S target = resource.target(state, new Notes());
        resource.knobs(target);
        resource.transition(state, target);
        resource.transition(target, state);
      } catch (ProbeFailed | Unsupported said) {
        assertThat(said.getMessage()).isNotBlank();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "readings %d of %s: %s".formatted(i, resource, said(resource, readings)), e);
      }
    }
  }

  private static String said(Resource<?> resource, Readings readings) {
    StringBuilder text = new StringBuilder();
    for (Read read : resource.probe().reads()) {
      Object what =
          read instanceof Read.File file
              ? readings.file(file.path()).map(Readings::decode)
              : read instanceof Read.Glob glob
                  ? readings.glob(glob.pattern()).toString()
                  : read instanceof Read.Run run
                      ? readings.runFirst(run.tools(), run.arguments(), run.input())
                      : "";
      text.append('\n').append(read).append(": ").append(what);
    }
    return text.toString();
  }

  private Readings readings(Probe probe, Optional<Readings> real) {
    Readings.Builder builder = new Readings.Builder();
    real.ifPresent(builder::addAll);
    for (Read read : probe.reads()) {
      if (real.isPresent() && random.nextInt(4) != 0) {
        continue;
      }
      if (real.isPresent() && random.nextInt(3) != 0) {
        damage(read, real.get(), builder);
        continue;
      }
      if (read instanceof Read.File file) {
        builder.file(file, reading(this::content));
      } else if (read instanceof Read.Glob glob) {
        builder.glob(glob, files(glob.pattern()));
      } else if (read instanceof Read.Attributes attributes) {
        builder.attributes(attributes, reading(this::attributes));
      } else if (read instanceof Read.Link link) {
        builder.link(link, reading(this::text));
      } else if (read instanceof Read.Process process) {
        builder.processes(process, processes(process));
      } else if (read instanceof Read.Http http) {
        builder.answer(http, reading(() -> answer(http)));
      } else {
        builder.output(read, reading(this::output));
      }
    }
    return builder.build();
  }

  /** What the host said, with a few characters or lines gone, doubled, or put in. */
  private void damage(Read read, Readings real, Readings.Builder builder) {
    if (read instanceof Read.File file) {
      builder.file(file, real.file(file.path()).map(this::damaged));
    } else if (read instanceof Read.Glob glob) {
      SortedMap<String, Reading<Content>> files = new TreeMap<>(real.glob(glob.pattern()));
      files.replaceAll((path, content) -> content.map(this::damaged));
      builder.glob(glob, files);
    } else if (read instanceof Read.Run run) {
      builder.output(
          run,
          real.runFirst(run.tools(), run.arguments(), run.input())
              .map(o -> new Readings.Output(o.tool(), o.exit(), damaged(o.stdout()), o.stderr())));
    }
  }

  private Content damaged(Content content) {
    return Content.of(damaged(Readings.decode(content)));
  }

  private String damaged(String text) {
    StringBuilder damaged = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int from = random.nextInt(damaged.length() + 1);
      int line = damaged.indexOf("\n", from) + 1;
      int to = random.nextBoolean() ? line : Math.min(from + random.nextInt(9), damaged.length());
      String part = damaged.substring(from, Math.max(from, to));
      damaged.replace(
          from,
          Math.max(from, to),
          pick("", part + part, pieces.get(random.nextInt(pieces.size())) + part));
    }
    return damaged.toString();
  }

  private <T> Reading<T> reading(Supplier<T> value) {
    return switch (random.nextInt(8)) {
      case 0 -> new Reading.Absent<>();
      case 1 -> new Reading.Refused<>(pick("Permission denied", "Invalid argument", "timed out"));
      default -> new Reading.Present<>(value.get());
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append(pieces.get(random.nextInt(pieces.size())));
    }
    return text.toString();
  }

  private Content content() {
    if (random.nextInt(4) != 0) {
      return Content.of(text());
    }
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return Content.of(bytes);
  }

  private SortedMap<String, Reading<Content>> files(String pattern) {
    SortedMap<String, Reading<Content>> files = new TreeMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = pick("a", "sda", "8:0", "99-x", "a b", "\u00e4", "'", "[", "-");
      // A star stands for a name: an engine answers with no other paths.
      files.put(pattern.replace("*", name).replaceAll("[\\[\\]?]", "x"), reading(this::content));
    }
    return files;
  }

  private Readings.Attributes attributes() {
    Readings.Attributes.Kind[] kinds = Readings.Attributes.Kind.values();
    return new Readings.Attributes(
        kinds[random.nextInt(kinds.length)],
        pick("0644", "4755", "0"),
        pick("root", "7", "UNKNOWN"),
        pick("root", "9"),
        random.nextInt(5),
        random.nextInt(5),
        random.nextLong(1L << 40));
  }

  private Readings.Output output() {
    String text = random.nextInt(4) == 0 ? Readings.decode(content()) : text();
    return new Readings.Output(pick("tool", ""), pick(0, 0, 1, 2, 127, 255), text, text());
  }

  private List<Readings.Found> processes(Read.Process read) {
    List<Readings.Found> found = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      Map<String, Reading<Content>> files = new HashMap<>();
      for (String file : read.files()) {
        files.put(file.replace("*", "7"), reading(this::content));
      }
      found.add(new Readings.Found(1 + random.nextInt(4_000_000), files));
    }
    return found;
  }

  private Readings.Answer answer(Read.Http http) {
    return new Readings.Answer(
        http.url(),
        pick(200, 200, 301, 404, 500),
        Map.of(),
        new String(text().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
  }

  @SafeVarargs
  private <T> T pick(T... values) {
    return values[random.nextInt(values.length)];
  }
}
