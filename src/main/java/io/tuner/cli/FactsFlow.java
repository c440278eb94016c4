package io.tuner.cli;

import io.tuner.probe.Facts;
import io.tuner.report.Json;
import io.tuner.resource.ProbeFailed;
import io.tuner.rollout.Fleet;
import io.tuner.text.Printable;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints what templates can know of each host. */
final class FactsFlow {

  private final Console console;
  private final FactsCommand options;

  FactsFlow(Console console, FactsCommand options) {
    this.console = console;
    this.options = options;
  }

  int run() throws Exception {
    Reach reach = new Reach(console, options.hosts, options.output);
    reach.inventory();
    try (reach) {
      Fleet fleet = reach.fleet();
      Map<String, Map<String, Object>> facts =
          fleet.each(
              fleet.hosts(),
              (host, session) -> {
                reach.watch().phase(host, "reading");
                try {
                  return Facts.parse(
                      session.read(reach.becomes().get(host), Map.of(), Facts.PROBE));
                } catch (ProbeFailed e) {
                  return Map.of("error", e.getMessage());
                }
              });
      reach.progress().finished();
      Map<String, Object> document = new LinkedHashMap<>(facts);
      fleet.lost().forEach((host, why) -> document.put(host, Map.of("error", why.getMessage())));
      if (options.output.json) {
        console.out().print(Json.write(document));
      } else {
        document.forEach((host, of) -> print("", host, of));
      }
      console.out().flush();
      if (fleet.interrupted()) {
        return ExitCode.INTERRUPTED;
      }
      return fleet.lost().isEmpty() ? ExitCode.OK : ExitCode.UNREACHABLE;
    }
  }

  private void print(String indent, String name, Object value) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      console.out().println(indent + Printable.of(name) + ":");
      map.forEach((key, inner) -> print(indent + "  ", String.valueOf(key), inner));
    } else {
      console
          .out()
          .println(indent + Printable.of(name) + ": " + Printable.of(String.valueOf(value)));
    }
  }
}
