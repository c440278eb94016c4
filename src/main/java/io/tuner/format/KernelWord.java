package io.tuner.format;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel sees in one word of its command line (lib/cmdline.c, {@code next_arg}). */
public final class KernelWord {

  /**
   * Keys of which the kernel or the initramfs takes every occurrence, so that another value is
   * another wish and not a replacement (kernel-parameters.txt; dracut.cmdline(7); systemd(1)).
   */
  private static final Set<String> REPEATING =
      Set.of(
          ("console earlycon earlyprintk crashkernel hugepagesz hugepages pci pcie_aspm memmap"
                  + " acpi_osi video efi iommu intel_iommu amd_iommu initrd ip ifname nameserver"
                  + " route vlan bond team bridge netroot dyndbg blacklist modprobe.blacklist"
                  + " module_blacklist ima_policy systemd.setenv systemd.wants systemd.mask"
                  + " rd.lvm.lv rd.lvm.vg rd.luks.uuid rd.luks.name rd.luks.options rd.luks.key"
                  + " rd.md.uuid rd.dm.uuid rd.driver.blacklist rd.driver.pre rd.driver.post"
                  + " rd.znet rd.dasd rd.zfcp rd.break rd.auto rd.nvmf.discover")
              .split(" "));

  private static final Pattern SIZE = Pattern.compile("([0-9]+)([KMGTkmgt]?)");

  private KernelWord() {}

  /** Whether another value of this word's key is another wish. */
  static boolean repeats(String word) {
    return REPEATING.contains(key(word));
  }

  static boolean isBlank(char c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }

  public static String key(String word) {
    String bare = word.startsWith("\"") ? word.substring(1) : word;
    int equals = bare.indexOf('=');
    return (equals < 0 ? bare : bare.substring(0, equals)).replace('-', '_');
  }

  /** The word as the kernel sees it: no quotes around it or its value, underscores in its name. */
  static String normal(String word) {
    String bare = unquoted(word);
    int equals = bare.indexOf('=');
    return equals < 0 ? key(bare) : key(bare) + "=" + unquoted(bare.substring(equals + 1));
  }

  static String unquoted(String text) {
    if (!text.startsWith("\"")) {
      return text;
    }
    return text.substring(
        1, text.length() > 1 && text.endsWith("\"") ? text.length() - 1 : text.length());
  }

  /**
   * The size in {@code hugepagesz=SIZE}, so that 1G, 1GB and 1024M are one: bytes, as the kernel's
   * memparse reads them (it ignores what follows the unit), or the text where that is no number.
   */
  static String pageSize(String word) {
    String text = word.substring(word.indexOf('=') + 1);
    Matcher size = SIZE.matcher(text);
    if (!size.lookingAt()) {
      return text;
    }
    int unit = "KMGT".indexOf(size.group(2).toUpperCase(Locale.ROOT)) + 1;
    return new BigInteger(size.group(1))
        .shiftLeft(size.group(2).isEmpty() ? 0 : 10 * unit)
        .toString();
  }

  /** An entry as one word: a value with blanks gets quotes where it has none. */
  static String quoted(String entry) {
    int equals = entry.indexOf('=');
    boolean bare = entry.indexOf('"') < 0 && entry.chars().anyMatch(c -> isBlank((char) c));
    return bare && equals > 0
        ? entry.substring(0, equals + 1) + '"' + entry.substring(equals + 1) + '"'
        : entry;
  }
}
