package io.tuner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.resource.Readings;
import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What observers of a playbook saw. */
record Watched(Outcome outcome) {

  /** Observers as a playbook has them: a name, or a mapping of names to parameters. */
  static List<Observer> observers(Object observe) {
    Diagnostics diagnostics = new Diagnostics();
    List<Observer> observers = ObserverReader.read(Tree.of(observe, Span.NONE), diagnostics);
    assertThat(diagnostics.sorted()).as(diagnostics.render()).isEmpty();
    return observers;
  }

  /** What is wrong with them. */
  static String faults(Object observe) {
    Diagnostics diagnostics = new Diagnostics();
    ObserverReader.read(Tree.of(observe, Span.NONE), diagnostics);
    return diagnostics.render();
  }

  /** From the first host told to the last one, those in between being samples. */
  static Watched between(Object observe, Told... told) {
    List<Observer> observers = observers(observe);
    List<Readings> samples =
        Arrays.stream(told)
            .skip(1)
            .limit(told.length - 2)
            .map(each -> each.read(Observers.sample(observers)))
            .toList();
    return new Watched(
        Observers.between(
            observers,
            told[0].read(Observers.probe(observers)),
            told[told.length - 1].read(Observers.probe(observers)),
            samples));
  }

  /** Its numbers by the metrics' names. */
  Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    outcome.values().forEach((metric, value) -> values.put(metric.name(), value));
    return values;
  }

  double value(String name) {
    assertThat(values()).containsKey(name);
    return values().get(name);
  }

  List<String> warnings() {
    return outcome.warnings();
  }
}
