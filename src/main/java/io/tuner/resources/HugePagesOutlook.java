package io.tuner.resources;

import io.tuner.format.HugePageSize;
import io.tuner.resource.Notes;
import java.util.Map;
import java.util.Objects;

/**
 * What a number of huge pages means for the memory of a host and for those who use them.
 *
 * @param observed as the pages are
 * @param target as they are wanted
 */
record HugePagesOutlook(HugePagesState observed, HugePagesState target, Notes notes) {

  /**
   * Warns where the memory is too little, or nobody uses the pages; {@code now} and not at a boot.
   */
  void tell(boolean now) {
    long ram = observed.around().ram().getOrDefault("", 0L);
    HugePageSize size = observed.around().pageSize();
    long before = sum(observed);
    long pages = sum(target);
    long others = 0;
    for (Map.Entry<String, Long> pool : observed.around().pools().entrySet()) {
      boolean other = !pool.getKey().equals(size.directory());
      long bytes = HugePageSize.ofDirectory(pool.getKey()).map(HugePageSize::bytes).orElse(0L);
      others += other ? bytes * pool.getValue() : 0;
    }
    // Pages of nodes that the task does not speak of are there as before.
    long rest = observed.around().pools().get(size.directory()) - before;
    long left = ram - others - Math.max(0, pages + rest) * size.bytes();
    if (pages > before && ram > 0 && left < Math.max(ram / 20, 1L << 30)) {
      notes.warn(
          HugePagesTarget.about(Math.max(0, left))
              + " of RAM are left beside the huge pages: too little");
    }
    long more = (pages - before) * size.bytes();
    if (now && observed.around().available() >= 0 && more > observed.around().available()) {
      notes.warn(
          HugePagesTarget.about(more)
              + " more are wanted, and "
              + HugePagesTarget.about(observed.around().available())
              + " are to be had now");
    }
    if (now && pages > before && size.isGigantic(observed.around().sizes())) {
      notes.warn(
          "pages of %1$s are seldom to be had once a host runs: `reserve: boot`, and `hugepagesz=%1$s hugepages=%2$d` in a kernel_cmdline task"
              .formatted(size, pages));
    }
    long used =
        observed.around().pools().get(size.directory())
            - observed.around().free()
            + observed.around().reserved();
    if (pages + rest < used) {
      notes.warn(
          used
              + " pages are in use or promised: those beyond the number stay until they are given back");
    }
    boolean idle = observed.around().free() == observed.around().pools().get(size.directory());
    if (pages > 0 && pages == before && idle && observed.around().reserved() == 0) {
      notes.warn(
          "nobody uses the %d pages of %s: are large pages switched on in the service, and has its unit LimitMEMLOCK=infinity?"
              .formatted(observed.around().free(), size));
    }
  }

  /** The pages of the whole host, or of the nodes that a task speaks of. */
  static long sum(HugePagesState state) {
    String whole = state.around().pageSize().directory();
    return Objects.requireNonNullElseGet(
        state.live().get(whole),
        () ->
            state.live().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("node"))
                .mapToLong(Map.Entry::getValue)
                .sum());
  }
}
