package io.tuner.resources;

import io.tuner.format.Fstab;
import io.tuner.format.MountOptions;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Risk;
import io.tuner.resource.Unsupported;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Decides what a mount point found so is to become. */
record MountTarget(Mount mount, MountState observed, Notes notes) {

  /** Without these no boot goes on, so that nobody writes nofail for them. */
  private static final Set<String> SYSTEM = Set.of("/", "/boot", "/boot/efi", "/usr", "/var");

  MountState state() throws Unsupported {
    boolean present = mount.state() == Mount.State.MOUNTED || mount.state() == Mount.State.PRESENT;
    Optional<MountState.Live> live =
        switch (mount.state()) {
          case MOUNTED -> Optional.of(wanted());
          case PRESENT -> observed.live();
          case UNMOUNTED, ABSENT -> Optional.empty();
        };
    Optional<MountState.Entry> entry =
        switch (mount.state()) {
          case MOUNTED, PRESENT -> Optional.of(entry());
          case UNMOUNTED -> observed.persistent();
          case ABSENT -> Optional.empty();
        };
    if (!live.equals(observed.live())) {
      checkLive(live);
    }
    if (present) {
      warn();
    }
    boolean mounted = mount.state() == Mount.State.MOUNTED;
    boolean changes = !live.equals(observed.live());
    return new MountState(
        live,
        entry,
        mounted || observed.directory(),
        observed
            .around()
            .decided(fstab(entry), changes && mounted ? options() : observed.around().effective()));
  }

  private MountState.Live wanted() {
    return new MountState.Live(
        mount.source().orElseThrow(), mount.fstype().orElseThrow(), options());
  }

  private MountState.Entry entry() {
    return new MountState.Entry(
        mount.source().orElseThrow(),
        mount.fstype().orElseThrow(),
        options(),
        mount.dump().or(() -> observed.persistent().map(MountState.Entry::dump)).orElse(0),
        mount.pass().or(() -> observed.persistent().map(MountState.Entry::pass)).orElse(0));
  }

  private String options() {
    return String.join(",", mount.wantedOptions());
  }

  private Optional<Content> fstab(Optional<MountState.Entry> entry) throws Unsupported {
    try {
      return EditedFile.edited(observed.around().fstab(), edit(mount.path(), entry));
    } catch (Refusal refusal) {
      throw new Unsupported(MountReader.FSTAB + ": " + refusal.getMessage());
    }
  }

  /** Makes fstab hold this entry of a mount point, or none. */
  static EditedFile.Edit edit(String path, Optional<MountState.Entry> entry) {
    return text -> {
      Fstab fstab = Fstab.parse(text.all());
      if (entry.isEmpty()) {
        return fstab.withoutMount(path).text();
      }
      MountState.Entry wanted = entry.get();
      Fstab.Entry written =
          new Fstab.Entry(
              text.form(wanted.source()),
              text.form(path),
              wanted.fstype(),
              MountOptions.split(text.form(wanted.options())),
              OptionalInt.of(wanted.dump()),
              OptionalInt.of(wanted.pass()));
      boolean same = fstab.mount(text.form(path)).filter(written::sameAs).isPresent();
      return same ? text.all() : fstab.with(written).text();
    };
  }

  private void checkLive(Optional<MountState.Live> live) throws Unsupported {
    String path = "`" + mount.path() + "` ";
    if (observed.around().foreign().isPresent()) {
      throw new Unsupported(path + observed.around().foreign().get());
    }
    if (live.isPresent() && !observed.around().deviceThere()) {
      throw new Missing("there is no device `" + mount.source().orElseThrow() + "`");
    }
    boolean remount = live.isPresent() && observed.live().filter(live.get()::isRemount).isPresent();
    if (remount) {
      return;
    }
    boolean memory = observed.live().filter(MountState.Live::isMemory).isPresent();
    boolean covers = live.filter(MountState.Live::isMemory).isPresent();
    boolean occupied = observed.around().occupied();
    if (occupied && !mount.discard() && (memory || covers && observed.live().isEmpty())) {
      String what = memory ? "holds files that would be lost" : "holds files that would be hidden";
      throw new Unsupported(path + what + ": move them, or set `discard: true`");
    }
    if (occupied && memory) {
      notes.risk(Risk.DATA, "the files in " + mount.path() + " are lost");
      notes.risk(Risk.IRREVERSIBLE, "a tmpfs comes back empty");
    }
    if (covers) {
      notes.risk(Risk.VOLATILE, "what is written to " + mount.path() + " is lost on reboot");
    }
  }

  private void warn() {
    boolean memory = mount.fstype().filter(type -> type.matches("tmpfs|ramfs")).isPresent();
    boolean fails = mount.wantedOptions().stream().noneMatch(o -> o.matches("nofail|noauto"));
    if (fails && !memory && !SYSTEM.contains(mount.path())) {
      notes.warn(
          "without `nofail` a boot stops where "
              + mount.source().orElse("")
              + " cannot be mounted");
    }
  }
}
