package io.tuner.resource;

import java.util.List;
import java.util.Map;

/**
 * One declared thing on a host: a record whose components are its parameters. Observed state and
 * wanted state have one type, {@code S}, so that the engine can compare, verify, journal and roll
 * back without knowing the type. Every method is pure.
 *
 * <p>The top-level components of {@code S} are its aspects ({@code live}, {@code persistent},
 * {@code boot}, {@code restart}, …); {@link Settles} says when each takes effect, {@link Context}
 * marks what is read only so that {@link #target} can decide.
 *
 * @param <S> the state: a record of strings, numbers, booleans, enums, {@link Content}, Optional,
 *     List, Map with string keys, and records of these
 */
public interface Resource<S extends Record> extends Validated {

  /** The value of a {@linkplain #claims claim} that a knob has none. */
  String ABSENT = "absent";

  /** The name half of the address: {@code vm.swappiness} in {@code sysctl[vm.swappiness]}. */
  String name();

  /**
   * The knobs this task sets and to what, as far as that is known without a host; two tasks of a
   * play that claim one knob with two values are refused before anything is contacted.
   */
  default Map<Knob, String> claims() {
    return Map.of();
  }

  /**
   * What this task needs things to be that it has no leaf of, beside what it {@link #claims}, and
   * that another type may set or use: two tasks that need one thing to be two are refused alike.
   */
  default Map<Knob, String> needs() {
    return Map.of();
  }

  /** What must be read. Reading changes nothing. */
  Probe probe();

  /**
   * The state that the readings tell of.
   *
   * @throws ProbeFailed where a reading that is needed was refused or cannot be understood: unknown
   *     is never the same as absent
   */
  S parse(Readings readings) throws ProbeFailed;

  /**
   * The state wanted on a host found so. What the task does not speak of is carried over from
   * {@code observed}.
   *
   * @throws Unsupported where this host cannot have it; {@link Missing} where an earlier task may
   *     bring what lacks
   */
  S target(S observed, Notes notes) throws Unsupported;

  /**
   * The commands that take a host from one state to the other; swapped, back again. Equal states
   * give the empty script. {@link Script#impossible} where there is no way.
   */
  Script transition(S from, S to);

  /**
   * What the commands of a failed change said, in the words of the type.
   *
   * @param from how the host was before
   * @param said what they printed, a line each
   */
  default List<String> explain(S from, List<String> said) {
    return said;
  }

  /**
   * What this task owns: leaf paths of {@code state}, aspect first ({@code live.sdb.scheduler}),
   * with the knob each stands for ({@code /sys/block/sdb/queue/scheduler}).
   */
  Map<String, Knob> knobs(S state);
}
