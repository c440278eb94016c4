package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.format.UnitFile;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * NetworkManager's profiles, which it applies whenever it activates one (nm-settings-keyfile(5)):
 * the section {@code ethtool}, {@code mtu} of {@code ethernet}, {@code tx-queue-length} of {@code
 * link}.
 */
final class NetworkManagerWriter implements Writer {

  private static final List<String> PATTERNS =
      List.of(
          "/usr/lib/NetworkManager/system-connections/*",
          "/etc/NetworkManager/system-connections/*",
          "/run/NetworkManager/system-connections/*");

  private static final Map<String, EthtoolOption> PREFIXES =
      Map.of(
          "coalesce-", EthtoolOption.COALESCE,
          "ring-", EthtoolOption.RING,
          "channels-", EthtoolOption.CHANNELS,
          "feature-", EthtoolOption.FEATURES);

  @Override
  public String name() {
    return "NetworkManager";
  }

  @Override
  public Set<String> types() {
    return InterfaceClaims.TYPES;
  }

  @Override
  public Probe probe() {
    Probe probe = InterfaceClaims.probe();
    for (String pattern : PATTERNS) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>();
    for (String pattern : PATTERNS) {
      files.putAll(SysctlWriter.texts(readings, pattern));
    }
    InterfaceClaims claims = new InterfaceClaims();
    for (Map.Entry<String, String> file : files.entrySet()) {
      UnitFile profile = UnitFile.parse(file.getValue());
      for (String device : interfaces(profile, readings)) {
        claim(profile, file.getKey(), device, claims);
      }
    }
    return claims.all();
  }

  private static void claim(UnitFile profile, String path, String device, InterfaceClaims claims) {
    for (UnitFile.Assignment set : profile.assignments()) {
      String key = set.section().equals("ethtool") ? set.key() : "";
      String value = set.value();
      PREFIXES.forEach(
          (prefix, option) -> {
            if (key.startsWith(prefix)) {
              String word = key.substring(prefix.length());
              boolean truth = option == EthtoolOption.FEATURES || word.startsWith("adaptive-");
              String shown = truth ? value.matches("true|1") ? "on" : "off" : value;
              claims.add(option, device, word, shown, path + " [ethtool]");
            }
          });
    }
    for (String section : List.of("ethernet", "802-3-ethernet")) {
      number(profile, section, "mtu")
          .filter(mtu -> !mtu.equals("0"))
          .ifPresent(
              mtu ->
                  claims.add(EthtoolOption.LINK, device, "mtu", mtu, path + " [" + section + "]"));
    }
    number(profile, "link", "tx-queue-length")
        .ifPresent(
            length ->
                claims.add(EthtoolOption.LINK, device, "tx_queue_len", length, path + " [link]"));
  }

  private static Optional<String> number(UnitFile profile, String section, String key) {
    return get(profile, section, key).filter(value -> value.matches("[0-9]+"));
  }

  private static Optional<String> get(UnitFile profile, String section, String key) {
    return profile.assignments().stream()
        .filter(set -> set.section().equals(section) && set.key().equals(key))
        .map(UnitFile.Assignment::value)
        .reduce((first, later) -> later);
  }

  /** A profile is of a name, of a hardware address, or of whatever interface it is used for. */
  private static List<String> interfaces(UnitFile profile, Readings readings) throws ProbeFailed {
    Optional<String> name = get(profile, "connection", "interface-name");
    Optional<String> address =
        get(profile, "ethernet", "mac-address")
            .or(() -> get(profile, "802-3-ethernet", "mac-address"));
    List<String> interfaces = new ArrayList<>();
    for (String device : InterfaceClaims.interfaces(readings)) {
      String own =
          Disks.one(readings, InterfaceClaims.address("*"), InterfaceClaims.address(device))
              .orElse("");
      boolean matches =
          name.map(device::equals)
              .or(() -> address.map(mac -> mac.toLowerCase(Locale.ROOT).equals(own)))
              .orElse(!device.equals("lo"));
      if (matches) {
        interfaces.add(device);
      }
    }
    return interfaces;
  }
}
