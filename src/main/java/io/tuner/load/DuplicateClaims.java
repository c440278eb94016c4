package io.tuner.load;

import io.tuner.resource.Knob;
import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says where two tasks of a play are one, or set one knob of a host to two values. */
final class DuplicateClaims {

  private record Claimed(Instance by, String value) {}

  private DuplicateClaims() {}

  static void check(List<Instance> instances, Diagnostics diagnostics) {
    Map<String, Instance> addresses = new HashMap<>();
    Map<Knob, Claimed> claims = new HashMap<>();
    for (Instance instance : instances) {
      if (instance.resource().isEmpty()) {
        continue;
      }
      Instance same = addresses.putIfAbsent(instance.address(), instance);
      if (same != null && same.parameters().equals(instance.parameters())) {
        diagnostics.add(
            Diagnostic.error(instance.span(), "`" + instance.address() + "` is declared twice")
                .hint(
                    same.span().equals(instance.span())
                        ? "two items of its loop give the same; keep one of them"
                        : "the first is at " + same.span() + "; keep one of them"));
        continue;
      }
      claims(instance, claims, diagnostics);
    }
  }

  private static void claims(
      Instance instance, Map<Knob, Claimed> claims, Diagnostics diagnostics) {
    Map<Knob, String> all = new TreeMap<>(instance.resource().orElseThrow().needs());
    all.putAll(instance.resource().orElseThrow().claims());
    for (Map.Entry<Knob, String> claim : all.entrySet()) {
      Claimed earlier = claims.putIfAbsent(claim.getKey(), new Claimed(instance, claim.getValue()));
      if (earlier != null && !earlier.value().equals(claim.getValue())) {
        diagnostics.add(
            Diagnostic.error(
                    instance.span(),
                    "`"
                        + claim.getKey()
                        + "` is set to `"
                        + claim.getValue()
                        + "` here, and to `"
                        + earlier.value()
                        + "` by `"
                        + earlier.by().address()
                        + "`")
                .hint("that one is at " + earlier.by().span() + "; keep one of them"));
      }
    }
  }
}
