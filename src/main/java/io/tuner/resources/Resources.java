package io.tuner.resources;

import io.tuner.resource.Described;
import io.tuner.resource.Writer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Every type and action there is, and every writer that is watched for. */
public final class Resources {

  private static final List<Class<? extends Record>> CLASSES =
      List.of(
          // Sorted, a type a line.
          BlockQueue.class,
          Command.class,
          ConfigOption.class,
          File.class,
          KernelCmdline.class,
          Mount.class,
          Package.class,
          Reload.class,
          Restart.class,
          Run.class,
          Service.class,
          Sysctl.class,
          Sysfs.class,
          SystemdUnit.class,
          Template.class);

  private static final List<Writer> WRITERS =
      List.of(
          // Sorted by name.
          new SysctlWriter(), new UdevWriter());

  private static final Map<String, Described> BY_NAME = byName();

  private Resources() {}

  /** The types and actions, by name. */
  public static Collection<Described> all() {
    return BY_NAME.values();
  }

  /** The type or action of that YAML key. */
  public static Optional<Described> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** The writers, in the order plans name them. */
  public static List<Writer> writers() {
    return WRITERS;
  }

  private static Map<String, Described> byName() {
    Map<String, Described> map = new TreeMap<>();
    for (Class<? extends Record> type : CLASSES) {
      Described described = Described.of(type);
      map.put(described.name(), described);
    }
    return map;
  }
}
