package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Codec;
import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Notes;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Unsupported;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the contract of {@link Resource} promises, checked on the states of a transcript. */
final class ContractChecks {

  private static final List<String> GARBAGE =
      List.of(
          "", "\n", "garbage", "=\0=[\n]]|{\"a\":\n\"'", "-1 99999999999999999999 [x", "a b\tc\n#");

  private ContractChecks() {}

  static void check(Rehearsal.Played played) {
    Resource<Record> resource = played.resource();
    assertThat(resource.name()).as("name").isNotBlank();
    assertThat(resource.probe()).as("probe is the same each time").isEqualTo(resource.probe());
    garbage(resource, played.host());
    played.from().ifPresent(from -> state(resource, from));
    if (played.to().isPresent()) {
      Record from = played.from().orElseThrow();
      Record to = played.to().get();
      state(resource, to);
      scripts(resource, from, to, played.notes());
      fixedPoint(resource, to);
      owned(resource, from, to, played.notes());
    }
  }

  private static void state(Resource<Record> resource, Record state) {
    assertThat(Rehearsal.journalled(state)).as("state through the journal").isEqualTo(state);
    assertThat(resource.transition(state, state))
        .as("script of no change")
        .isEqualTo(Script.empty());
    assertThat(Leaves.of(state).keySet())
        .as("knobs are leaves of the state")
        .containsAll(resource.knobs(state).keySet());
  }

  private static void scripts(Resource<Record> resource, Record from, Record to, Notes notes) {
    Set<String> changed = changed(from, to);
    Set<String> now =
        changed.stream().filter(path -> settlesNow(to, path, notes)).collect(Collectors.toSet());
    Script apply = resource.transition(from, to);
    Script rollback = resource.transition(to, from);
    assertThat(resource.transition(from, to)).as("the same script each time").isEqualTo(apply);
    if (changed.isEmpty()) {
      assertThat(apply.isEmpty()).as("no change, no command").isTrue();
    }
    if (!now.isEmpty()) {
      assertThat(apply.isEmpty()).as("commands for the change of " + now).isFalse();
      assertThat(rollback.isEmpty()).as("commands to take back " + now).isFalse();
    }
  }

  private static void fixedPoint(Resource<Record> resource, Record to) {
    try {
      Notes notes = new Notes();
      assertThat(resource.target(to, notes)).as("target of the target").isEqualTo(to);
    } catch (Unsupported e) {
      throw new AssertionError("the target is refused as unsupported", e);
    }
  }

  private static void owned(Resource<Record> resource, Record from, Record to, Notes notes) {
    Map<String, Knob> knobs = new TreeMap<>(resource.knobs(from));
    knobs.putAll(resource.knobs(to));
    for (String path : changed(from, to)) {
      assertThat(knobs.containsKey(path) || notes.disturbed(path).isPresent())
          .as(path + " changes: it is owned, or told as disturbed")
          .isTrue();
    }
    // What a task wants absent has no leaf where it is so.
    Set<Knob> claimed = new TreeSet<>(resource.claims().keySet());
    claimed.removeIf(knob -> resource.claims().get(knob).equals(Resource.ABSENT));
    claimed.forEach(
        knob ->
            assertThat(Set.copyOf(knobs.values()))
                .as("a knob claimed without a host is owned on it")
                .contains(knob));
  }

  /** Whatever a host answers, parsing it gives a state or says that the probe failed. */
  private static void garbage(Resource<Record> resource, WrittenHost host) {
    Readings good = host.answer(resource.probe());
    for (Read read : resource.probe().reads()) {
      for (String text : GARBAGE) {
        garbled(read, text, good).ifPresent(bad -> survives(resource, bad, read, text));
      }
    }
    Readings.Builder refused = new Readings.Builder().addAll(good);
    Readings.Builder absent = new Readings.Builder().addAll(good);
    for (Read read : resource.probe().reads()) {
      if (read instanceof Read.File file) {
        refused.file(file, new Reading.Refused<>("Permission denied"));
        absent.file(file, new Reading.Absent<>());
      } else if (read instanceof Read.Run run) {
        refused.output(run, new Reading.Refused<>("timed out"));
        absent.output(run, new Reading.Absent<>());
      } else if (read instanceof Read.Glob glob) {
        absent.glob(glob, new TreeMap<>());
      }
    }
    survives(resource, refused.build(), null, "all refused");
    survives(resource, absent.build(), null, "all absent");
  }

  private static Optional<Readings> garbled(Read read, String text, Readings good) {
    Readings.Builder bad = new Readings.Builder().addAll(good);
    if (read instanceof Read.File file) {
      return Optional.of(bad.file(file, new Reading.Present<>(Content.of(text))).build());
    }
    if (read instanceof Read.Run run) {
      Readings.Output output = new Readings.Output(run.tools().get(0), 0, text, "");
      return Optional.of(bad.output(run, new Reading.Present<>(output)).build());
    }
    if (read instanceof Read.Glob glob) {
      TreeMap<String, Reading<Content>> files = new TreeMap<>(good.glob(glob.pattern()));
      files.replaceAll((path, old) -> new Reading.Present<>(Content.of(text)));
      return Optional.of(bad.glob(glob, files).build());
    }
    if (read instanceof Read.Link link) {
      return Optional.of(bad.link(link, new Reading.Present<>(text)).build());
    }
    if (read instanceof Read.Http http) {
      Readings.Answer answer = new Readings.Answer(http.url(), 200, Map.of(), text);
      return Optional.of(bad.answer(http, new Reading.Present<>(answer)).build());
    }
    return Optional.empty();
  }

  private static void survives(Resource<Record> resource, Readings bad, Read read, String text) {
    try {
      Record state = resource.parse(bad);
      Codec.toMap(state);
      Record target = resource.target(state, new Notes());
      resource.transition(state, target);
      resource.transition(target, state);
    } catch (ProbeFailed | Unsupported said) {
      assertThat(said.getMessage()).isNotBlank();
    } catch (RuntimeException e) {
      throw new AssertionError("garbage crashes it: " + read + " -> " + text, e);
    }
  }

  private static Set<String> changed(Record from, Record to) {
    Map<String, Object> before = Leaves.of(from);
    Map<String, Object> after = Leaves.of(to);
    Set<String> paths = new TreeSet<>(before.keySet());
    paths.addAll(after.keySet());
    paths.removeIf(path -> Objects.equals(before.get(path), after.get(path)));
    return paths;
  }

  private static boolean settlesNow(Record state, String path, Notes notes) {
    Settles.When standard = Leaves.settles(state.getClass(), Leaves.aspect(path));
    return notes.settling(path).map(Notes.Settling::when).orElse(standard) == Settles.When.NOW
        && notes.disturbed(path).isEmpty();
  }
}
