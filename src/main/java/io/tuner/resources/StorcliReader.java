package io.tuner.resources;

import io.tuner.format.CachePolicy;
import io.tuner.format.Refusal;
import io.tuner.format.Storcli;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How the tool of a controller is asked, and what its answers say of the virtual drives that are
 * meant and of the pack that keeps what they have not written.
 *
 * @param tool that is asked
 */
record StorcliReader(StorcliTool tool) {

  Probe probe() {
    Probe probe = Probe.NOTHING;
    for (List<String> family : tool.families()) {
      for (String what : List.of("vall", "cv", "bbu")) {
        probe = probe.runFirst(family, show(what), Optional.empty());
      }
    }
    return probe;
  }

  private List<String> show(String what) {
    return List.of("/c" + tool.controller() + "/" + what, "show", "all", "J");
  }

  StorcliState parse(Readings readings) throws ProbeFailed {
    for (List<String> family : tool.families()) {
      Reading<Readings.Output> all = readings.runFirst(family, show("vall"), Optional.empty());
      Optional<Readings.Output> output = all.known("the controller's virtual drives");
      if (output.isPresent()) {
        return parse(read(output.get()), family, readings);
      }
    }
    return new StorcliState(Map.of(), Map.of(), StorcliState.Found.nothing(false, ""));
  }

  private static Storcli.Controller read(Readings.Output output) throws ProbeFailed {
    try {
      return Storcli.parse(output.stdout()).controllers().get(0);
    } catch (Refusal unreadable) {
      String words = output.stderr().isBlank() ? unreadable.getMessage() : output.stderr().strip();
      throw new ProbeFailed(
          "cannot read what %s answers (exit %d): %s"
              .formatted(output.tool(), output.exit(), Printable.of(words)));
    }
  }

  private StorcliState parse(Storcli.Controller found, List<String> family, Readings readings)
      throws ProbeFailed {
    Map<String, StorcliState.Setting> configured = new TreeMap<>();
    Map<String, StorcliState.Current> current = new TreeMap<>();
    List<String> caches = new ArrayList<>();
    boolean card = found.model().toLowerCase(Locale.ROOT).contains("warpdrive");
    boolean absent = found.description().matches("(?i).*no controller found.*|.*not found.*");
    if (found.failed() && found.drives().isEmpty() || card) {
      if (!card && !absent && !found.isUnsupported()) {
        throw new ProbeFailed("controller " + tool.controller() + ": " + found.reason());
      }
      String why =
          card ? found.model() + " is flash of its own, and is not touched" : found.reason();
      return new StorcliState(Map.of(), Map.of(), StorcliState.Found.nothing(true, why));
    }
    for (Storcli.Drive drive : found.drives()) {
      String number = "" + drive.number();
      if (drive.isCacheDevice()) {
        caches.add(number);
      } else if (tool.chosen().isEmpty() || tool.chosen().contains(number)) {
        CachePolicy policy =
            drive
                .cache()
                .orElseThrow(
                    () ->
                        new ProbeFailed("cannot read the cache policy of virtual drive " + number));
        configured.put(number, setting(drive, policy));
        current.put(number, new StorcliState.Current(policy.write().name()));
      }
    }
    List<Storcli.Pack> packs = packs(found, family, readings);
    String pack =
        packs.isEmpty()
            ? "it has neither battery nor CacheVault that would tell its state"
            : packs.stream()
                .map(p -> p.kind() + " is " + (p.state().isEmpty() ? "unknown" : p.state()))
                .collect(Collectors.joining(", "));
    return new StorcliState(
        configured,
        current,
        new StorcliState.Found(
            true,
            tool.perccli(family),
            "",
            Printable.of(pack),
            packs.stream().anyMatch(Storcli.Pack::isHealthy),
            found.drives().isEmpty()
                ? "none"
                : found.drives().stream()
                    .map(d -> "" + d.number())
                    .collect(Collectors.joining(", ")),
            List.copyOf(caches)));
  }

  /** One that always writes back is set to it, whatever an older tool says of its first setting. */
  private static StorcliState.Setting setting(Storcli.Drive drive, CachePolicy policy) {
    CachePolicy.Write write =
        policy.write() == CachePolicy.Write.AWB
            ? policy.write()
            : drive.initial().orElse(policy.write());
    return new StorcliState.Setting(
        write.name(),
        policy.read().name(),
        policy.direct() ? "direct" : "cached",
        drive.disks().map(disks -> disks.name().toLowerCase(Locale.ROOT)));
  }

  /** What cannot be asked for a pack is no healthy one. */
  private List<Storcli.Pack> packs(
      Storcli.Controller found, List<String> family, Readings readings) {
    List<Storcli.Pack> packs = new ArrayList<>(found.packs());
    for (String what : List.of("cv", "bbu")) {
      Reading<Readings.Output> answer = readings.runFirst(family, show(what), Optional.empty());
      if (answer instanceof Reading.Present<Readings.Output> present) {
        try {
          packs.addAll(Storcli.parse(present.value().stdout()).controllers().get(0).packs());
        } catch (Refusal silent) {
          // A controller that knows no such thing may say so in any words.
        }
      }
    }
    return packs;
  }
}
