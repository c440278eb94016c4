package io.tuner.bench;

import io.tuner.resource.Described;
import java.util.List;
import java.util.Optional;

/** Every benchmark type, sorted by name. */
public final class Benchmarks {

  private static final List<Class<? extends Record>> TYPES =
      List.of(
          Benchmarksql.class,
          Command.class,
          Dd.class,
          Fio.class,
          Pgbench.class,
          StartStop.class,
          Window.class);

  private Benchmarks() {}

  /** A type by its YAML key. */
  public static Optional<Described> find(String name) {
    return all().stream().filter(type -> type.name().equals(name)).findFirst();
  }

  /** Every type. */
  public static List<Described> all() {
    return TYPES.stream().map(Described::of).toList();
  }
}
