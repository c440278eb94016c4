package io.tuner.resources;

import io.tuner.format.BootFiles;
import io.tuner.format.KernelArguments;
import io.tuner.format.KernelWishes;
import io.tuner.format.Refusal;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Leaves;
import io.tuner.resource.Settles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The kernel's command line, by key ({@link KernelWishes#values}).
 *
 * @param file for what is generated or installed later
 * @param entries of the boot entries there are
 * @param boot of the running kernel
 * @param around what these are made from
 */
record KernelCmdlineState(
    Map<String, String> file,
    Map<String, String> entries,
    @Settles(Settles.When.BOOT) Map<String, String> boot,
    @Context Around around) {

  /** How boot entries come to have another command line. */
  enum Way {
    /** They are files, edited as they are. */
    ENTRIES,
    /** Debian's update-grub writes them. */
    UPDATE_GRUB,
    /** grub2-mkconfig writes them. */
    MKCONFIG,
    /** Nothing here is understood. */
    NONE
  }

  /**
   * What is not compared.
   *
   * @param way how entries are changed
   * @param files those that are edited, by path
   * @param generated the command lines in generated entries
   * @param configurations the generated files, where a generator must be told
   * @param running the running kernel's; empty where none runs, as in an image
   * @param refusal why the files are not understood
   * @param decided whether the state was decided upon, not found
   */
  record Around(
      Way way,
      Map<String, String> files,
      List<String> generated,
      List<String> configurations,
      Optional<String> running,
      Optional<String> refusal,
      boolean decided) {

    BootFiles bootFiles() {
      return new BootFiles(files);
    }

    /** What these say of some keys. */
    KernelCmdlineState state(Set<String> keys) {
      List<KernelArguments> configured = List.of();
      List<KernelArguments> entries = List.of();
      Around known = this;
      try {
        configured = bootFiles().configured();
        entries =
            way == Way.ENTRIES
                ? bootFiles().entries()
                : generated.stream().map(KernelArguments::parse).toList();
      } catch (Refusal reason) {
        known =
            new Around(
                way,
                files,
                generated,
                configurations,
                running,
                Optional.of(reason.getMessage()),
                decided);
      }
      List<KernelArguments> now = running.map(KernelArguments::parse).stream().toList();
      return new KernelCmdlineState(
          KernelWishes.values(configured, keys),
          KernelWishes.values(entries, keys),
          KernelWishes.values(now, keys),
          known);
    }

    /** The same once the wishes have come true. */
    Around with(KernelWishes wishes) throws Refusal {
      BootFiles wanted = bootFiles().with(wishes);
      return new Around(
          way,
          wanted.texts(),
          wanted.generated(generated, wishes.keys()),
          configurations,
          running.map(text -> wishes.apply(KernelArguments.parse(text)).text()),
          refusal,
          true);
    }
  }

  /** Three for each key: {@code cmdline:skew_tick} is the running kernel's. */
  Map<String, Knob> knobs() {
    Map<String, Knob> knobs = new LinkedHashMap<>();
    for (String leaf : Leaves.of(this).keySet()) {
      String kind = Leaves.aspect(leaf).equals("boot") ? "" : "-" + Leaves.aspect(leaf);
      knobs.put(leaf, Knob.of("cmdline" + kind + ":" + Leaves.within(leaf)));
    }
    return knobs;
  }
}
