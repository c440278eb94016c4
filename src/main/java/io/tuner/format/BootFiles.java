package io.tuner.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files that a kernel's command line is made from, and that are edited as they are: GRUB's
 * defaults, entries of the Boot Loader Specification, GRUB's environment with the {@code
 * kernelopts} of RHEL 8, and /etc/kernel/cmdline, which kernel-install(8) gives to later kernels.
 *
 * @param texts by path
 */
public record BootFiles(Map<String, String> texts) {

  public static final String DEFAULTS = "/etc/default/grub";
  public static final String ENTRIES = "/boot/loader/entries/";
  public static final String ENVIRONMENT = "/boot/grub2/grubenv";
  public static final String LATER = "/etc/kernel/cmdline";

  private static final String OPTIONS = "kernelopts";

  /** Files sorted by path. */
  public BootFiles {
    texts = new TreeMap<>(texts);
  }

  /** Changes one line; it knows nothing of where that stands. */
  @FunctionalInterface
  private interface Edit {
    KernelArguments apply(KernelArguments line, String place) throws Refusal;
  }

  /**
   * The command lines for kernels that are installed or configured later.
   *
   * @throws Refusal where GRUB's defaults cannot be known without running them
   */
  public List<KernelArguments> configured() throws Refusal {
    List<KernelArguments> lines = new ArrayList<>();
    if (texts.containsKey(DEFAULTS)) {
      lines.add(KernelWishes.line(defaults()));
    }
    if (texts.containsKey(LATER)) {
      lines.add(KernelArguments.parse(texts.get(LATER)));
    }
    return lines;
  }

  /**
   * The command lines of the entries, those for rescue aside. Of GRUB's variables the kernel's
   * options are put in, no others.
   *
   * @throws Refusal where GRUB's environment is damaged
   */
  public List<KernelArguments> entries() throws Refusal {
    List<KernelArguments> lines = new ArrayList<>();
    Map<String, String> variables = Map.of(OPTIONS, options());
    for (String path : entryPaths()) {
      lines.add(new KernelArguments(BootEntry.parse(texts.get(path)).options(variables)));
    }
    return lines;
  }

  /** Generated command lines once GRUB's defaults are what they are here, as far as keys go. */
  public List<String> generated(List<String> lines, Set<String> keys) throws Refusal {
    KernelArguments line = KernelWishes.line(defaults());
    return lines.stream()
        .map(old -> KernelWishes.transplanted(KernelArguments.parse(old), line, keys).text())
        .toList();
  }

  /** These files as wanted. */
  public BootFiles with(KernelWishes wishes) throws Refusal {
    BootFiles changed = edited((line, place) -> wishes.apply(line));
    return changed.with(wishes.apply(defaults()));
  }

  /** These files with some keys as others, perhaps older, have them. */
  public BootFiles transplanted(BootFiles old, Set<String> keys) throws Refusal {
    BootFiles changed =
        edited((line, place) -> KernelWishes.transplanted(line, old.at(place), keys));
    return changed.with(KernelWishes.transplanted(defaults(), old.defaults(), keys));
  }

  private BootFiles edited(Edit edit) throws Refusal {
    Map<String, String> changed = new LinkedHashMap<>(texts);
    if (texts.containsKey(LATER)) {
      KernelArguments line = KernelArguments.parse(texts.get(LATER));
      KernelArguments wanted = edit.apply(line, LATER);
      if (!wanted.equals(line)) {
        changed.put(LATER, wanted.text() + (texts.get(LATER).endsWith("\n") ? "\n" : ""));
      }
    }
    boolean indirect = false;
    for (String path : entryPaths()) {
      BootEntry entry = BootEntry.parse(texts.get(path));
      if (refersToOptions(entry)) {
        indirect = true;
        continue;
      }
      KernelArguments wanted = edit.apply(new KernelArguments(entry.options()), path);
      changed.put(path, entry.withOptions(words -> wanted.words()).text());
    }
    if (indirect && options().isBlank()) {
      // GRUB has another place for them then; writing ours alone would leave no root=.
      throw new Refusal(
          "the boot entries refer to " + OPTIONS + ", which " + ENVIRONMENT + " lacks");
    }
    if (indirect) {
      KernelArguments line = KernelArguments.parse(options());
      KernelArguments wanted = edit.apply(line, ENVIRONMENT);
      if (!wanted.equals(line)) {
        GrubEnvironment environment = GrubEnvironment.parse(texts.get(ENVIRONMENT));
        changed.put(ENVIRONMENT, environment.with(OPTIONS, wanted.text()).text());
      }
    }
    return new BootFiles(changed);
  }

  private KernelArguments at(String place) throws Refusal {
    if (!texts.containsKey(place)) {
      return new KernelArguments(List.of());
    }
    if (place.equals(LATER)) {
      return KernelArguments.parse(texts.get(place));
    }
    return place.equals(ENVIRONMENT)
        ? KernelArguments.parse(options())
        : new KernelArguments(BootEntry.parse(texts.get(place)).options());
  }

  private BootFiles with(ShellAssignments defaults) {
    Map<String, String> changed = new LinkedHashMap<>(texts);
    List<String> paths = defaultPaths();
    for (int i = 0; i < paths.size(); i++) {
      changed.put(paths.get(i), defaults.files().get(i));
    }
    return new BootFiles(changed);
  }

  private ShellAssignments defaults() {
    List<String> files = defaultPaths().stream().map(texts::get).toList();
    return ShellAssignments.parse(files.isEmpty() ? List.of("") : files);
  }

  private List<String> defaultPaths() {
    return texts.keySet().stream().filter(path -> path.startsWith(DEFAULTS)).toList();
  }

  private List<String> entryPaths() {
    return texts.keySet().stream()
        .filter(path -> path.startsWith(ENTRIES) && !path.contains("-0-rescue"))
        .toList();
  }

  private static boolean refersToOptions(BootEntry entry) {
    return entry.options().contains("$" + OPTIONS) || entry.options().contains("${kernelopts}");
  }

  private String options() throws Refusal {
    return texts.containsKey(ENVIRONMENT)
        ? GrubEnvironment.parse(texts.get(ENVIRONMENT)).get(OPTIONS).orElse("")
        : "";
  }
}
