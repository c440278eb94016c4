package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Hosts with a model of ethtool, and what network configurations keep their hooks in. */
final class InterfaceWorlds {
  private static final String RULES = "/etc/udev/rules.d/99-tuner-net.rules";
  private static final String START =
      "# by hand\nACTION==\"add|change|move\", SUBSYSTEM==\"net\", ENV{.TUNER_INTERFACE}=\"$name\"\n";

  private InterfaceWorlds() {}

  private static World host(Random random, List<String> interfaces) {
    World world = new World().tools("ethtool", "sh");
    for (String name : interfaces) {
      world.file("/sys/class/net/" + name + "/mtu", pick(random, "1500", "9000") + "\n");
      world.file("/sys/class/net/" + name + "/tx_queue_len", "1000\n");
      String model = "/run/ethtool/model/" + name + "/";
      String rx =
          pick(
              random,
              "adaptive-rx on\nrx-usecs 37\nrx-frames 32\n",
              "adaptive-rx off\nrx-usecs 0\nrx-frames 64\n",
              "adaptive-rx off\nrx-usecs 8\nrx-frames 0\n");
      world.file(model + "c", rx + "adaptive-tx off\ntx-usecs 8\n");
      world.file(model + "g", "rx 4096 " + pick(random, "512", "1024") + "\ntx 4096 512\n");
      world.file(model + "l", "combined 16 " + pick(random, "4", "8") + "\nother 1 1\n");
      world.file(
          model + "k",
          "rx-checksumming: on\ntx-checksumming: on\n\ttx-checksum-ipv4: off [fixed]\n"
              + "\ttx-checksum-ip-generic: on\ntcp-segmentation-offload: on\n"
              + "\ttx-tcp-segmentation: on\n\ttx-tcp-mangleid-segmentation: "
              + pick(random, "on", "off")
              + "\ngeneric-receive-offload: "
              + pick(random, "on", "off")
              + "\nlarge-receive-offload: off [fixed]\n");
    }
    if (random.nextBoolean()) {
      world.file("/etc/network/if-up.d/ethtool", "#!/bin/sh\n", "rwxr-xr-x");
    }
    if (random.nextBoolean()) {
      world.file("/etc/NetworkManager/dispatcher.d/01-ifupdown", "#!/bin/sh\n", "rwxr-xr-x");
    }
    if (random.nextBoolean()) {
      world.file(
          RULES,
          START
              + "ENV{.TUNER_INTERFACE}==\"ens1\", "
              + pick(
                  random,
                  "RUN+=\"/sbin/ethtool -C ens1 rx-usecs 3\"\n",
                  "RUN+=\"/sbin/ethtool -G ens1 rx 2048 tx 256\"\n",
                  "ATTR{mtu}=\"1400\"\n"));
    }
    return world;
  }

  private static World task(World world, Random random, String type, Map<String, Object> wanted) {
    Map<String, Object> parameters = new LinkedHashMap<>(wanted);
    parameters.put("interface", pick(random, "ens1", "ens*", "ens2f0"));
    parameters.put("persist", random.nextInt(4) != 0);
    return world.task(type, parameters);
  }

  private static World host(Random random) {
    return host(random, List.of("ens1", "ens2f0"));
  }

  static World coalesce(Random random) {
    Map<String, Object> wanted = new LinkedHashMap<>();
    wanted.put("adaptive_rx", pick(random, "on", "off"));
    wanted.put("rx_usecs", pick(random, "4", ">= 6", "0"));
    wanted.put("tx_usecs", pick(random, "4", "8"));
    return task(host(random), random, "ethtool_coalesce", wanted);
  }

  static World ring(Random random) {
    Map<String, Object> wanted = new LinkedHashMap<>();
    wanted.put("rx", pick(random, "512", "4096", ">= 1000"));
    wanted.put("tx", pick(random, "512", "<= 256"));
    return task(host(random), random, "ethtool_ring", wanted);
  }

  static World channels(Random random) {
    return task(
        host(random), random, "ethtool_channels", Map.of("combined", pick(random, "8", "1")));
  }

  static World features(Random random) {
    Map<String, Object> features = new LinkedHashMap<>();
    features.put("gro", pick(random, "on", "off"));
    features.put(pick(random, "tso", "tx", "lro"), "off");
    return task(host(random), random, "ethtool_features", Map.of("features", features));
  }

  static World link(Random random) {
    Map<String, Object> wanted = new LinkedHashMap<>();
    wanted.put("mtu", pick(random, "9000", "<= 2000"));
    wanted.put("txqueuelen", pick(random, "1000", ">= 5000"));
    return task(host(random), random, "link", wanted);
  }
}
