package io.tuner.laws;

import static io.tuner.laws.Worlds.pick;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Hosts whose memory is tuned. An attribute of the kernel is a plain file here, which keeps what is
 * written to it: that other attributes move along with it is left to transcripts and real kernels.
 */
final class MemoryWorlds {

  private static final String OWN = "/etc/tmpfiles.d/00-tuner.conf";
  private static final String TRANSPARENT = "/sys/kernel/mm/transparent_hugepage/";

  private MemoryWorlds() {}

  static World transparentHugePages(Random random) {
    World world = new World();
    // A plain file keeps no brackets: it has one value, and takes any.
    world.file(TRANSPARENT + "enabled", pick(random, "always", "madvise", "never") + "\n");
    world.file(TRANSPARENT + "defrag", pick(random, "madvise", "never") + "\n");
    world.file(TRANSPARENT + "khugepaged/defrag", random.nextInt(2) + "\n");
    if (random.nextBoolean()) {
      String other = pick(random, TRANSPARENT + "enabled", "/sys/kernel/mm/ksm/run");
      world.file(OWN, "# by hand\nw  " + other + " - - - -  never\n");
    }
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("enabled", pick(random, "always", "madvise", "never"));
    if (random.nextBoolean()) {
      parameters.put("defrag", pick(random, "defer+madvise", "never"));
    }
    if (random.nextBoolean()) {
      parameters.put("khugepaged_defrag", random.nextBoolean());
    }
    parameters.put("persist", random.nextInt(4) != 0);
    return world.task("transparent_huge_pages", parameters);
  }
}
