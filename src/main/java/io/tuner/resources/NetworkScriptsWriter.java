package io.tuner.resources;

import io.tuner.format.EthtoolOption;
import io.tuner.format.Glob;
import io.tuner.format.NetworkStanzas;
import io.tuner.format.UnitFile;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What sets interfaces when they come up: ifupdown's stanzas (interfaces(5)), Red Hat's ifcfg files
 * and systemd-networkd's (systemd.network(5)), which sets the MTU.
 */
final class NetworkScriptsWriter implements Writer {

  private static final String INTERFACES = "/etc/network/interfaces";
  private static final String MORE_INTERFACES = "/etc/network/interfaces.d/*";
  private static final String IFCFG = "/etc/sysconfig/network-scripts/ifcfg-*";
  private static final List<String> NETWORKS =
      List.of(
          "/usr/lib/systemd/network/*.network",
          "/run/systemd/network/*.network",
          "/etc/systemd/network/*.network");

  @Override
  public String name() {
    return "network scripts";
  }

  @Override
  public Set<String> types() {
    return InterfaceClaims.TYPES;
  }

  @Override
  public Probe probe() {
    Probe probe = InterfaceClaims.probe().glob(IFCFG).file(INTERFACES).glob(MORE_INTERFACES);
    for (String pattern : NETWORKS) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    InterfaceClaims claims = new InterfaceClaims();
    for (String pattern : NETWORKS) {
      for (Map.Entry<String, String> file : SysctlWriter.texts(readings, pattern).entrySet()) {
        network(UnitFile.parse(file.getValue()), file.getKey(), readings, claims);
      }
    }
    for (Map.Entry<String, String> file : SysctlWriter.texts(readings, IFCFG).entrySet()) {
      add(NetworkStanzas.ofIfcfg(file.getValue()), file.getKey(), readings, claims);
    }
    Map<String, String> stanzas = new TreeMap<>(SysctlWriter.texts(readings, MORE_INTERFACES));
    readings.text(INTERFACES).ifPresent(text -> stanzas.put(INTERFACES, text));
    for (Map.Entry<String, String> file : stanzas.entrySet()) {
      add(NetworkStanzas.ofInterfaces(file.getValue()), file.getKey(), readings, claims);
    }
    return claims.all();
  }

  private static void add(
      List<NetworkStanzas.Setting> settings,
      String path,
      Readings readings,
      InterfaceClaims claims) {
    for (NetworkStanzas.Setting set : settings) {
      if (InterfaceClaims.interfaces(readings).contains(set.device())) {
        claims.add(set.option(), set.device(), set.word(), set.value(), path + ":" + set.line());
      }
    }
  }

  private static void network(
      UnitFile file, String path, Readings readings, InterfaceClaims claims) {
    for (String device : InterfaceClaims.interfaces(readings)) {
      boolean matches = false;
      for (UnitFile.Assignment set : file.assignments()) {
        if (set.section().equals("Match") && set.key().equals("Name")) {
          for (String pattern : set.value().split("\\s+")) {
            matches |= Glob.of(pattern).matches(device);
          }
        } else if (matches
            && set.section().equals("Link")
            && set.key().equals("MTUBytes")
            && set.value().matches("[0-9]+")) {
          claims.add(EthtoolOption.LINK, device, "mtu", set.value(), path + " [Link]");
        }
      }
    }
  }
}
