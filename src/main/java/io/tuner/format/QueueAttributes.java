package io.tuner.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the kernel makes of the attributes of a disk's queue (Documentation/ABI/stable/sysfs-block).
 */
public final class QueueAttributes {

  /** The largest value of those that choose. */
  private static final Map<String, Integer> LIMITS =
      Map.of("rq_affinity", 2, "nomerges", 2, "iostats", 1, "add_random", 1, "rotational", 1);

  /** What a new scheduler sets anew (block/blk-mq.c, block/bfq-iosched.c). */
  public static final List<String> RESET = List.of("nr_requests", "wbt_lat_usec");

  /** The schedulers of the multi-queue block layer and what each was called before it. */
  private static final Map<String, String> FORMER =
      Map.of("none", "noop", "mq-deadline", "deadline", "bfq", "cfq");

  /** Schedulers that are modules, loaded by the kernel when one is chosen. */
  private static final Set<String> MODULES = Set.of("bfq", "kyber", "mq-deadline");

  private QueueAttributes() {}

  /** Why no kernel takes this value, or empty where one may. */
  public static Optional<String> problem(String attribute, String value) {
    if (attribute.equals("scheduler")) {
      return value.matches("[a-z0-9_-]+")
          ? Optional.empty()
          : Optional.of("`" + value + "` is not the name of a scheduler");
    }
    int most = LIMITS.getOrDefault(attribute, Integer.MAX_VALUE);
    boolean fits = value.matches("[0-9]{1,9}") && Integer.parseInt(value) <= most;
    return fits
        ? Optional.empty()
        : Optional.of(
            "`" + attribute + "` takes " + (most > 2 ? "a whole number" : "0 to " + most));
  }

  /**
   * Why a disk takes no such scheduler, or empty where it may.
   *
   * @param offered what the disk's attribute {@code scheduler} says
   */
  public static Optional<String> refusal(String wanted, Choices offered) {
    if (offered.offers(wanted)) {
      return Optional.empty();
    }
    String offer = "offers " + String.join(", ", offered.offered());
    if (offered.fixed()) {
      return Optional.of("has no scheduler to choose");
    }
    boolean multiQueue = offered.offers("none");
    for (Map.Entry<String, String> names : FORMER.entrySet()) {
      String here = multiQueue ? names.getKey() : names.getValue();
      if (wanted.equals(multiQueue ? names.getValue() : names.getKey())) {
        return Optional.of(offer + ": `" + wanted + "` is `" + here + "` there");
      }
    }
    return multiQueue && MODULES.contains(wanted) ? Optional.empty() : Optional.of(offer);
  }
}
