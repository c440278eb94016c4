package io.tuner.resources;

import io.tuner.format.KernelWishes;
import io.tuner.format.Refusal;
import io.tuner.resource.Knob;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.resources.KernelCmdlineState.Way;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Words of the kernel's command line: configured, in the boot entries, and of the running kernel.
 */
@Type(
    name = "kernel_cmdline",
    summary = "Words of the kernel's command line, in effect from the next boot",
    guide =
        """
        Three things are compared: what is configured for later (`/etc/default/grub`,
        `/etc/kernel/cmdline`), what the boot entries say, and what the running kernel was given,
        which is pending until the host boots. Debian's entries are written by `update-grub`,
        those of RHEL 7 and openEuler by `grub2-mkconfig`, those of later ones are files of their
        own; the entries for rescue stay as they are. Where a configuration cannot be understood
        without running it, nothing is changed.
        """)
public record KernelCmdline(
    @Parameter(value = "words that stand: `key` or `key=value`", example = "[pci=pcie_bus_perf]")
        List<String> present,
    @Parameter(value = "keys, or words, that do not stand", example = "[skew_tick]")
        List<String> absent,
    @Parameter(value = "keys with the only value they have", example = "{console: ttyS0}")
        Map<String, String> replace)
    implements Resource<KernelCmdlineState> {

  @Override
  public String name() {
    Stream<String> gone = absent.stream().map(word -> "-" + word);
    return Stream.of(present.stream(), gone, replace.keySet().stream())
        .flatMap(words -> words)
        .collect(Collectors.joining(","));
  }

  @Override
  public void validate(Problems problems) {
    wishes().problem().ifPresent(problem -> problems.error("present", problem));
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    wishes().gone().forEach(key -> claims.put(Knob.of("cmdline:" + key), ABSENT));
    wishes().single().forEach((key, value) -> claims.put(Knob.of("cmdline:" + key), value));
    return claims;
  }

  /** New words go into a line of GRUB's defaults that nobody else may write whole. */
  @Override
  public Map<Knob, String> needs() {
    boolean adds = !wishes().present().isEmpty() || !wishes().replace().isEmpty();
    return adds
        ? Map.of(
            Knob.of("config", "/etc/default/grub", KernelWishes.VARIABLES.get(0)),
            "its words one by one")
        : Map.of();
  }

  @Override
  public Probe probe() {
    return BootReader.probe();
  }

  @Override
  public KernelCmdlineState parse(Readings readings) throws ProbeFailed {
    return BootReader.read(readings).state(wishes().keys());
  }

  @Override
  public KernelCmdlineState target(KernelCmdlineState observed, Notes notes) throws Unsupported {
    KernelCmdlineState.Around around = observed.around();
    if (around.way() == Way.NONE) {
      throw new Missing("neither GRUB's configuration nor boot entries are found here");
    }
    if (around.running().isEmpty()) {
      notes.warn("no kernel runs here: only what boots later is changed");
    }
    try {
      around.bootFiles().configured();
      return around.with(wishes()).state(wishes().keys());
    } catch (Refusal refusal) {
      throw new Unsupported("the boot configuration is left alone: " + refusal.getMessage());
    }
  }

  @Override
  public Script transition(KernelCmdlineState from, KernelCmdlineState to) {
    return new KernelCmdlineScript(wishes(), from, to).script();
  }

  @Override
  public Map<String, Knob> knobs(KernelCmdlineState state) {
    return state.knobs();
  }

  private KernelWishes wishes() {
    return new KernelWishes(present, absent, replace);
  }
}
