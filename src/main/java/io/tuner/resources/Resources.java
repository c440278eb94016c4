package io.tuner.resources;

import io.tuner.resource.Described;
import io.tuner.resource.Writer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Every type and action there is, and every writer that is watched for. */
public final class Resources {

  private static final List<Class<? extends Record>> CLASSES =
      List.of(
          // Sorted, a type a line.
          BlockQueue.class,
          Command.class,
          ConfigOption.class,
          CpuFrequency.class,
          EthtoolChannels.class,
          EthtoolCoalesce.class,
          EthtoolFeatures.class,
          EthtoolRing.class,
          File.class,
          HugePages.class,
          IrqAffinity.class,
          KernelCmdline.class,
          KernelModule.class,
          LdPreload.class,
          Limits.class,
          Link.class,
          Mount.class,
          NodeosState.class,
          OceanbaseParameter.class,
          Package.class,
          ProcessAffinity.class,
          RedfishBios.class,
          Reload.class,
          Restart.class,
          Run.class,
          Service.class,
          StorcliCache.class,
          Swap.class,
          Sysctl.class,
          Sysfs.class,
          SystemdUnit.class,
          Template.class,
          TransparentHugePages.class,
          TunedProfile.class);

  private static final List<Writer> WRITERS =
      List.of(
          // Sorted by name.
          new IrqbalanceWriter(),
          new LimitsWriter(),
          new ModprobeWriter(),
          new NetworkManagerWriter(),
          new NetworkScriptsWriter(),
          new SysctlWriter(),
          new TmpfilesWriter(),
          new TunedWriter(),
          new UdevWriter(),
          new InterfaceUdevWriter(),
          new UnitEnvironmentWriter());

  private static final Map<String, Class<? extends Record>> BY_NAME = byName();

  /** Only what is asked for: reading annotations is slow, and a playbook uses few of many types. */
  private static final Map<String, Described> DESCRIBED = new ConcurrentHashMap<>();

  private Resources() {}

  /** The types and actions, by name. */
  public static Collection<Described> all() {
    return BY_NAME.keySet().stream().map(name -> find(name).orElseThrow()).toList();
  }

  /** The type or action of that YAML key. */
  public static Optional<Described> find(String name) {
    Class<? extends Record> type = BY_NAME.get(name);
    return type == null
        ? Optional.empty()
        : Optional.of(DESCRIBED.computeIfAbsent(name, key -> Described.of(type)));
  }

  /** The writers, in the order plans name them. */
  public static List<Writer> writers() {
    return WRITERS;
  }

  private static Map<String, Class<? extends Record>> byName() {
    Map<String, Class<? extends Record>> map = new TreeMap<>();
    for (Class<? extends Record> type : CLASSES) {
      map.put(key(type.getSimpleName()), type);
    }
    return map;
  }

  /** The name of a type is that of its class, in lower case with underscores. */
  private static String key(String className) {
    StringBuilder key = new StringBuilder();
    for (char c : className.toCharArray()) {
      key.append(Character.isUpperCase(c) && !key.isEmpty() ? "_" : "");
      key.append(Character.toLowerCase(c));
    }
    return key.toString();
  }
}
