package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A grub.cfg: the kernel command lines of a generated one, and whether it is but a stub that loads
 * the real one (GRUB manual, "Writing full configuration files directly").
 *
 * @param entries its Linux entries in order, those within submenus included
 * @param realConfiguration path of the file that a {@code configfile} line outside menu entries
 *     loads, as seen on the running system; a separate boot file system is taken to be on /boot
 * @param isStub whether the file only finds and loads another, as those in EFI directories do since
 *     Fedora 34, RHEL 9 and on Debian: it must never be overwritten by a generator
 */
public record GrubConfig(List<Entry> entries, Optional<String> realConfiguration, boolean isStub) {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*(menuentry|submenu)\\s+(?:'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|(\\S+)).*");
  private static final Pattern LINUX =
      Pattern.compile("\\s*(linux|linux16|linuxefi)\\s+(\\S+)(?:\\s+(.*))?");
  private static final Pattern CONFIGFILE = Pattern.compile("\\s*configfile\\s+(\\S+).*");
  private static final String GENERATED = "### BEGIN /etc/grub.d/";
  private static final Pattern BLOCK = Pattern.compile("[^{}]*\\{\\s*");

  /**
   * One menu entry that boots Linux.
   *
   * @param title of the entry
   * @param command {@code linux}, {@code linux16} or {@code linuxefi}
   * @param kernel path of the kernel
   * @param arguments the kernel command line, GRUB's variables as they stand
   */
  public record Entry(String title, String command, String kernel, KernelArguments arguments) {
    /** Whether this is a rescue or recovery entry, whose options generators set otherwise. */
    public boolean isRescue() {
      return title.contains("0-rescue")
          || title.contains("(recovery mode)")
          || arguments.words().stream().anyMatch(w -> w.equals("single") || w.equals("recovery"));
    }
  }

  /** Entries in the given order. */
  public GrubConfig {
    entries = List.copyOf(entries);
  }

  /** Reads a file. */
  public static GrubConfig parse(String text) {
    List<Entry> entries = new ArrayList<>();
    Optional<String> real = Optional.empty();
    Optional<String> prefix = Optional.empty();
    Optional<String> title = Optional.empty();
    int depth = 0;
    int menuDepth = -1;
    for (Line line : Line.split(joined(text))) {
      String stripped = line.text().strip();
      Matcher heading = TITLE.matcher(line.text());
      Matcher linux = LINUX.matcher(line.text());
      Matcher configfile = CONFIGFILE.matcher(line.text());
      if (stripped.startsWith("#")) {
        continue;
      }
      if (heading.matches() && heading.group(1).equals("menuentry")) {
        title = Optional.of(first(heading.group(2), heading.group(3), heading.group(4)));
        menuDepth = depth;
      } else if (linux.matches() && title.isPresent()) {
        KernelArguments arguments =
            KernelArguments.parse(linux.group(3) == null ? "" : linux.group(3));
        entries.add(new Entry(title.get(), linux.group(1), linux.group(2), arguments));
      } else if (configfile.matches() && title.isEmpty() && real.isEmpty()) {
        real = Optional.of(path(configfile.group(1), prefix.orElse("")));
      } else if (stripped.startsWith("set prefix=") && title.isEmpty()) {
        prefix = Optional.of(stripped.substring("set prefix=".length()));
      }
      depth += BLOCK.matcher(stripped).matches() ? 1 : 0;
      if (stripped.equals("}")) {
        depth--;
        title = depth <= menuDepth ? Optional.empty() : title;
      }
    }
    boolean stub =
        entries.isEmpty() && !text.contains(GENERATED) && (real.isPresent() || prefix.isPresent());
    return new GrubConfig(entries, real, stub);
  }

  private static String joined(String text) {
    return text.replace("\\\n", " ");
  }

  private static String first(String... alternatives) {
    for (String alternative : alternatives) {
      if (alternative != null) {
        return alternative;
      }
    }
    return "";
  }

  private static String path(String file, String prefix) {
    String path = file.replace("${prefix}", prefix).replace("$prefix", prefix);
    String local = path.replaceAll("\\([^)]*\\)|[\"']", "");
    int boot = local.indexOf("/boot/");
    return boot >= 0 ? local.substring(boot) : "/boot" + local;
  }
}
