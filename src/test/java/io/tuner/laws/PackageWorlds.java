package io.tuner.laws;

import io.tuner.resource.Upload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Hosts with a model of a package manager: one of Debian's, one of Red Hat's. */
final class PackageWorlds {

  private PackageWorlds() {}

  static World make(Random random) {
    return random.nextInt(3) == 0 ? rpm(random) : deb(random);
  }

  private static World deb(Random random) {
    World world = new World().tools("sh", "dpkg", "dpkg-query", "apt-get");
    world.file("/usr/lib/os-release", "ID=debian\n").file("/etc/default/grub", "# none\n");
    world.file("/var/lib/dpkg/model/base-files", "installed\nPackage: base-files\nVersion: 12\n");
    String name = Worlds.pick(random, "irqbalance", "stress-ng", "cpuset");
    List<String> versions =
        Map.of(
                "irqbalance", List.of("1.9.2-1", "1.9.3-1"),
                "stress-ng", List.of("0.17.6-1", "0.18.1-1"),
                "cpuset", List.of("1.6-4"))
            .get(name);
    versions.forEach(version -> offer(world, name + "_" + version));
    offer(world, "libnuma1_2.0.16-1");
    boolean here = random.nextBoolean();
    boolean numa = random.nextBoolean();
    if (numa) {
      world.past("apt-get", "-y", "install", "libnuma1");
    }
    if (here) {
      world.past("apt-get", "-y", "install", name + "=" + one(random, versions));
    }
    Map<String, Object> parameters = parameters(random, name, versions);
    boolean install = !parameters.containsKey("state");
    if (install && random.nextInt(4) == 0) {
      String file = "packages/" + name + "_" + one(random, versions) + "_all.deb";
      parameters.remove("version");
      parameters.put("file", upload(World.modelPath(file)).toString());
    }
    if (install && !here && name.equals("irqbalance") && !numa) {
      // What came along stays.
      world.lasts("/var/lib/dpkg/model/libnuma1").lasts("/usr/bin/libnuma1-tool");
      world.lasts("/usr/lib/libnuma1-2.0.16-1.txt");
    }
    if (install && !here && name.equals("stress-ng")) {
      // A removal leaves the configuration, and dpkg knows of it.
      world.lasts("/var/lib/dpkg/model/stress-ng").lasts("/etc/default/stress-ng");
    }
    return world.task("package", parameters);
  }

  private static World rpm(Random random) {
    World world = new World().tools("rpm", "dnf").file("/usr/lib/os-release", "ID=rhel\n");
    world.file("/var/lib/rpm/model/setup", "Name: setup\nVersion: 2\nRelease: 1.el9\n");
    String name = Worlds.pick(random, "irqbalance", "cpuset");
    List<String> versions =
        name.equals("cpuset") ? List.of("1.5", "1.6") : List.of("1.9.2", "1.9.3");
    for (String version : versions) {
      offerRpm(world, name + "-" + version);
    }
    offerRpm(world, "numactl-libs-2.0.16");
    boolean here = random.nextBoolean();
    boolean numa = random.nextBoolean();
    if (numa) {
      world.past("dnf", "-y", "install", "numactl-libs");
    }
    if (here) {
      world.past("dnf", "-y", "install", name + "-" + one(random, versions));
    }
    Map<String, Object> parameters = parameters(random, name, versions);
    if (!parameters.containsKey("state") && !here && name.equals("irqbalance") && !numa) {
      world.lasts("/var/lib/rpm/model/numactl-libs").lasts("/usr/bin/numactl-libs-tool");
      world.lasts("/usr/lib/numactl-libs-2.0.16.txt");
    }
    return world.task("package", parameters);
  }

  private static Map<String, Object> parameters(Random random, String name, List<String> versions) {
    Map<String, Object> parameters = new LinkedHashMap<>(Map.of("name", name));
    int kind = random.nextInt(3);
    if (kind == 0) {
      parameters.put("state", "absent");
    } else if (kind == 1) {
      parameters.put("version", one(random, versions));
    }
    return parameters;
  }

  private static void offer(World world, String released) {
    String text = World.model("packages/" + released + "_all.deb");
    world.file("/var/cache/apt/model/" + released + ".deb", text);
  }

  private static void offerRpm(World world, String released) {
    String text = World.model("packages/" + released + "-1.el9.noarch.rpm");
    world.file("/var/cache/dnf/model/" + released + ".rpm", text);
  }

  private static String one(Random random, List<String> words) {
    return words.get(random.nextInt(words.size()));
  }

  private static Upload upload(Path path) {
    try {
      byte[] bytes = Files.readAllBytes(path);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new Upload(path.toString(), HexFormat.of().formatHex(digest), bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
