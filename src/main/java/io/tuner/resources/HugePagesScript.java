package io.tuner.resources;

import io.tuner.resource.Script;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The way from one number of huge pages to another.
 *
 * @param from as they are
 * @param to as they are wanted
 */
record HugePagesScript(HugePagesState from, HugePagesState to) {

  /**
   * @param now whether pages are reserved at once, and not at boot
   * @param byNode whether only the numbers of nodes are set, which make up the whole
   */
  Script script(boolean now, boolean byNode) {
    Script script = Script.empty();
    Map<String, Long> wanted = new LinkedHashMap<>(now ? to.live() : Map.of());
    wanted.remove(HugePagesState.SETTING);
    Map<String, Long> nodes = new LinkedHashMap<>(wanted);
    nodes.keySet().removeIf(pool -> !pool.startsWith("node"));
    wanted.keySet().removeIf(pool -> byNode || pool.startsWith("node"));
    for (Map<String, Long> pools : List.of(nodes, wanted)) {
      for (Map.Entry<String, Long> pool : pools.entrySet()) {
        long found = from.live().getOrDefault(pool.getKey(), 0L);
        script = script.then(write(pool.getKey(), found, pool.getValue()));
      }
    }
    return script
        .then(
            OwnFile.SYSCTL.transition(
                from.around().sysctl(), from.settings(), to.around().sysctl(), to.settings()))
        .then(
            OwnFile.TMPFILES.transition(
                from.around().tmpfiles(),
                from.attributes(),
                to.around().tmpfiles(),
                to.attributes()));
  }

  /**
   * Fewer pages are given back as they become free. More may not be there in one piece: what lies
   * in between is dropped and moved, and the kernel asked once more, before it is a failure.
   */
  private Script write(String pool, long found, long wanted) {
    if (wanted <= found) {
      Script less = Script.empty().write(HugePagesState.path(pool), Long.toString(wanted));
      return wanted == found ? Script.empty() : less;
    }
    String node = pool.startsWith("node") ? pool.substring(4, pool.indexOf('/')) + ":" : "";
    return Script.empty()
        .shell(
            """
            pool=$R%1$s
            more() { echo %2$d > "$pool"; got=$(cat "$pool"); [ "$got" -ge %2$d ]; }
            more || {
              echo 3 > "$R/proc/sys/vm/drop_caches"
              echo 1 > "$R/proc/sys/vm/compact_memory"
              more
            } || {
              echo "asked for %2$d pages of %3$s, got $got: memory is in use or in pieces;" >&2
              echo "a boot with hugepagesz=%3$s hugepages=%4$s%2$d on the kernel's command line" >&2
              echo "reserves them before anybody else has it" >&2
              exit 1
            }"""
                .formatted(HugePagesState.path(pool), wanted, from.around().pageSize(), node));
  }
}
