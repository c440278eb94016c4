package io.tuner.report;

import io.tuner.plan.HostResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hosts of which the same is to be said, so that it is said once.
 *
 * @param names of the hosts, in their order
 * @param host one of them
 */
record HostGroup(List<String> names, HostResult host) {

  static List<HostGroup> of(List<HostResult> hosts) {
    Map<HostResult, List<HostResult>> groups = new LinkedHashMap<>();
    for (HostResult host : hosts) {
      groups.computeIfAbsent(nameless(host), same -> new ArrayList<>()).add(host);
    }
    return groups.values().stream()
        .map(same -> new HostGroup(same.stream().map(HostResult::host).toList(), same.get(0)))
        .toList();
  }

  /** Why it could not be reached, without the host's name before it. */
  static String unreachable(HostResult host) {
    return without(host, host.unreachable().orElse(""));
  }

  private static HostResult nameless(HostResult host) {
    return new HostResult(
        "",
        0,
        host.tasks(),
        host.unreachable().map(why -> without(host, why)),
        host.error(),
        host.restore());
  }

  private static String without(HostResult host, String why) {
    String head = host.host() + ": ";
    return why.startsWith(head) ? why.substring(head.length()) : why;
  }
}
