package io.tuner.resources;

import io.tuner.format.Fstab;
import io.tuner.format.MountOptions;
import io.tuner.format.Refusal;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Decides what a swap space found so is to become. */
record SwapTarget(Swap swap, SwapReader reader, SwapState observed, Notes notes) {

  SwapState state() throws Unsupported {
    boolean on = swap.state() == Swap.State.ON;
    Optional<SwapState.Space> space = observed.space();
    if (on) {
      space = Optional.of(reader.isFile() ? target().file() : target().device());
    } else if (swap.state() == Swap.State.ABSENT) {
      target().refuseForeignFile();
      space = Optional.empty();
    }
    SwapState.Live live = on ? live() : SwapState.Live.OFF;
    Optional<SwapState.Entry> entry = on ? Optional.of(entry()) : Optional.empty();
    SwapState.Space wanted = space.orElse(null);
    boolean anew =
        wanted == null || observed.space().filter(found -> found.isMadeAnew(wanted)).isPresent();
    if (observed.live().on() && (anew || !live.equals(observed.live()))) {
      leave();
    }
    try {
      var fstab = EditedFile.edited(observed.around().fstab(), edit(observed.persistent(), entry));
      return new SwapState(live, entry, space, false, observed.around().decided(fstab));
    } catch (Refusal refusal) {
      throw new Unsupported(FstabScript.PATH + ": " + refusal.getMessage());
    }
  }

  private SwapSpaceTarget target() {
    return new SwapSpaceTarget(swap, observed, notes);
  }

  private void leave() throws Unsupported {
    Optional<String> kept = observed.around().kept();
    if (kept.isPresent()) {
      throw new Unsupported("`" + swap.name() + "` " + kept.get());
    }
    if (observed.around().used() > 0) {
      String used = SwapState.Around.size(observed.around().used());
      notes.risk(Risk.LIVE, "reads " + used + " back into memory");
    }
  }

  /** The priority wanted; else the one it has, or would get at a boot. */
  private SwapState.Live live() {
    boolean as = swap.priority().isEmpty() && observed.live().on();
    return new SwapState.Live(
        true,
        as
            ? observed.live().priority()
            : swap.priority().or(() -> observed.persistent().flatMap(SwapTarget::priority)));
  }

  private static Optional<Integer> priority(SwapState.Entry entry) {
    return MountOptions.split(entry.options()).stream()
        .filter(option -> option.matches("pri=[0-9]{1,5}"))
        .map(option -> Integer.valueOf(option.substring("pri=".length())))
        .findFirst();
  }

  private SwapState.Entry entry() {
    List<String> options =
        new ArrayList<>(
            observed.persistent().map(e -> MountOptions.split(e.options())).orElse(List.of("sw")));
    options.remove("noauto");
    if (swap.priority().isPresent()) {
      String option = "pri=" + swap.priority().get();
      boolean placed = options.contains(option);
      options.removeIf(o -> o.startsWith("pri=") && !o.equals(option));
      if (!placed) {
        options.add(option);
      }
    }
    String written = options.isEmpty() ? "sw" : String.join(",", options);
    String source = observed.persistent().map(SwapState.Entry::source).orElse(swap.name());
    return new SwapState.Entry(source, written);
  }

  /** Makes fstab hold the one entry of a swap space, or none, in place of the other. */
  static EditedFile.Edit edit(Optional<SwapState.Entry> other, Optional<SwapState.Entry> wanted) {
    return text -> {
      Fstab fstab = Fstab.parse(text.all());
      if (other.isPresent() && !other.map(SwapState.Entry::source).equals(source(wanted))) {
        fstab = fstab.withoutSwap(text.form(other.get().source()));
      }
      if (wanted.isEmpty()) {
        return fstab.text();
      }
      List<String> options = MountOptions.split(text.form(wanted.get().options()));
      String source = text.form(wanted.get().source());
      boolean same = fstab.swap(source).filter(e -> e.options().equals(options)).isPresent();
      OptionalInt none = OptionalInt.empty();
      return same
          ? text.all()
          : fstab.with(new Fstab.Entry(source, "none", "swap", options, none, none)).text();
    };
  }

  private static Optional<String> source(Optional<SwapState.Entry> entry) {
    return entry.map(SwapState.Entry::source);
  }
}
