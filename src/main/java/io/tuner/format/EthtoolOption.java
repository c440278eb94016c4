package io.tuner.format;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is set of an interface at once, in the order it is to be set: a new number of channels or
 * rings may put the driver's coalescing back to its defaults.
 */
public enum EthtoolOption {
  /** Attributes of /sys/class/net, without ethtool. */
  LINK("", ""),
  CHANNELS("-l", "-L"),
  RING("-g", "-G"),
  FEATURES("-k", "-K"),
  COALESCE("-c", "-C");

  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:\\bethtool\\s+)?(-[LGKC]|--(?:set-channels|set-ring|features|offload|coalesce))"
              + "\\s+(\\S+)((?:\\s+[A-Za-z0-9_-]+\\s+[a-z0-9]+\\b)+)");

  private static final Map<String, String> LONG =
      Map.of(
          "--set-channels", "-L",
          "--set-ring", "-G",
          "--features", "-K",
          "--offload", "-K",
          "--coalesce", "-C");

  /** The names that ethtool's -K had before the kernel's, with those its -k shows. */
  private static final Map<String, String> FEATURE_NAMES =
      Map.ofEntries(
          Map.entry("rx", "rx-checksumming"),
          Map.entry("tx", "tx-checksumming"),
          Map.entry("sg", "scatter-gather"),
          Map.entry("tso", "tcp-segmentation-offload"),
          Map.entry("ufo", "udp-fragmentation-offload"),
          Map.entry("gso", "generic-segmentation-offload"),
          Map.entry("gro", "generic-receive-offload"),
          Map.entry("lro", "large-receive-offload"),
          Map.entry("rxvlan", "rx-vlan-offload"),
          Map.entry("txvlan", "tx-vlan-offload"),
          Map.entry("ntuple", "ntuple-filters"),
          Map.entry("rxhash", "receive-hashing"));

  /** Features that stand for several, with those. */
  public static final Map<String, List<String>> GROUPS =
      Map.of(
          "tx-checksumming",
          List.of(
              "tx-checksum-ipv4",
              "tx-checksum-ip-generic",
              "tx-checksum-ipv6",
              "tx-checksum-fcoe-crc",
              "tx-checksum-sctp"),
          "scatter-gather",
          List.of("tx-scatter-gather", "tx-scatter-gather-fraglist"),
          "tcp-segmentation-offload",
          List.of(
              "tx-tcp-segmentation",
              "tx-tcp-ecn-segmentation",
              "tx-tcp-mangleid-segmentation",
              "tx-tcp6-segmentation"));

  private final String show;
  private final String set;

  EthtoolOption(String show, String set) {
    this.show = show;
    this.set = set;
  }

  /**
   * A command that sets something.
   *
   * @param device as it is written: a name, or what another program puts one in for
   * @param values by the words of the option
   */
  public record Command(EthtoolOption option, String device, Map<String, String> values) {

    /** Whether it sets this interface, or one whose name is put in when it runs. */
    public boolean isAbout(String name) {
      return device.equals(name) || device.matches("[$%].*");
    }
  }

  /** The option of ethtool that shows it, {@code -c}. */
  public String show() {
    return show;
  }

  /** The option of ethtool that sets it, {@code -C}. */
  public String set() {
    return set;
  }

  /** The word in lower case: {@code coalesce}. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The words by which {@code -k} shows what is set by one: a feature may stand for several. */
  public List<String> words(String word) {
    String shown = this == FEATURES ? FEATURE_NAMES.getOrDefault(word, word) : word;
    return this == FEATURES ? GROUPS.getOrDefault(shown, List.of(shown)) : List.of(word);
  }

  /** The knob that a word is of an interface. */
  public String knob(String device, String word) {
    return this == LINK
        ? "/sys/class/net/" + device + "/" + word
        : "ethtool:" + InterfaceRules.key(device, this, word);
  }

  /** The name of a feature as {@code -k} shows it. */
  public static String featureName(String name) {
    return FEATURE_NAMES.getOrDefault(name, name);
  }

  /** The commands of ethtool that set something, in a line of a script or a file, in order. */
  public static Iterable<Command> commands(String line) {
    Map<Integer, Command> commands = new LinkedHashMap<>();
    Matcher matcher = COMMAND.matcher(line);
    while (matcher.find()) {
      String word = LONG.getOrDefault(matcher.group(1), matcher.group(1));
      Optional<EthtoolOption> option =
          Arrays.stream(values()).filter(o -> o.set.equals(word)).findFirst();
      String[] words = matcher.group(3).strip().split("\\s+");
      Map<String, String> set = new LinkedHashMap<>();
      for (int i = 0; i + 1 < words.length; i += 2) {
        set.put(words[i], words[i + 1]);
      }
      String device = matcher.group(2);
      option.ifPresent(o -> commands.put(commands.size(), new Command(o, device, set)));
    }
    return commands.values();
  }
}
