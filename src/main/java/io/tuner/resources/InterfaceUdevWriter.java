package io.tuner.resources;

import io.tuner.format.InterfaceUdevRules;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Writer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rules of udev for network interfaces that sort behind ours: what they set, and the programs they
 * run, come later. Files of systemd.link(5) do not: they are applied by a rule that sorts before.
 */
final class InterfaceUdevWriter implements Writer {

  @Override
  public String name() {
    return "udev rules of interfaces";
  }

  @Override
  public Set<String> types() {
    return InterfaceClaims.TYPES;
  }

  @Override
  public Probe probe() {
    Probe probe = InterfaceClaims.probe();
    for (String pattern : UdevWriter.PATTERNS) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  @Override
  public List<Claim> claims(Readings readings) throws ProbeFailed {
    Map<String, String> files = new TreeMap<>();
    for (String pattern : UdevWriter.PATTERNS) {
      files.putAll(SysctlWriter.texts(readings, pattern));
    }
    String ours = InterfaceState.RULES.path().replaceFirst(".*/", "");
    InterfaceClaims claims = new InterfaceClaims();
    for (String device : InterfaceClaims.interfaces(readings)) {
      for (InterfaceUdevRules.Setting set : InterfaceUdevRules.settings(files, device)) {
        if (set.file().replaceFirst(".*/", "").compareTo(ours) > 0) {
          String condition = set.certain() ? "" : ", where its conditions hold";
          String place = set.file() + ":" + set.line() + condition;
          claims.add(set.option(), device, set.word(), set.value(), place);
        }
      }
    }
    return claims.all();
  }
}
