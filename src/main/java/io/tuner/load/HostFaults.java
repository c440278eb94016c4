package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong on the hosts of a play, each fault once, with its hosts where it is not all. */
final class HostFaults {

  private final int hosts;
  private final Map<Diagnostic, List<String>> found = new LinkedHashMap<>();

  HostFaults(int hosts) {
    this.hosts = hosts;
  }

  void add(String host, Diagnostics faults) {
    for (Diagnostic fault : faults.sorted()) {
      found.computeIfAbsent(fault, f -> new ArrayList<>()).add(host);
    }
  }

  void addTo(Diagnostics diagnostics) {
    found.forEach((fault, where) -> diagnostics.add(named(fault, where)));
  }

  private Diagnostic named(Diagnostic fault, List<String> where) {
    if (where.size() == hosts) {
      return fault;
    }
    String others = where.size() == 1 ? "" : " and " + (where.size() - 1) + " more";
    return new Diagnostic(
        fault.severity(),
        fault.span(),
        where.get(0) + others + ": " + fault.message(),
        fault.note(),
        fault.hint());
  }
}
