package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Clusters of a model that answers as OceanBase does to a client. */
final class OceanbaseWorlds {

  private static final String MODEL = "/var/lib/oceanbase/model/";
  private static final List<String> OBSERVERS =
      List.of("192.0.2.11:2882", "192.0.2.12:2882", "192.0.2.13:2882");

  private OceanbaseWorlds() {}

  static World make(Random random) {
    World world = new World().tools(pick(random, "obclient", "mysql"));
    String password = "p w\\\"'#$x";
    world.file(MODEL + "password", "p w\\\\\\\"'#$x\n");
    world.file(MODEL + "listen", "127.0.0.1:2881\n");
    world.file(
        MODEL + "observers",
        "zone1 192.0.2.11 2882\nzone2 192.0.2.12 2882\nzone3 192.0.2.13 2882\n");
    world.file(
        MODEL + "parameters",
        """
        use_large_pages CLUSTER STATIC_EFFECTIVE true|false|only
        memory_limit CLUSTER DYNAMIC_EFFECTIVE [0-9]+[MG]
        memory1limit CLUSTER DYNAMIC_EFFECTIVE [0-9]+[MG]
        enable_sql_audit CLUSTER DYNAMIC_EFFECTIVE true|false
        """);
    for (String observer : OBSERVERS) {
      world.file(MODEL + observer + "/use_large_pages", "False\n");
      world.file(MODEL + observer + "/memory_limit", pick(random, "8G", "64G") + "\n");
      world.file(MODEL + observer + "/memory1limit", "1G\n");
      world.file(MODEL + observer + "/enable_sql_audit", pick(random, "True", "False") + "\n");
    }
    if (random.nextInt(3) == 0) {
      world.file(MODEL + OBSERVERS.get(1) + "/use_large_pages.set", "only\n");
    }
    world.boot(OceanbaseWorlds::start);
    Map<String, Object> parameters = new LinkedHashMap<>();
    String name = pick(random, "use_large_pages", "memory_limit", "enable_sql_audit");
    parameters.put("name", name);
    parameters.put(
        "value",
        switch (name) {
          case "use_large_pages" -> pick(random, "true", "only");
          case "memory_limit" -> pick(random, "64G", "100G");
          default -> pick(random, "true", "FALSE");
        });
    parameters.put("password", password);
    if (random.nextInt(3) == 0) {
      parameters.put("scope", "server");
      parameters.put("server", OBSERVERS.get(random.nextInt(3)));
    }
    return world.task("oceanbase_parameter", parameters);
  }

  /** Every observer starts again, and takes over what was set. */
  private static void start(Path root) throws IOException {
    List<Path> set;
    try (Stream<Path> files = Files.walk(root.resolve(MODEL.substring(1)))) {
      set = files.filter(file -> file.toString().endsWith(".set")).toList();
    }
    for (Path file : set) {
      String name = file.getFileName().toString().replaceFirst("\\.set$", "");
      Files.move(file, file.resolveSibling(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
