package io.tuner.resources;

import io.tuner.format.HugePageSize;
import io.tuner.resource.Notes;
import io.tuner.resource.Unsupported;
import io.tuner.resources.HugePagesState.Around;
import io.tuner.text.ByteSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** The huge pages wanted on a host that has some, and what is to be said of that. */
record HugePagesTarget(HugePageCounts counts, HugePagesState observed, Notes notes) {

  HugePagesState state(boolean now, boolean persist) throws Unsupported {
    check();
    Map<String, Long> live = new LinkedHashMap<>(observed.live());
    Map<String, String> persistent = new LinkedHashMap<>(observed.persistent());
    if (counts.nodes().isEmpty()) {
      String pool = HugePagesState.pool(size(), Optional.empty());
      LongUnaryOperator wanted = found -> counts.wanted(size(), ram(""), found);
      live.compute(pool, (key, found) -> wanted.applyAsLong(found));
      boolean standard = live.containsKey(HugePagesState.SETTING);
      if (!live.get(pool).equals(observed.live().get(pool))) {
        live.keySet().removeIf(key -> key.startsWith("node"));
      }
      live.computeIfPresent(HugePagesState.SETTING, (key, found) -> live.get(pool));
      keep(
          persistent,
          standard ? HugePagesState.SETTING : HugePagesState.path(pool),
          live.get(pool),
          wanted);
    } else {
      byNode(live, persistent);
    }
    observed.live().keySet().stream()
        .filter(key -> counts.nodes().isEmpty() && key.startsWith("node"))
        .forEach(key -> notes.disturbs("live." + key, "the kernel spreads the pages"));
    HugePagesState target = observed.with(live, persist ? persistent : observed.persistent());
    fits(HugePagesOutlook.sum(target), ram(""), "this host");
    new HugePagesOutlook(observed, target, notes).tell(now);
    return target;
  }

  private void byNode(Map<String, Long> live, Map<String, String> persistent) throws Unsupported {
    for (Map.Entry<String, Long> node : counts.byNode(size()).entrySet()) {
      String pool = HugePagesState.pool(size(), Optional.of(node.getKey()));
      if (!live.containsKey(pool)) {
        throw new Unsupported(
            "there is no NUMA node "
                + node.getKey()
                + " with huge pages here; there are "
                + String.join(", ", nodes()));
      }
      fits(node.getValue(), ram(node.getKey()), "node " + node.getKey());
      live.put(pool, node.getValue());
      keep(persistent, HugePagesState.path(pool), node.getValue(), found -> node.getValue());
    }
    long sum =
        live.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("node"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    live.computeIfPresent(size().directory(), (key, found) -> sum);
    live.computeIfPresent(HugePagesState.SETTING, (key, found) -> sum);
  }

  private static void keep(
      Map<String, String> persistent, String key, long live, LongUnaryOperator wanted) {
    String kept = persistent.getOrDefault(key, "");
    boolean number = kept.matches("[0-9]{1,18}");
    long keeps = number ? wanted.applyAsLong(Long.parseLong(kept)) : live;
    persistent.put(key, Long.toString(keeps));
  }

  private void check() throws Unsupported {
    if (around().pools().isEmpty()) {
      throw new Unsupported("this kernel has no huge pages");
    }
    List<String> sizes = new ArrayList<>();
    for (HugePageSize offered : around().sizes()) {
      boolean standard = offered.bytes() == around().standard();
      sizes.add(offered + (standard ? " (the default)" : ""));
    }
    if (around().size() == 0) {
      throw new Unsupported(
          "this kernel does not tell its default size of huge pages; it has "
              + String.join(", ", sizes)
              + ": give `size`");
    }
    if (!around().pools().containsKey(size().directory())) {
      throw new Unsupported(
          "this kernel has no huge pages of " + size() + "; it has " + String.join(", ", sizes));
    }
  }

  private void fits(long pages, long ram, String where) throws Unsupported {
    if (ram > 0 && pages > ram / size().bytes()) {
      throw new Unsupported(
          "%d pages of %s are more than the RAM of %s: %s"
              .formatted(pages, size(), where, about(ram)));
    }
  }

  private Around around() {
    return observed.around();
  }

  private HugePageSize size() {
    return around().pageSize();
  }

  private long ram(String node) {
    return around().ram().getOrDefault(node, 0L);
  }

  private List<String> nodes() {
    return around().ram().keySet().stream().filter(node -> !node.isEmpty()).toList();
  }

  static String about(long bytes) {
    return new ByteSize(bytes).rounded();
  }
}
