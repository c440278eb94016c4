package io.tuner.probe;

import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.text.CpuSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a host is, under Ansible's names without their prefix, and what tuning needs besides: NUMA
 * nodes, huge page sizes, drivers. A fact that the host does not tell is absent, never guessed.
 */
public final class Facts {

  private static final String NODES = "/sys/devices/system/node/";

  /** What must be read to know them. */
  public static final Probe PROBE =
      Probe.NOTHING
          .file("/proc/sys/kernel/arch")
          .file("/proc/sys/kernel/osrelease")
          .file("/proc/sys/kernel/hostname")
          .file("/proc/sys/kernel/random/boot_id")
          .file("/etc/os-release")
          .file("/proc/meminfo")
          .file("/proc/cpuinfo")
          .file("/proc/1/comm")
          .file("/proc/net/route")
          .file("/sys/devices/system/cpu/online")
          .file("/sys/class/dmi/id/sys_vendor")
          .file("/sys/class/dmi/id/product_name")
          .file("/run/systemd/container")
          .glob("/sys/block/*/size")
          .glob("/sys/block/*/queue/rotational")
          .glob("/sys/block/*/device/model")
          .glob("/sys/block/*/device/numa_node")
          .glob("/sys/class/net/*/mtu")
          .glob("/sys/class/net/*/address")
          .glob("/sys/class/net/*/speed")
          .glob("/sys/class/net/*/device/numa_node")
          .glob("/sys/class/net/*/device/uevent")
          .glob("/sys/kernel/mm/hugepages/*/nr_hugepages")
          .glob(NODES + "node*/cpulist")
          .glob(NODES + "node*/meminfo")
          .glob(NODES + "node*/hugepages/*/nr_hugepages")
          .run("uname", "-m")
          .run("ip", "-o", "-4", "addr", "show");

  private final FactReadings readings;

  private Facts(Readings readings) {
    this.readings = new FactReadings(readings);
  }

  /** The facts as maps, lists, strings and numbers, for templates. */
  public static Map<String, Object> parse(Readings readings) throws ProbeFailed {
    return new Facts(readings).parse();
  }

  private Map<String, Object> parse() throws ProbeFailed {
    Map<String, Object> facts = new LinkedHashMap<>();
    Optional<String> arch = readings.line("/proc/sys/kernel/arch");
    put(facts, "architecture", arch.isPresent() ? arch : readings.output("uname", "-m").map(String::strip));
    put(facts, "kernel", readings.line("/proc/sys/kernel/osrelease"));
    put(facts, "hostname", readings.line("/proc/sys/kernel/hostname"));
    put(facts, "boot_id", readings.line("/proc/sys/kernel/random/boot_id"));
    distribution(facts);
    memory(facts);
    Optional<CpuSet> online = readings.line("/sys/devices/system/cpu/online").flatMap(Facts::cpus);
    put(facts, "processor_vcpus", online.map(cpus -> cpus.numbers().size()));
    put(facts, "service_mgr", readings.line("/proc/1/comm"));
    put(facts, "system_vendor", readings.line("/sys/class/dmi/id/sys_vendor").map(String::strip));
    put(facts, "product_name", readings.line("/sys/class/dmi/id/product_name").map(String::strip));
    facts.put("virtualization_type", virtualization());
    facts.put("devices", devices());
    facts.put("interfaces", interfaces());
    put(facts, "default_ipv4", defaultRoute());
    facts.put("numa_nodes", nodes());
    facts.put("huge_page_sizes", hugePageSizes());
    return facts;
  }

  private void distribution(Map<String, Object> facts) throws ProbeFailed {
    Map<String, String> release = new TreeMap<>();
    for (String line : readings.text("/etc/os-release").orElse("").lines().toList()) {
      int equals = line.indexOf('=');
      if (equals > 0 && !line.startsWith("#")) {
        String value = line.substring(equals + 1).strip();
        boolean quoted = value.length() > 1 && "\"'".indexOf(value.charAt(0)) >= 0;
        release.put(
            line.substring(0, equals).strip(),
            quoted ? value.substring(1, value.length() - 1) : value);
      }
    }
    put(facts, "distribution", Optional.ofNullable(release.get("ID")).map(Facts::distribution));
    put(facts, "distribution_version", Optional.ofNullable(release.get("VERSION_ID")));
    String like = release.getOrDefault("ID", "") + " " + release.getOrDefault("ID_LIKE", "");
    if (like.contains("debian") || like.contains("ubuntu")) {
      facts.put("os_family", "Debian");
    } else if (like.matches(".*\\b(rhel|fedora|centos|openEuler|bclinux|kylin|anolis)\\b.*")) {
      facts.put("os_family", "RedHat");
    } else if (like.contains("suse")) {
      facts.put("os_family", "Suse");
    } else if (!like.isBlank()) {
      facts.put("os_family", release.getOrDefault("ID", ""));
    }
  }

  /** The identifier of os-release(5) as Ansible spells it, so that conditions carry over. */
  private static String distribution(String id) {
    return switch (id) {
      case "debian" -> "Debian";
      case "ubuntu" -> "Ubuntu";
      case "rhel" -> "RedHat";
      case "centos" -> "CentOS";
      case "fedora" -> "Fedora";
      case "rocky" -> "Rocky";
      case "almalinux" -> "AlmaLinux";
      case "ol" -> "OracleLinux";
      case "amzn" -> "Amazon";
      case "sles" -> "SLES";
      case "opensuse-leap" -> "openSUSE Leap";
      default -> id;
    };
  }

  private void memory(Map<String, Object> facts) throws ProbeFailed {
    Map<String, Long> kilobytes = kilobytes(readings.text("/proc/meminfo").orElse(""));
    put(facts, "memtotal_mb", Optional.ofNullable(kilobytes.get("MemTotal")).map(kb -> kb / 1024));
    put(facts, "memfree_mb", Optional.ofNullable(kilobytes.get("MemFree")).map(kb -> kb / 1024));
    put(facts, "swaptotal_mb", Optional.ofNullable(kilobytes.get("SwapTotal")).map(kb -> kb / 1024));
    put(facts, "huge_page_size_kb", Optional.ofNullable(kilobytes.get("Hugepagesize")));
  }

  private String virtualization() throws ProbeFailed {
    Optional<String> container = readings.line("/run/systemd/container");
    if (container.isPresent()) {
      return container.get();
    }
    String machine =
        readings.line("/sys/class/dmi/id/sys_vendor").orElse("")
            + " "
            + readings.line("/sys/class/dmi/id/product_name").orElse("");
    boolean guest = readings.text("/proc/cpuinfo").orElse("").contains(" hypervisor");
    if (machine.contains("VMware")) {
      return "VMware";
    }
    if (machine.contains("QEMU") || machine.contains("KVM")) {
      return "kvm";
    }
    return guest ? "guest" : "NA";
  }

  private Map<String, Object> devices() throws ProbeFailed {
    Map<String, Object> devices = new TreeMap<>();
    for (Map.Entry<String, String> size : readings.each("/sys/block/*/size").entrySet()) {
      String name = size.getKey();
      Map<String, Object> device = new LinkedHashMap<>();
      put(device, "size", whole(size.getValue()).map(sectors -> sectors * 512));
      Optional<String> rotational = readings.of("/sys/block/*/queue/rotational", name);
      put(device, "rotational", rotational.map("1"::equals));
      put(device, "model", readings.of("/sys/block/*/device/model", name).map(String::strip));
      put(device, "numa_node", readings.of("/sys/block/*/device/numa_node", name).flatMap(Facts::whole));
      devices.put(name, device);
    }
    return devices;
  }

  private Map<String, Object> interfaces() throws ProbeFailed {
    Map<String, Object> interfaces = new TreeMap<>();
    for (Map.Entry<String, String> mtu : readings.each("/sys/class/net/*/mtu").entrySet()) {
      String name = mtu.getKey();
      Map<String, Object> one = new LinkedHashMap<>();
      put(one, "mtu", whole(mtu.getValue()));
      put(one, "macaddress", readings.of("/sys/class/net/*/address", name));
      put(one, "speed", readings.of("/sys/class/net/*/speed", name).flatMap(Facts::whole).filter(s -> s > 0));
      put(one, "numa_node", readings.of("/sys/class/net/*/device/numa_node", name).flatMap(Facts::whole));
      put(
          one,
          "driver",
          readings.of("/sys/class/net/*/device/uevent", name)
              .flatMap(text -> text.lines().filter(l -> l.startsWith("DRIVER=")).findFirst())
              .map(line -> line.substring(7)));
      interfaces.put(name, one);
    }
    return interfaces;
  }

  /** The interface of the route to 0.0.0.0 with its first address (proc(5), ip-address(8)). */
  private Optional<Map<String, Object>> defaultRoute() throws ProbeFailed {
    for (String line : readings.text("/proc/net/route").orElse("").lines().toList()) {
      String[] words = line.strip().split("\\s+");
      if (words.length > 7 && words[1].equals("00000000") && words[7].equals("00000000")) {
        Map<String, Object> route = new LinkedHashMap<>();
        route.put("interface", words[0]);
        put(route, "address", address(words[0]));
        return Optional.of(route);
      }
    }
    return Optional.empty();
  }

  private Optional<String> address(String device) throws ProbeFailed {
    for (String line : readings.output("ip", "-o", "-4", "addr", "show").orElse("").lines().toList()) {
      String[] words = line.strip().split("\\s+");
      if (words.length > 3 && words[1].equals(device) && words[2].equals("inet")) {
        return Optional.of(words[3].replaceFirst("/.*", ""));
      }
    }
    return Optional.empty();
  }

  private List<Object> nodes() throws ProbeFailed {
    List<Object> nodes = new ArrayList<>();
    Map<Integer, String> byNumber = new TreeMap<>();
    readings.each(NODES + "node*/cpulist").keySet().stream()
        .filter(name -> name.matches("node[0-9]{1,6}"))
        .forEach(name -> byNumber.put(Integer.valueOf(name.substring(4)), name));
    for (Map.Entry<Integer, String> entry : byNumber.entrySet()) {
      String name = entry.getValue();
      Map<String, Object> node = new LinkedHashMap<>();
      node.put("node", entry.getKey());
      put(node, "cpus", readings.of(NODES + "node*/cpulist", name));
      String meminfo = readings.of(NODES + "node*/meminfo", name).orElse("");
      Long total = kilobytes(meminfo.replaceAll("(?m)^Node [0-9]+ ", "")).get("MemTotal");
      put(node, "memory_mb", Optional.ofNullable(total).map(kb -> kb / 1024));
      node.put("huge_pages", hugePages(NODES + "node*/hugepages/*/nr_hugepages", name));
      nodes.add(node);
    }
    return nodes;
  }

  private List<Object> hugePageSizes() throws ProbeFailed {
    List<Object> sizes = new ArrayList<>();
    hugePages("/sys/kernel/mm/hugepages/*/nr_hugepages", "").keySet().forEach(sizes::add);
    return sizes;
  }

  /** Counts by page size in kB. */
  private Map<String, Object> hugePages(String pattern, String within) throws ProbeFailed {
    Map<String, Object> counts = new TreeMap<>();
    for (Map.Entry<String, Reading<Content>> file : readings.glob(pattern).entrySet()) {
      String path = file.getKey();
      String size = path.replaceFirst(".*/hugepages-([0-9]+)kB/.*", "$1");
      if (path.contains("/" + within) && size.matches("[0-9]+")) {
        file.getValue()
            .known(path)
            .flatMap(content -> whole(Readings.decode(content).strip()))
            .ifPresent(count -> counts.put(size, count));
      }
    }
    return counts;
  }

  private static Map<String, Long> kilobytes(String meminfo) {
    Map<String, Long> values = new TreeMap<>();
    for (String line : meminfo.lines().toList()) {
      String[] words = line.strip().split("[:\\s]+");
      if (words.length >= 2 && words[1].matches("[0-9]{1,18}")) {
        values.put(words[0], Long.valueOf(words[1]));
      }
    }
    return values;
  }

  private static Optional<Long> whole(String text) {
    return text.matches("-?[0-9]{1,17}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private static Optional<CpuSet> cpus(String list) {
    try {
      return Optional.of(CpuSet.parse(list));
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  private static void put(Map<String, Object> map, String name, Optional<?> value) {
    value.ifPresent(present -> map.put(name, present));
  }
}
