package io.tuner.bench;

import io.tuner.resource.Binder;
import io.tuner.resource.Described;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Suggestion;
import io.tuner.text.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code observe}: a list of observers, each by its name alone or as a mapping of its name to
 * its parameters; a mapping of several, or one name, will do as well.
 */
public final class ObserverReader {

  private final Diagnostics diagnostics;
  private final List<Observer> observers = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();

  private ObserverReader(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Those that have no fault, in order; every fault is told at its place. */
  public static List<Observer> read(Tree observe, Diagnostics diagnostics) {
    ObserverReader reader = new ObserverReader(diagnostics);
    List<Tree> items =
        observe instanceof Tree.Sequence sequence ? sequence.items() : List.of(observe);
    items.forEach(reader::item);
    return List.copyOf(reader.observers);
  }

  private void item(Tree item) {
    if (item instanceof Tree.Scalar name && !name.isNull()) {
      observer(name, new Tree.Mapping(name.span(), List.of()));
    } else if (item instanceof Tree.Mapping mapping && !mapping.entries().isEmpty()) {
      for (Tree.Entry entry : mapping.entries()) {
        boolean nothing = entry.value() instanceof Tree.Scalar scalar && scalar.isNull();
        Tree parameters = nothing ? new Tree.Mapping(entry.key().span(), List.of()) : entry.value();
        observer(entry.key(), parameters);
      }
    } else {
      diagnostics.add(
          Diagnostic.error(
                  item.span(), "an observer is a name or a mapping, not " + item.describe())
              .hint("such as `observe: [cpu, {disk_io: {devices: sdb}}]`; there are " + names()));
    }
  }

  private void observer(Tree.Scalar name, Tree parameters) {
    Optional<Described> type = Observers.find(name.text());
    if (type.isEmpty()) {
      Diagnostic error =
          Diagnostic.error(name.span(), "there is no observer `" + name.text() + "`");
      List<String> known = Observers.all().stream().map(Described::name).toList();
      diagnostics.add(
          Suggestion.didYouMean(name.text(), known)
              .map(error::note)
              .orElse(error)
              .hint("there are " + names()));
      return;
    }
    if (!seen.add(name.text())) {
      diagnostics.add(
          Diagnostic.error(name.span(), "`" + name.text() + "` is named twice")
              .hint("give one all that it is to watch"));
      return;
    }
    Binder.bind(type.get(), parameters, diagnostics)
        .ifPresent(observer -> observers.add((Observer) observer));
  }

  private static String names() {
    return String.join(", ", Observers.all().stream().map(Described::name).toList());
  }
}
